// The events of orders.

import type { OrderType, Side } from '@openpit/terms';
import type { IsoDate } from '../kernel/civil-date.ts';
import type { EpochMs, Lots, Price } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { OptionPricing } from '../pricing/option-pricing.ts';
import type { OrderOwner } from '../rights/owner.ts';

/** The order is accepted. Its immediate outcome follows: deals, then rested, filled or killed. */
export interface OrderAccepted {
  readonly kind: 'orderAccepted';
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly lots: Lots;
  readonly price: Price;
  /** The computation of the price of an option or a delta; null if the dealer gave the price. */
  readonly pricing: OptionPricing | null;
  readonly owner: OrderOwner;
  /** The last business day of its life; null for this day only. */
  readonly holdOverUntil: IsoDate | null;
}

interface OrderInBook {
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly price: Price;
  readonly lots: Lots;
  readonly member: string;
}
/** The order joins the back of the queue at its price. */
export interface OrderRested extends OrderInBook {
  readonly kind: 'orderRested';
  /** When the order took its place, if that was before the event because it waited for the call auction. */
  readonly queuedAt?: EpochMs;
}
/** The order waits for the call auction: it has its place in the queue, but does not deal yet and is hidden in depth. */
export interface OrderJoinedAuction extends OrderInBook {
  readonly kind: 'orderJoinedAuction';
}

export interface OrderFilled {
  readonly kind: 'orderFilled';
  readonly activeOrderSeq: number;
  readonly member: string;
}
/** The remainder of a TOK or FOK order is gone; it never rested. */
export interface OrderKilled {
  readonly kind: 'orderKilled';
  readonly activeOrderSeq: number;
  readonly lots: Lots;
  readonly member: string;
}

/** Where the order was when the event happened. */
export interface OrderPlace extends OrderInBook {
  /** Whether the order was in the book; a suspended order was not. */
  readonly rested: boolean;
}
export interface OrderSuspended extends OrderPlace {
  readonly kind: 'orderSuspended';
}
/** The order re-enters the market with a new time. Deals follow, then rested or filled. */
export interface OrderResubmitted {
  readonly kind: 'orderResubmitted';
  readonly activeOrderSeq: number;
  readonly member: string;
}
export interface OrderDeleted extends OrderPlace {
  readonly kind: 'orderDeleted';
  /** By its dealer, with all orders, because the other side of its two-way quote was filled, or by the operator's kill switch. */
  readonly reason: 'deleted' | 'cancelledAll' | 'otherSideFilled' | 'tradingStopped';
}
/** The remaining lots were lowered, and the order keeps its place in the queue. `lots` is the previous remainder. */
export interface OrderReduced extends OrderPlace {
  readonly kind: 'orderReduced';
  readonly left: Lots;
}
/** The terms of a suspended order were changed, or the price of a returning delta was computed again. */
export interface OrderEdited {
  readonly kind: 'orderEdited';
  readonly activeOrderSeq: number;
  readonly price: Price;
  readonly pricing: OptionPricing | null;
  readonly lots: Lots;
  readonly owner: OrderOwner;
  readonly holdOverUntil: IsoDate | null;
}
/** An open order expired at the end of the day. */
export interface OrderExpired extends OrderPlace {
  readonly kind: 'orderExpired';
  readonly reason: 'dayEnded' | 'holdOverEnded' | 'contractExpired';
}
/** The order outlives the day and returns in the next pre-open. */
export interface OrderHeldOver extends OrderPlace {
  readonly kind: 'orderHeldOver';
  readonly until: IsoDate;
}
/** The market suspended a user's orders. Each order also has an `orderSuspended` event. */
export interface OrdersSuspendedFor {
  readonly kind: 'ordersSuspendedFor';
  readonly userId: string;
  readonly reason: 'timedOut' | 'disconnected' | 'outsideLimits' | 'notAccepted' | 'accountInactive';
  readonly orders: readonly number[];
}

export type OrderEvent =
  | OrderAccepted
  | OrderRested
  | OrderJoinedAuction
  | OrderFilled
  | OrderKilled
  | OrderSuspended
  | OrderResubmitted
  | OrderDeleted
  | OrderReduced
  | OrderEdited
  | OrderExpired
  | OrderHeldOver
  | OrdersSuspendedFor;

export const orderEvents: EventKinds<OrderEvent> = {
  orderAccepted: true,
  orderRested: true,
  orderJoinedAuction: true,
  orderFilled: true,
  orderKilled: true,
  orderSuspended: true,
  orderResubmitted: true,
  orderDeleted: true,
  orderReduced: true,
  orderEdited: true,
  orderExpired: true,
  orderHeldOver: true,
  ordersSuspendedFor: true,
};
