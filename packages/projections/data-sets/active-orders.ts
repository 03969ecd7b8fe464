// Data set 1: the orders that may still deal, each visible to its own member (PANEL-6).
import type { EventOrigin, OrderAccepted, VenueEvent } from '@openpit/venue';
import { type ActiveOrderRow, dataSetIds, orderTypes } from '@openpit/wire';
import { rand } from '../rand.ts';
import type { ContractFacts } from './contract-facts.ts';
import { type DataSetChange, MemberRows } from './member-rows.ts';
import { orderPricing } from './order-pricing.ts';
import type { QueuePlace } from './queue-places.ts';

export class ActiveOrders {
  readonly rows = new MemberRows<ActiveOrderRow>(dataSetIds.activeOrders, (row) => row.activeOrderSeq);
  /** Data set 19: those of them that wait for an opening. */
  readonly preMarket = new MemberRows<ActiveOrderRow>(
    dataSetIds.preMarketOrders,
    (row) => row.activeOrderSeq,
  );
  readonly #facts: ContractFacts;

  constructor(facts: ContractFacts) {
    this.#facts = facts;
  }

  apply(event: VenueEvent, { at }: EventOrigin): void {
    const { rows } = this;
    switch (event.kind) {
      case 'orderAccepted':
        this.#put(this.#accepted(event, at));
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
          row.time = event.queuedAt ?? at;
        });
        break;
      case 'orderJoinedAuction':
        this.#change(event.activeOrderSeq, (row) => {
          if (row.state !== 'Active') row.time = at;
          this.#leaveQueue(row, 'Pre-market');
        });
        break;
      case 'orderHeldOver':
        this.#change(event.activeOrderSeq, (row) => this.#leaveQueue(row, 'Pre-market'));
        break;
      case 'orderSuspended':
        this.#change(event.activeOrderSeq, (row) => this.#leaveQueue(row, 'Suspended'));
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
          if (event.pricing !== null) row.pricing = orderPricing(event.pricing);
          else delete row.pricing;
          row.holdOverUntil = event.holdOverUntil;
          Object.assign(row, { principal, capacity, subAccount, ref });
        });
        break;
      case 'orderFilled':
      case 'orderKilled':
      case 'orderDeleted':
      case 'orderExpired':
        rows.drop(event.activeOrderSeq);
        this.preMarket.drop(event.activeOrderSeq);
        break;
      default:
    }
  }

  /** Changes a row that nobody has seen; of any other, puts a changed copy in its place. */
  #change(activeOrderSeq: number, change: (row: Changeable) => void): void {
    const row = this.rows.get(activeOrderSeq);
    if (row === undefined) return;
    const changed = this.rows.isNew(row) ? (row as Changeable) : copyOf(row);
    change(changed);
    this.#put(changed);
  }

  #leaveQueue(row: Changeable, state: ActiveOrderRow['state']): void {
    row.state = state;
    row.queuePosition = null;
    row.lotsAhead = null;
  }

  #put(row: ActiveOrderRow): void {
    this.rows.put(row);
    if (row.state === 'Pre-market') this.preMarket.put(row);
    else if (this.preMarket.size > 0) this.preMarket.drop(row.activeOrderSeq);
  }

  /** The newest places in the queues, as changes between those of the ordered stream. */
  placeInQueues(places: ReadonlyMap<number, QueuePlace>): DataSetChange[] {
    const moved: ActiveOrderRow[] = [];
    for (const [activeOrderSeq, { queuePosition, lotsAhead }] of places) {
      const row = this.rows.get(activeOrderSeq);
      if (row === undefined || (row.queuePosition === queuePosition && row.lotsAhead === lotsAhead)) continue;
      const copy = copyOf(row);
      copy.queuePosition = queuePosition;
      copy.lotsAhead = lotsAhead;
      moved.push(copy);
    }
    return this.rows.overlay(moved);
  }

  #accepted(event: OrderAccepted, at: number): ActiveOrderRow {
    const { member, dealer, principal, subAccount, capacity, ref } = event.owner;
    const { displaySeq, instrument } = this.#facts(event.contract);
    const row: ActiveOrderRow = {
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
      holdOverUntil: event.holdOverUntil,
      queuePosition: null,
      lotsAhead: null,
    };
    return event.pricing === null ? row : { ...row, pricing: orderPricing(event.pricing) };
  }
}

type Changeable = { -readonly [Field in keyof ActiveOrderRow]: ActiveOrderRow[Field] };

/** Field by field, because spreading a row of many fields costs more than all else that an order does here. */
function copyOf(row: ActiveOrderRow): Changeable {
  const copy: Changeable = {
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
    holdOverUntil: row.holdOverUntil ?? null,
    queuePosition: row.queuePosition ?? null,
    lotsAhead: row.lotsAhead ?? null,
  };
  if (row.pricing !== undefined) copy.pricing = row.pricing;
  return copy;
}
