// All that the venue remembers. It is changed by command handlers only; screens and HTTP never see it (design §1).
import type { UserRights } from './access/user-rights.ts';
import type { ContractListing, PriceLimits, VenueEvent } from './events.ts';
import type { Day } from './kernel/civil-date.ts';
import type { Holidays } from './kernel/trading-day.ts';
import type { Cents, EpochMs } from './kernel/units.ts';
import type { OrderBook } from './order-book/order-book.ts';
import type { Order } from './orders/order.ts';
import type { RefNumbers } from './orders/ref-numbers.ts';
import type { PositionLedger } from './positions/position-ledger.ts';
import type {
  Client,
  Dealer,
  Instrument,
  MarketRules,
  Member,
  ReferenceData,
} from './reference/reference-data.ts';
import type { RequestLedger } from './session/request-ledger.ts';

export interface Contract {
  readonly listing: ContractListing;
  readonly instrument: Instrument;
  readonly firstDeliveryDay: Day;
  readonly book: OrderBook;
  /** MTM of the last day that ended. */
  mtm: Cents;
  limits: PriceLimits | null;
  /** Price of the day's last deal. */
  last: Cents | null;
}

export interface Market {
  readonly referenceData: ReferenceData;
  readonly rules: MarketRules;
  readonly holidays: Holidays;
  readonly contracts: ReadonlyMap<string, Contract>;
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
