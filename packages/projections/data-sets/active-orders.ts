// Data set 1: the orders that may still deal, each visible to its own member (PANEL-6).
import type { EventOrigin, OrderAccepted, VenueEvent } from '@openpit/venue';
import { type ActiveOrderRow, dataSetIds, orderTypes } from '@openpit/wire';
import { rand } from '../rand.ts';
import type { ContractFacts } from './contract-facts.ts';
import { MemberRows } from './member-rows.ts';

export class ActiveOrders {
  readonly rows = new MemberRows<ActiveOrderRow>(dataSetIds.activeOrders, (row) => row.activeOrderSeq);
  readonly #facts: ContractFacts;

  constructor(facts: ContractFacts) {
    this.#facts = facts;
  }

  apply(event: VenueEvent, { at }: EventOrigin): void {
    const { rows } = this;
    switch (event.kind) {
      case 'orderAccepted':
        rows.put(this.#accepted(event, at));
        break;
      case 'dealMade':
        this.#change(event.buy.activeOrderSeq, (row) => {
          row.remaining = event.buy.left;
        });
        this.#change(event.sell.activeOrderSeq, (row) => {
          row.remaining = event.sell.left;
        });
        break;
      case 'orderRested':
        this.#change(event.activeOrderSeq, (row) => {
          row.state = 'Active';
          row.time = at;
        });
        break;
      case 'orderSuspended':
        this.#change(event.activeOrderSeq, (row) => {
          row.state = 'Suspended';
        });
        break;
      case 'orderReduced':
        this.#change(event.activeOrderSeq, (row) => {
          row.qty -= event.lots - event.left;
          row.remaining = event.left;
        });
        break;
      case 'orderEdited':
        this.#change(event.activeOrderSeq, (row) => {
          const { principal, capacity, subAccount, ref } = event.owner;
          row.qty += event.lots - row.remaining;
          row.remaining = event.lots;
          row.price = rand(event.price);
          Object.assign(row, { principal, capacity, subAccount, ref });
        });
        break;
      case 'orderFilled':
      case 'orderKilled':
      case 'orderDeleted':
      case 'orderExpired':
        rows.drop(event.activeOrderSeq);
        break;
      default:
    }
  }

  /** Puts a changed copy of the row in its place. */
  #change(activeOrderSeq: number, change: (copy: Changeable) => void): void {
    const row = this.rows.get(activeOrderSeq);
    if (row === undefined) return;
    const copy = copyOf(row);
    change(copy);
    this.rows.put(copy);
  }

  #accepted(event: OrderAccepted, at: number): ActiveOrderRow {
    const { member, dealer, principal, subAccount, capacity, ref } = event.owner;
    const { displaySeq, instrument } = this.#facts(event.contract);
    return {
      activeOrderSeq: event.activeOrderSeq,
      time: at,
      contract: event.contract,
      displaySeq,
      instrument,
      side: event.side,
      qty: event.lots,
      remaining: event.lots,
      price: rand(event.price),
      orderType: orderTypes[event.type],
      state: 'Active',
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      ref,
    };
  }
}

type Changeable = { -readonly [Field in keyof ActiveOrderRow]: ActiveOrderRow[Field] };

/** Field by field, because spreading a row of many fields costs more than all else that an order does here. */
function copyOf(row: ActiveOrderRow): Changeable {
  return {
    activeOrderSeq: row.activeOrderSeq,
    time: row.time,
    contract: row.contract,
    displaySeq: row.displaySeq,
    instrument: row.instrument,
    side: row.side,
    qty: row.qty,
    remaining: row.remaining,
    price: row.price,
    orderType: row.orderType,
    state: row.state,
    principal: row.principal,
    subAccount: row.subAccount,
    member: row.member,
    dealer: row.dealer,
    capacity: row.capacity,
    ref: row.ref,
  };
}
