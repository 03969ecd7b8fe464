// What has happened in the market, in the past tense: the only thing that screens, history and gateways learn of it.
// An event says all that its readers need; nobody asks the venue's state. Prices are cents per ton, quantities lots.
import type { AnnouncementKind, Flag } from './commands.ts';
import type { IsoDate } from './kernel/civil-date.ts';
import type { Capacity, Cents, EpochMs, Lots, OrderType, Side } from './kernel/units.ts';
import type { Client, Dealer, Holiday, Instrument, MarketRules, Member } from './reference/reference-data.ts';

/** A contract as listed: what a screen needs to show a line for it. */
export interface ContractListing {
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly contractDate: string;
  readonly systemCode: string;
  readonly flag: 'F' | 'C' | 'P';
  readonly strike: Cents;
  readonly contractType: 1 | 2 | 3 | 4 | 5;
  readonly firstDeliveryDay: IsoDate;
  readonly lastTradingDay: IsoDate;
  readonly optionExpiry: IsoDate;
  readonly mtm: Cents;
  readonly limits: PriceLimits | null;
  readonly openInterest: number;
}

export interface PriceLimits {
  readonly low: Cents;
  readonly high: Cents;
}

export interface MarketOpened {
  readonly kind: 'marketOpened';
  readonly businessDay: IsoDate;
  readonly market: MarketRules;
  readonly holidays: readonly Holiday[];
  readonly instruments: readonly Instrument[];
  readonly contracts: readonly ContractListing[];
  readonly members: readonly Member[];
  readonly dealers: readonly Dealer[];
  readonly clients: readonly Client[];
}

export interface UserRegistered {
  readonly kind: 'userRegistered';
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
}
export interface PermissionsGranted {
  readonly kind: 'permissionsGranted';
  readonly userId: string;
  readonly flags: readonly Flag[];
}
export interface PermissionsRevoked {
  readonly kind: 'permissionsRevoked';
  readonly userId: string;
  readonly flags: readonly Flag[];
}
/** The largest order that the user may enter has changed: the smaller of his own setting and the operator's. */
export interface OrderQuantityLimited {
  readonly kind: 'orderQuantityLimited';
  readonly userId: string;
  readonly ownMaxLots: Lots;
  readonly operatorMaxLots: Lots | null;
}

/** Who stands behind an order. */
export interface OrderOwner {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly capacity: Capacity;
  readonly ref: string;
}

/** The order is taken. What becomes of it at once follows: deals, then rested, filled or killed. */
export interface OrderAccepted {
  readonly kind: 'orderAccepted';
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly lots: Lots;
  readonly price: Cents;
  readonly owner: OrderOwner;
}
/** The order joins the back of its price's queue. */
export interface OrderRested {
  readonly kind: 'orderRested';
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly price: Cents;
  readonly lots: Lots;
  readonly member: string;
}
export interface OrderFilled {
  readonly kind: 'orderFilled';
  readonly activeOrderSeq: number;
  readonly member: string;
}
/** The remainder of a TOK or FOK order is gone without a trace in the book. */
export interface OrderKilled {
  readonly kind: 'orderKilled';
  readonly activeOrderSeq: number;
  readonly lots: Lots;
  readonly member: string;
}
/** Where an order stood when something ended its stay. */
export interface OrderPlace {
  readonly activeOrderSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly price: Cents;
  /** Lots that remained. */
  readonly lots: Lots;
  readonly member: string;
  /** Whether it rested in the book; a suspended order did not. */
  readonly rested: boolean;
}
export interface OrderSuspended extends OrderPlace {
  readonly kind: 'orderSuspended';
}
/** Back towards the market with a new time: deals, then rested or filled, follow. */
export interface OrderResubmitted {
  readonly kind: 'orderResubmitted';
  readonly activeOrderSeq: number;
  readonly member: string;
}
export interface OrderDeleted extends OrderPlace {
  readonly kind: 'orderDeleted';
  /** By its dealer, by an all-action, or because the other side of a two-way quote was filled. */
  readonly reason: 'deleted' | 'cancelledAll' | 'otherSideFilled';
}
/** Less is left of an order; its place in the queue is the same. */
export interface OrderReduced extends OrderPlace {
  readonly kind: 'orderReduced';
  /** What is left now; `lots` says what was left before. */
  readonly left: Lots;
}
/** A suspended order has other terms. */
export interface OrderEdited {
  readonly kind: 'orderEdited';
  readonly activeOrderSeq: number;
  readonly price: Cents;
  readonly lots: Lots;
  readonly owner: OrderOwner;
}
/** The day has ended over an order that still rested or was suspended. */
export interface OrderExpired extends OrderPlace {
  readonly kind: 'orderExpired';
}

/** One side of a deal, with a number of its own. `left` is what remains of its order. */
export interface DealSide {
  readonly dealSeq: number;
  readonly activeOrderSeq: number;
  readonly left: Lots;
  readonly owner: OrderOwner;
}
export interface DealMade {
  readonly kind: 'dealMade';
  /** Names the two sides together. */
  readonly matchSeq: number;
  readonly contract: string;
  readonly price: Cents;
  readonly lots: Lots;
  /** The side that came and took. */
  readonly aggressor: Side;
  readonly buy: DealSide;
  readonly sell: DealSide;
}

/** An account's position in a contract after a change. Values are cents per ton times lots, so nothing is rounded. */
export interface PositionChanged {
  readonly kind: 'positionChanged';
  readonly positionSeq: number;
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly contract: string;
  /** Net lots with which the day began; a short position is negative, as everywhere here. */
  readonly opening: number;
  readonly bought: Lots;
  readonly sold: Lots;
  readonly net: number;
  /** What the net position cost: its lots times the average price at which they were opened. */
  readonly cost: number;
  /** Profit of what was closed today. */
  readonly realised: number;
}

/** An account may hold no more than this in any contract; null: as much as it likes. */
export interface PositionLimited {
  readonly kind: 'positionLimited';
  readonly principal: string;
  readonly maxLots: Lots | null;
}

export interface AnnouncementMade {
  readonly kind: 'announcementMade';
  readonly id: number;
  readonly announcement: AnnouncementKind;
  readonly message: string;
}

export interface DayMark {
  readonly contract: string;
  readonly mtm: Cents;
  readonly previous: Cents;
  readonly method: 'last deal' | 'previous';
  readonly limits: PriceLimits | null;
}
export interface DayEnded {
  readonly kind: 'dayEnded';
  readonly businessDay: IsoDate;
  readonly nextBusinessDay: IsoDate;
  readonly marks: readonly DayMark[];
}

export type VenueEvent =
  | MarketOpened
  | UserRegistered
  | PermissionsGranted
  | PermissionsRevoked
  | OrderQuantityLimited
  | OrderAccepted
  | OrderRested
  | OrderFilled
  | OrderKilled
  | OrderSuspended
  | OrderResubmitted
  | OrderDeleted
  | OrderReduced
  | OrderEdited
  | OrderExpired
  | DealMade
  | PositionChanged
  | PositionLimited
  | AnnouncementMade
  | DayEnded;
export type EventKind = VenueEvent['kind'];

/** When and where in the journal an event came to be. */
export interface EventOrigin {
  readonly seq: number;
  readonly at: EpochMs;
}
