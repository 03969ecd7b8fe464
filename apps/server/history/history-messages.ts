// The messages between the server and the history's thread.
import type { DayOfContract } from '@openpit/market';
import type { HistoryBound, MarketPlace } from '@openpit/storage';
import type {
  CandlesReply,
  PastDataSet,
  PastDealsReply,
  PastOrdersReply,
  PastSetReply,
  TimeAndSalesReply,
} from '@openpit/wire';

/** The journal of the market must be open in this process. */
export interface HistoryStart extends MarketPlace {
  /** `null` for a market without illustrative history. */
  readonly illustrativeSeed: number | null;
  /** The market does not trade during this, so there are no pauses between batches. */
  readonly isAlone: boolean;
}

interface Page {
  readonly from: HistoryBound | null;
  readonly to: HistoryBound | null;
  readonly limit: number;
}
export interface MemberPage extends Page {
  readonly member: string;
  /** The dealer whose rows are read; null for all rows of the member. */
  readonly dealer: string | null;
  readonly contract: string | null;
  readonly principal: string | null;
  readonly before: number | null;
}

/** The first and the last business day of a page. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

interface SetPage extends Days {
  readonly limit: number;
  readonly dataSet: PastDataSet;
  /** Empty for a set of the whole market. */
  readonly member: string;
  readonly principal: string | null;
  readonly before: number | null;
}

/** A part of a business day, in the order of keys; those after one. */
interface DayPage<Key> {
  readonly day: string;
  readonly after: Key | null;
  readonly limit: number;
}

/** The reads from history's tables: a page each, without its cursor, which the server makes. */
export interface HistoryReads {
  candles: {
    params: Page & {
      readonly contract: string;
      readonly minutes: number;
      readonly before: number | null;
    };
    rows: CandlesReply['rows'];
  };
  dayCandles: {
    params: Days & { readonly contract: string; readonly limit: number; readonly before: string | null };
    rows: CandlesReply['rows'];
  };
  timeAndSales: {
    params: Page & { readonly contract: string; readonly before: number | null };
    rows: TimeAndSalesReply['rows'];
  };
  deals: { params: MemberPage; rows: PastDealsReply['rows'] };
  orders: { params: MemberPage; rows: PastOrdersReply['rows'] };
  dataSet: { params: SetPage; rows: PastSetReply['rows'] };
  dealsOfDay: { params: DayPage<number> & { readonly member: string }; rows: PastDealsReply['rows'] };
  setOfDay: {
    params: DayPage<number> & { readonly dataSet: PastDataSet; readonly member: string };
    rows: PastSetReply['rows'];
  };
  candlesOfDay: { params: DayPage<string>; rows: DayOfContract[] };
}

interface HistoryPage<Name extends keyof HistoryReads> {
  readonly rows: HistoryReads[Name]['rows'];
  /** The last outcome that history held when the page was read. */
  readonly asOf: number;
}

export interface HistoryProgress {
  /** The last outcome that is in history. */
  readonly seq: number;
  /** The last outcome of the log. */
  readonly of: number;
  readonly isRebuilding: boolean;
  /** The damage to history and the advice, as sentences; null if no damage is known. */
  readonly damage: string | null;
}

/** Why history cannot answer now: its file is damaged, or it is being rebuilt from the outcome log. */
export type HistoryGap = 'damaged' | 'rebuilding';

export interface HistoryProtocol {
  readonly start: HistoryStart;
  readonly calls: {
    readonly [Name in keyof HistoryReads]: {
      readonly params: HistoryReads[Name]['params'];
      readonly result: HistoryPage<Name>;
    };
  } & {
    /** Answered when history contains the outcome with this number. */
    readonly reach: { readonly params: { readonly seq: number }; readonly result: undefined };
    /** Answered when history was rebuilt from the log. */
    readonly rebuild: { readonly params: null; readonly result: undefined };
  };
  readonly toThread: 'outcomesWritten';
  readonly fromThread: HistoryProgress;
}
