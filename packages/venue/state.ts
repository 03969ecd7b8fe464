// All that the venue remembers. It is changed by command handlers only; screens and HTTP never see it (design §1).
import type { UserRights } from './access/user-rights.ts';
import type { DealLedger } from './deals/deal-ledger.ts';
import type { ContractListing, PriceLimits, VenueEvent } from './events.ts';
import type { Day } from './kernel/civil-date.ts';
import type { Holidays } from './kernel/trading-day.ts';
import type { Cents, EpochMs } from './kernel/units.ts';
import type { OptionTerms } from './options/option-terms.ts';
import type { OrderBook } from './order-book/order-book.ts';
import type { Order } from './orders/order.ts';
import type { RefNumbers } from './orders/ref-numbers.ts';
import type { PairTerms } from './pairs/pair-terms.ts';
import type { PositionLedger } from './positions/position-ledger.ts';
import type { AddedListing } from './reference/added-listing.ts';
import type {
  Client,
  Dealer,
  Instrument,
  MarketRules,
  Member,
  ReferenceData,
  VolatilityCurve,
} from './reference/reference-data.ts';
import type { LimitLock } from './session/limit-lock.ts';
import type { RequestLedger } from './session/request-ledger.ts';
import type { Session } from './session/session.ts';

export interface Contract {
  readonly listing: ContractListing;
  readonly instrument: Instrument;
  readonly firstDeliveryDay: Day;
  /** The last day on which it trades. */
  readonly lastDay: Day;
  /** Step of its price; of a delta, of its volatility. */
  readonly tick: Cents;
  /** Of an option or a delta, else null. */
  readonly option: OptionTerms | null;
  /** Of a split or a spread, else null. */
  readonly pair: PairTerms | null;
  readonly book: OrderBook;
  /** Of a future on which options are listed: at what volatilities they are marked. */
  curve: VolatilityCurve | null;
  /** MTM of the last day that ended. */
  mtm: Cents;
  limits: PriceLimits | null;
  /** While its book is locked at one of them. */
  lock: LimitLock | null;
  /** Price of the day's last deal. */
  last: Cents | null;
  /** The day's highest and lowest deal that counts for the market; null before there is one. */
  high: Cents | null;
  low: Cents | null;
}

export interface Market {
  readonly referenceData: ReferenceData;
  rules: MarketRules;
  readonly session: Session;
  readonly holidays: Holidays;
  readonly contracts: Map<string, Contract>;
  /** What was listed since the first day, in that order. */
  readonly added: AddedListing[];
  readonly members: ReadonlyMap<string, Member>;
  /** By member and code, `KAND/ABD`. */
  readonly dealers: ReadonlyMap<string, Dealer>;
  readonly clients: ReadonlyMap<string, Client>;
  businessDay: Day;
}

export interface VenueState {
  market: Market | null;
  readonly users: Map<string, UserRights>;
  /** Orders that are active or suspended, by number. */
  readonly orders: Map<number, Order>;
  readonly requests: RequestLedger;
  readonly positions: PositionLedger;
  /** The business day's deals. */
  readonly deals: DealLedger;
  readonly refs: RefNumbers;
  nextOrderSeq: number;
  nextDealSeq: number;
  nextMatchSeq: number;
  nextAnnouncementId: number;
  lastSeq: number;
  lastAt: EpochMs;
}

/** What a handler has at hand besides the state: when, and where to tell what happened. */
export interface Handling {
  readonly seq: number;
  readonly at: EpochMs;
  readonly tell: (event: VenueEvent) => void;
}
