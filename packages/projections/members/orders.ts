// The orders of members: open orders (data set 1, PANEL-6), open orders that wait for a call auction (19), and the business day's orders
// that have ended or were rejected (6, PANEL-7). One record follows an order through its life.
import {
  type ChunkStore,
  type DealSide,
  type InsertOrder,
  kindOfContractName,
  type OptionPricing,
  type OrderAccepted,
  type OrderDeleted,
  type OrderExpired,
  type OrderOwner,
  type Outcome,
  rejectionSentence,
} from '@openpit/venue';
import {
  type ActiveOrderRow,
  type ActiveOrderState,
  averageRand,
  type CompletedOrderRow,
  type CompletedOrderState,
  type DeltaTerms,
  dataSets,
  type OrderPricing,
  orderTypes,
  toPercent,
  toRand,
} from '@openpit/wire';
import type { QueuePlace } from '../books/queue-places.ts';
import { maySee, type Viewer } from '../kernel/audience.ts';
import {
  type DataSetChange,
  type MemberRecord,
  MemberRows,
  type SavedMemberRows,
} from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { FactsOf } from '../reference/directory.ts';

/** An open order. Prices are cents; `value` is the value of its deals so far, in cents times lots. */
interface OpenOrder extends MemberRecord {
  readonly dealer: string;
  readonly contract: string;
  readonly side: OrderAccepted['side'];
  readonly type: OrderAccepted['type'];
  readonly enteredAt: number;
  owner: OrderOwner;
  holdOverUntil: string | null;
  wasHeldOver: boolean;
  price: number;
  pricing: OptionPricing | null;
  qty: number;
  remaining: number;
  state: ActiveOrderState;
  /** The time when the order entered its place in the queue. */
  time: number;
  queuePosition: number | null;
  lotsAhead: number | null;
  dealt: number;
  value: number;
}

/** The part of an open order that others may know without its row. */
type OpenOrderFacts = Pick<OpenOrder, 'member' | 'dealer' | 'contract' | 'state' | 'time'> & {
  readonly owner: Pick<OrderOwner, 'userId' | 'principal' | 'dealer'>;
};

/** The terms that an order asked for. The price is in cents; a delta's is hundredths of a percent. */
export interface OrderTerms {
  /** `null` for a rejected order, which has no number. */
  readonly activeOrderSeq: number | null;
  readonly contract: string;
  readonly side: OrderAccepted['side'];
  /** All lots, including the dealt lots. */
  readonly lots: number;
  readonly price: number;
}

/** The fields of an open order that its completed order keeps. */
type EndedOrder = Readonly<
  Pick<
    OpenOrder,
    'contract' | 'side' | 'type' | 'enteredAt' | 'owner' | 'price' | 'pricing' | 'qty' | 'dealt' | 'value'
  >
>;

interface CompletedOrder extends MemberRecord {
  readonly dealer: string;
  /** `null` for a rejected order, which has no number. */
  readonly activeOrderSeq: number | null;
  readonly order: EndedOrder;
  readonly time: number;
  readonly state: CompletedOrderState;
  readonly reason: string;
}

/** An order that waits for a call auction, in data set 19. */
interface WaitingOrder extends MemberRecord {
  readonly dealer: string;
  readonly order: OpenOrder;
}

type SavedOpenOrder = Omit<OpenOrder, 'round'>;
type SavedCompletedOrder = Omit<CompletedOrder, 'round'>;

export interface SavedMemberOrders {
  readonly active: SavedMemberRows<SavedOpenOrder>;
  readonly preMarket: SavedMemberRows<number>;
  readonly completed: SavedMemberRows<SavedCompletedOrder>;
  readonly nextCompletedSeq: number;
}

const deletionReasons: Readonly<Record<OrderDeleted['reason'], string>> = {
  deleted: 'Cancelled by a dealer',
  cancelledAll: 'Cancelled with all orders',
  otherSideFilled: 'The other side of the double was filled',
  tradingStopped: 'The operator has stopped trading',
};

