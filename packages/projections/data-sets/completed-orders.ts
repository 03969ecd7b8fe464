// Data set 6: the business day's orders whose life has ended, and those that were rejected, each visible to its own member
// (PANEL-7).
import {
  type EventOrigin,
  type InsertOrder,
  type OptionPricing,
  type OrderOwner,
  type Outcome,
  rejectionSentence,
  type VenueEvent,
} from '@openpit/venue';
import { type CompletedOrderRow, type CompletedOrderState, dataSetIds, orderTypes } from '@openpit/wire';

import type { ContractFacts } from './contract-facts.ts';
import { MemberRows, type SavedMemberRows } from './member-rows.ts';
import { orderPricing } from './order-pricing.ts';

/** An order on its way: what its row will say, and what it has dealt so far in cents × lots. */
interface OpenOrder {
  readonly terms: Pick<InsertOrder, 'contract' | 'side' | 'type'>;
  readonly enteredAt: number;
  owner: OrderOwner;
  qty: number;
  price: number;
  pricing: OptionPricing | null;
  dealt: number;
  value: number;
}

export interface SavedCompletedOrders {
  readonly rows: SavedMemberRows<CompletedOrderRow>;
  readonly open: readonly (readonly [number, OpenOrder])[];
  readonly next: number;
}

const deletionReasons = {
  deleted: 'Deleted by a dealer',
  cancelledAll: 'Cancelled with all orders',
  otherSideFilled: 'The other side of the double was filled',
} as const;

const expiryReasons = {
  dayEnded: 'The business day ended',
  holdOverEnded: 'The day until which it was held over ended',
  contractExpired: 'Its contract was traded for the last time',
} as const;

export class CompletedOrders {
  readonly rows = new MemberRows<CompletedOrderRow>(
    dataSetIds.completedOrders,
    (row) => row.completedOrderSeq,
  );
  readonly #facts: ContractFacts;
  readonly #open = new Map<number, OpenOrder>();
  #next = 1;

  constructor(facts: ContractFacts) {
    this.#facts = facts;
  }

  apply(event: VenueEvent, origin: EventOrigin): void {
    switch (event.kind) {
      case 'orderAccepted': {
        const { contract, side, type, owner, lots: qty, price, pricing } = event;
        const terms = { contract, side, type };
        this.#open.set(event.activeOrderSeq, {
          terms,
          enteredAt: origin.at,
          owner,
          qty,
          price,
          pricing,
          dealt: 0,
          value: 0,
        });
        break;
      }
      case 'dealMade':
        // What a package prints in other contracts was dealt by its order once, as the package.
        if (event.origin !== 'screen' && event.origin !== 'package') break;
        this.#deal(event.buy.activeOrderSeq, event);
        this.#deal(event.sell.activeOrderSeq, event);
        break;
      case 'orderReduced': {
        const order = this.#open.get(event.activeOrderSeq);
        if (order !== undefined) order.qty -= event.lots - event.left;
        break;
      }
      case 'orderEdited': {
        const order = this.#open.get(event.activeOrderSeq);
        if (order !== undefined)
          Object.assign(order, {
            price: event.price,
            pricing: event.pricing,
            qty: order.dealt + event.lots,
            owner: event.owner,
          });
        break;
      }
      case 'orderFilled':
        this.#close(event.activeOrderSeq, origin, { state: 'Filled', reason: 'All dealt' });
        break;
      case 'orderKilled':
        this.#close(event.activeOrderSeq, origin, {
          state: 'Killed',
          reason: 'Nothing more was there at its price',
        });
        break;
      case 'orderDeleted':
        this.#close(event.activeOrderSeq, origin, {
          state: 'Cancelled',
          reason: deletionReasons[event.reason],
        });
        break;
      case 'orderExpired':
        this.#close(event.activeOrderSeq, origin, {
          state: 'Expired',
          reason: expiryReasons[event.reason],
        });
        break;
      case 'dayEnded':
        this.rows.clear();
        break;
      default:
    }
  }

  /** Takes note of an order that a user wanted to insert and the market rejected. */
  rejected(
    { at, by, verdict, repeats }: Outcome,
    wanted: InsertOrder,
    owner: Pick<OrderOwner, 'member' | 'dealer'>,
  ): void {
    if (verdict.kind !== 'rejected' || by.kind !== 'user' || repeats !== null) return;
    const { principal, subAccount = null, capacity, ref = '', price = 0 } = wanted;
    this.#put(
      null,
      at,
      { state: 'Rejected', reason: rejectionSentence(verdict.rejection) },
      {
        terms: wanted,
        enteredAt: at,
        owner: { userId: by.userId, ...owner, principal, subAccount, capacity, ref },
        qty: wanted.lots,
        price,
        pricing: null,
        dealt: 0,
        value: 0,
      },
    );
  }

  save(): SavedCompletedOrders {
    return { rows: this.rows.save(), open: [...this.#open], next: this.#next };
  }

  load({ rows, open, next }: SavedCompletedOrders): void {
    this.rows.load(rows);
    this.#open.clear();
    for (const [activeOrderSeq, order] of open) this.#open.set(activeOrderSeq, { ...order });
    this.#next = next;
  }

  #deal(activeOrderSeq: number, { lots, price }: { readonly lots: number; readonly price: number }): void {
    const order = this.#open.get(activeOrderSeq);
    if (order === undefined) return;
    order.dealt += lots;
    order.value += price * lots;
  }

  #close(
    activeOrderSeq: number,
    { at }: EventOrigin,
    end: Pick<CompletedOrderRow, 'state' | 'reason'>,
  ): void {
    const order = this.#open.get(activeOrderSeq);
    if (order === undefined) return;
    this.#open.delete(activeOrderSeq);
    this.#put(activeOrderSeq, at, end, order);
  }

  #put(
    activeOrderSeq: number | null,
    time: number,
    { state, reason }: { readonly state: CompletedOrderState; readonly reason: string },
    { terms, enteredAt, owner, qty, price, pricing, dealt, value }: OpenOrder,
  ): void {
    const { displaySeq, instrument } = this.#facts(terms.contract);
    const { principal, subAccount, member, dealer, capacity, ref } = owner;
    const completedOrderSeq = this.#next;
    this.#next += 1;
    this.rows.put({
      completedOrderSeq,
      activeOrderSeq,
      time,
      enteredAt,
      contract: terms.contract,
      displaySeq,
      instrument,
      side: terms.side,
      qty,
      dealt,
      price: price / 100,
      averagePrice: dealt === 0 ? null : fourDecimals(value, dealt),
      orderType: orderTypes[terms.type],
      state,
      reason,
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      ref,
      ...(pricing === null ? {} : { pricing: orderPricing(pricing) }),
    });
  }
}

/** Cents × lots by lots as rand per ton, rounded to four decimals. */
export function fourDecimals(value: number, lots: number): number {
  return Math.round((value * 100) / lots) / 10_000;
}
