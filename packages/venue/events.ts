// What has happened in the market, in the past tense: the only thing that screens, history and gateways learn of it.
// An event says all that its readers need; nobody asks the venue's state. Prices are cents per ton, quantities lots.
import type { AnnouncementKind, DealerScope, Flag } from './commands.ts';
import type { DealEvent } from './deals/deal-events.ts';
import type { DealOrigin } from './deals/deal-origin.ts';
import type { IsoDate } from './kernel/civil-date.ts';
import type { Capacity, Cents, EpochMs, Lots, OrderType, Side, Volatility } from './kernel/units.ts';
import type { OptionDealt } from './options/option-dealt.ts';
import type { OptionPricing } from './options/option-terms.ts';
import type { StrikeAdded } from './options/strike-events.ts';
import type {
  Client,
  Dealer,
  Holiday,
  Instrument,
  MarketRules,
  Member,
  Tripartite,
} from './reference/reference-data.ts';
import type { SessionEvent } from './session/session-events.ts';

/** Contracts more than the day before: the next month of instruments of which one has expired. */
export interface ContractsListed {
  readonly kind: 'contractsListed';
  readonly contracts: readonly ContractListing[];
}

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
  /** Of an option or a delta: its future. */
  readonly underlying?: string;
  /** Of an option or a delta: the volatility at which it was marked. */
  readonly volatility?: Volatility;
  /** Of a split or a spread. */
  readonly legs?: PairLegs;
}

/** The futures of a pair; it is bought by buying `plus` and selling `minus`. */
export interface PairLegs {
  /** Of a split by month; of a spread the first-named. */
  readonly near: string;
  readonly far: string;
  readonly plus: string;
  readonly minus: string;
  /** Lots of each in one lot of the pair. */
  readonly plusLots: number;
  readonly minusLots: number;
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
  readonly tripartites: readonly Tripartite[];
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
/** A dealer sees and acts on all of his member's, or only on his own. */
export interface DealerScopeSet {
  readonly kind: 'dealerScopeSet';
  readonly userId: string;
  readonly scope: DealerScope;
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
  /** How the price of an option or a delta came to be; null where it was given. */
  readonly pricing: OptionPricing | null;
  readonly owner: OrderOwner;
  /** The business day until which its remainder is kept; null for this day only. */
  readonly holdOverUntil: IsoDate | null;
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
  /** When it took its place, where that was before the event: it had waited for the opening. */
  readonly queuedAt?: EpochMs;
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
  readonly pricing: OptionPricing | null;
  readonly lots: Lots;
  readonly owner: OrderOwner;
  readonly holdOverUntil: IsoDate | null;
}
/** The day has ended over an order that still rested or was suspended. */
export interface OrderExpired extends OrderPlace {
  readonly kind: 'orderExpired';
  /** `holdOverEnded`: it was kept until this day and no longer; `contractExpired`: its contract trades no more. */
  readonly reason: 'dayEnded' | 'holdOverEnded' | 'contractExpired';
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
  /** The side that came and took; null where both had waited for the opening. */
  readonly aggressor: Side | null;
  readonly origin: DealOrigin;
  /** The deals of a package, as the legs of a pair; null for a deal that stands alone. */
  readonly linkedGroup: number | null;
  /** Of an option: its volatility as it was dealt. */
  readonly option: OptionDealt | null;
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
  /** Of a future how it was found (domain §6.1); `limit`: its book stood at the day's limit, or beyond. */
  readonly method: 'VWAP' | 'last deal' | 'bid' | 'offer' | 'limit' | 'previous' | 'volatility' | 'legs';
  readonly limits: PriceLimits | null;
  /** Of an option or a delta: the volatility of the mark. */
  readonly volatility?: Volatility;
}
export interface DayEnded {
  readonly kind: 'dayEnded';
  readonly businessDay: IsoDate;
  readonly nextBusinessDay: IsoDate;
  /** When the schedule wanted it; null by the operator's hand. */
  readonly dueAt: EpochMs | null;
  /** Why the operator ended it although his checklist was against it; null when it was not. */
  readonly forcedBecause: string | null;
  readonly marks: readonly DayMark[];
}

export type VenueEvent =
  | MarketOpened
  | UserRegistered
  | PermissionsGranted
  | PermissionsRevoked
  | OrderQuantityLimited
  | DealerScopeSet
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
  | DealEvent
  | StrikeAdded
  | ContractsListed
  | PositionChanged
  | PositionLimited
  | AnnouncementMade
  | SessionEvent
  | DayEnded;
export type EventKind = VenueEvent['kind'];

/** When and where in the journal an event came to be. */
export interface EventOrigin {
  readonly seq: number;
  readonly at: EpochMs;
}