const expiryReasons: Readonly<Record<OrderExpired['reason'], string>> = {
  dayEnded: 'The business day ended',
  holdOverEnded: 'The day until which it was held over ended',
  contractExpired: 'Its contract was traded for the last time',
};

/**
 * Number of ended orders that are remembered. A late command arrives seconds after the end of its order, and a busy market ends some
 * hundred orders a second.
 */
const recentlyEnded = 10_000;

export class MemberOrders implements Projection {
  readonly #facts: FactsOf;
  readonly #active: MemberRows<OpenOrder, ActiveOrderRow>;
  readonly #preMarket: MemberRows<WaitingOrder, ActiveOrderRow>;
  readonly #completed: MemberRows<CompletedOrder, CompletedOrderRow>;
  #nextCompletedSeq = 1;
  /** By completedOrderSeq modulo `recentlyEnded`, the number of the order, 0 for a rejected request. */
  readonly #endedSeqs: number[] = [];

  constructor(facts: FactsOf, store: ChunkStore) {
    this.#facts = facts;
    const rowOf = (order: OpenOrder) => this.#activeRow(order);
    this.#active = new MemberRows({ dataSetId: dataSets.activeOrders.id, rowOf });
    this.#preMarket = new MemberRows({
      dataSetId: dataSets.preMarketOrders.id,
      rowOf: ({ order }) => rowOf(order),
    });
    this.#completed = new MemberRows({
      dataSetId: dataSets.completedOrders.id,
      rowOf: (record) => this.#completedRow(record),
      daily: { pack: savedCompleted, unpack: loadedCompleted, store },
    });
  }

  get dataSets() {
    return {
      activeOrders: this.#active,
      preMarketOrders: this.#preMarket,
      completedOrders: this.#completed,
    };
  }

  readonly on: EventHandlers = {
    orderAccepted: (event, { at }) => this.#accept(event, at),
    dealMade: ({ buy, sell, price, lots, origin }) => {
      // An order on a package has already counted the deals that the package prints in other contracts.
      const isOwn = origin === 'screen' || origin === 'package';
      this.#deal(buy, { lots: isOwn ? lots : 0, price });
      this.#deal(sell, { lots: isOwn ? lots : 0, price });
    },
    orderRested: ({ activeOrderSeq, queuedAt }, { at }) => {
      const order = this.#active.get(activeOrderSeq);
      if (order === undefined) return;
      order.state = 'Active';
      order.time = queuedAt ?? at;
      this.#changed(order);
    },
    orderJoinedAuction: ({ activeOrderSeq }, { at }) => {
      const order = this.#active.get(activeOrderSeq);
      if (order === undefined) return;
      if (order.state !== 'Active') order.time = at;
      this.#leaveQueue(order, 'Pre-market');
    },
    orderHeldOver: ({ activeOrderSeq }) => {
      const order = this.#active.get(activeOrderSeq);
      if (order !== undefined) order.wasHeldOver = true;
      this.#leaveQueue(order, 'Pre-market');
    },
    orderSuspended: ({ activeOrderSeq }) => {
      this.#leaveQueue(this.#active.get(activeOrderSeq), 'Suspended');
    },
    orderReduced: ({ activeOrderSeq, lots, left }) => {
      const order = this.#active.get(activeOrderSeq);
      if (order === undefined) return;
      order.qty -= lots - left;
      order.remaining = left;
      this.#changed(order);
    },
    orderEdited: ({ activeOrderSeq, lots, price, pricing, owner, holdOverUntil }) => {
      const order = this.#active.get(activeOrderSeq);
      if (order === undefined) return;
      order.qty += lots - order.remaining;
      order.remaining = lots;
      order.price = price;
      order.pricing = pricing;
      order.owner = owner;
      order.holdOverUntil = holdOverUntil;
      this.#changed(order);
    },
    orderFilled: ({ activeOrderSeq }, { at }) => this.#complete(activeOrderSeq, at, 'Filled', 'All dealt'),
    orderKilled: ({ activeOrderSeq }, { at }) =>
      this.#complete(activeOrderSeq, at, 'Killed', 'Nothing more was there at its price'),
    orderDeleted: ({ activeOrderSeq, reason }, { at }) =>
      this.#complete(activeOrderSeq, at, 'Cancelled', deletionReasons[reason]),
    orderExpired: ({ activeOrderSeq, reason }, { at }) =>
      this.#complete(activeOrderSeq, at, 'Expired', expiryReasons[reason]),
    dayEnded: () => this.#completed.clearing(),
  };

  /** Adds the row of an order that the market rejected, because a rejected order has no events. */
  addRejected(
    { at, by, verdict }: Pick<Outcome, 'at' | 'by' | 'verdict'>,
    order: InsertOrder,
    { member, dealer }: Pick<OrderOwner, 'member' | 'dealer'>,
  ): void {
    if (verdict.kind !== 'rejected' || by.kind !== 'user') return;
    const { contract, side, type, lots: qty, price = 0 } = order;
    const { principal, subAccount = null, capacity, ref = '' } = order;
    const owner = { userId: by.userId, member, dealer, principal, subAccount, capacity, ref };
    const dealtNothing = { pricing: null, dealt: 0, value: 0 };
    this.#addCompleted({
      activeOrderSeq: null,
      order: { contract, side, type, enteredAt: at, owner, price, qty, ...dealtNothing },
      time: at,
      state: 'Rejected',
      reason: rejectionSentence(verdict.rejection),
    });
  }

  /** Applies the newest places in the queues, as changes outside the ordered stream. */
  placeInQueues(places: ReadonlyMap<number, QueuePlace>): DataSetChange[] {
    const moved: OpenOrder[] = [];
    for (const [activeOrderSeq, { queuePosition, lotsAhead }] of places) {
      const order = this.#active.get(activeOrderSeq);
      if (order === undefined) continue;
      if (order.queuePosition === queuePosition && order.lotsAhead === lotsAhead) continue;
      order.queuePosition = queuePosition;
      order.lotsAhead = lotsAhead;
      moved.push(order);
    }
    return this.#active.overlay(moved);
  }

  /** The terms of a resting order on a delta; null for an order on another contract. */
  deltaTermsOf(activeOrderSeq: number): DeltaTerms | null {
    const order = this.#active.get(activeOrderSeq);
    if (order === undefined || order.pricing === null || kindOfContractName(order.contract) !== 'delta')
      return null;
    const { premium, reference, delta } = order.pricing;
    return { premium: toRand(premium), reference: toRand(reference), delta };
  }

  /** The open orders of all members. Building the rows of a whole market would block the process. */
  open(): Iterable<Readonly<OpenOrderFacts>> {
    return this.#active.all();
  }

  /** True if the viewer may act on the order and it is open. */
  isOpen(activeOrderSeq: number, viewer: Viewer): boolean {
    const order = this.#active.get(activeOrderSeq);
    return order !== undefined && maySee(viewer, order);
  }

  /** True if the order is open and not suspended. */
  isWorking(activeOrderSeq: number, viewer: Viewer): boolean {
    return this.isOpen(activeOrderSeq, viewer) && this.#active.get(activeOrderSeq)?.state !== 'Suspended';
  }

  /** True if the viewer's order has ended today and is among the market's `recentlyEnded` newest. */
  hasJustEnded(activeOrderSeq: number, viewer: Viewer): boolean {
    const order = this.#justEnded(activeOrderSeq);
    return order !== null && maySee(viewer, order);
  }

  /** The terms of an order that is open or has just ended; null for any other. */
  termsOf(activeOrderSeq: number): OrderTerms | null {
    const order = this.#active.get(activeOrderSeq) ?? this.#justEnded(activeOrderSeq)?.order;
    if (order === undefined) return null;
    const { contract, side, qty: lots, price } = order;
    return { activeOrderSeq, contract, side, lots, price };
  }

  #justEnded(activeOrderSeq: number): CompletedOrder | null {
    const newest = this.#nextCompletedSeq - 1;
    for (let key = newest; key > Math.max(newest - recentlyEnded, 0); key -= 1)
      if (this.#endedSeqs[key % recentlyEnded] === activeOrderSeq) return this.#completed.get(key) ?? null;
    return null;
  }

  /** Drops the completed orders without a change: history has stored them. */
  forgetCompleted(): void {
    this.#completed.load({ records: [], streams: [], dealerStreams: [] }, loadedCompleted);
  }

  save(): SavedMemberOrders {
    return {
      active: this.#active.save(({ round: _round, ...order }) => order),
      preMarket: this.#preMarket.save(({ key }) => key),
      completed: this.#completed.save(savedCompleted),
      nextCompletedSeq: this.#nextCompletedSeq,
    };
  }

  load({ active, preMarket, completed, nextCompletedSeq }: SavedMemberOrders): void {
    this.#active.load(active, (saved) => ({ ...saved, round: 0 }));
    const orders = new Map(Array.from(this.#active.all(), (order) => [order.key, order]));
    this.#preMarket.load(
      { ...preMarket, records: Array.from(preMarket.records).flatMap((key) => orders.get(key) ?? []) },
      waitingOrder,
    );
    this.#completed.load(completed, loadedCompleted);
    this.#nextCompletedSeq = nextCompletedSeq;
    this.#endedSeqs.length = 0;
    for (let key = Math.max(nextCompletedSeq - recentlyEnded, 1); key < nextCompletedSeq; key += 1)
      this.#endedSeqs[key % recentlyEnded] = this.#completed.get(key)?.activeOrderSeq ?? 0;
  }

  #accept(event: OrderAccepted, at: number): void {
    const { activeOrderSeq, contract, side, type, lots, price, pricing, owner, holdOverUntil } = event;
    this.#active.put({
      key: activeOrderSeq,
      member: owner.member,
      dealer: owner.dealer,
      round: 0,
      contract,
      side,
      type,
      enteredAt: at,
      owner,
      holdOverUntil,
      wasHeldOver: false,
      price,
      pricing,
      qty: lots,
      remaining: lots,
      state: 'Active',
      time: at,
      queuePosition: null,
      lotsAhead: null,
      dealt: 0,
      value: 0,
    });
  }

  #deal(
    { activeOrderSeq, left }: DealSide,
    { lots, price }: { readonly lots: number; readonly price: number },
  ): void {
    const order = this.#active.get(activeOrderSeq);
    if (order === undefined) return;
    order.remaining = left;
    order.dealt += lots;
    order.value += price * lots;
    this.#changed(order);
  }

  #leaveQueue(order: OpenOrder | undefined, state: ActiveOrderState): void {
    if (order === undefined) return;
    order.state = state;
    order.queuePosition = null;
    order.lotsAhead = null;
    this.#changed(order);
  }

  #changed(order: OpenOrder): void {
    this.#active.changed(order);
    const waiting = this.#preMarket.size === 0 ? undefined : this.#preMarket.get(order.key);
    if (order.state === 'Pre-market') {
      if (waiting === undefined) this.#preMarket.put(waitingOrder(order));
      else this.#preMarket.changed(waiting);
    } else if (waiting !== undefined) this.#preMarket.drop(waiting);
  }

  #complete(activeOrderSeq: number, time: number, state: CompletedOrderState, reason: string): void {
    const order = this.#active.get(activeOrderSeq);
    if (order === undefined) return;
    this.#active.drop(order);
    const waiting = this.#preMarket.get(activeOrderSeq);
    if (waiting !== undefined) this.#preMarket.drop(waiting);
    this.#addCompleted({ activeOrderSeq, order, time, state, reason });
  }

  #addCompleted(
    completed: Pick<CompletedOrder, 'activeOrderSeq' | 'order' | 'time' | 'state' | 'reason'>,
  ): void {
    const { activeOrderSeq, order, time, state, reason } = completed;
    const { member, dealer } = order.owner;
    const key = this.#nextCompletedSeq;
    this.#nextCompletedSeq += 1;
    this.#completed.put({ key, member, dealer, round: 0, activeOrderSeq, order, time, state, reason });
    this.#endedSeqs[key % recentlyEnded] = activeOrderSeq ?? 0;
  }

  #activeRow(order: OpenOrder): ActiveOrderRow {
    const { principal, subAccount, member, dealer, capacity, ref } = order.owner;
    const { displaySeq, instrument } = this.#facts(order.contract);
    const row: ActiveOrderRow = {
      activeOrderSeq: order.key,
      time: order.time,
      ...(order.wasHeldOver && { enteredAt: order.enteredAt }),
      contract: order.contract,
      displaySeq,
      instrument,
      side: order.side,
      qty: order.qty,
      remaining: order.remaining,
      price: toRand(order.price),
      orderType: orderTypes[order.type].code,
      state: order.state,
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      ref,
      holdOverUntil: order.holdOverUntil,
      queuePosition: order.queuePosition,
      lotsAhead: order.lotsAhead,
      ...(order.dealt > 0 && { averagePrice: averageRand(order.value, order.dealt) }),
    };
    return order.pricing === null ? row : { ...row, pricing: orderPricing(order.pricing) };
  }

  #completedRow({ key, activeOrderSeq, order, time, state, reason }: CompletedOrder): CompletedOrderRow {
    const { contract, side, type, enteredAt, owner, price, pricing, qty, dealt, value } = order;
    const { principal, subAccount, member, dealer, capacity, ref } = owner;
    const { displaySeq, instrument } = this.#facts(contract);
    const row: CompletedOrderRow = {
      completedOrderSeq: key,
      activeOrderSeq,
      time,
      enteredAt,
      contract,
      displaySeq,
      instrument,
      side,
      qty,
      dealt,
      price: toRand(price),
      averagePrice: dealt === 0 ? null : averageRand(value, dealt),
      orderType: orderTypes[type].code,
      state,
      reason,
      principal,
      subAccount,
      member,
      dealer,
      capacity,
      ref,
    };
    return pricing === null ? row : { ...row, pricing: orderPricing(pricing) };
  }
}

/** The fields that are kept, because an open order becomes a completed one without a copy. */
const endedOrder = (order: EndedOrder): EndedOrder => ({
  contract: order.contract,
  side: order.side,
  type: order.type,
  enteredAt: order.enteredAt,
  owner: order.owner,
  price: order.price,
  pricing: order.pricing,
  qty: order.qty,
  dealt: order.dealt,
  value: order.value,
});

/** Written field by field, because a spread is slow. */
const savedCompleted = (completed: CompletedOrder): SavedCompletedOrder => ({
  key: completed.key,
  member: completed.member,
  dealer: completed.dealer,
  activeOrderSeq: completed.activeOrderSeq,
  order: endedOrder(completed.order),
  time: completed.time,
  state: completed.state,
  reason: completed.reason,
});

const loadedCompleted = (completed: SavedCompletedOrder): CompletedOrder => ({ ...completed, round: 0 });

const waitingOrder = (order: OpenOrder): WaitingOrder => ({
  key: order.key,
  member: order.member,
  dealer: order.dealer,
  round: 0,
  order,
});

/** The computed price of an order on an option or a delta, in the units of rows. */
const orderPricing = ({ premium, volatility, reference, delta }: OptionPricing): OrderPricing => ({
  premium: toRand(premium),
  volatility: toPercent(volatility),
  reference: toRand(reference),
  delta,
});
