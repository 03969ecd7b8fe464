// What passes between the server and the history's thread; every value can be structured-cloned.
import type { HistoryBound } from '@openpit/storage';
import type {
  CandleInterval,
  CandlesReply,
  PastDealsReply,
  PastOrdersReply,
  TimeAndSalesReply,
} from '@openpit/wire';

export interface HistoryStart {
  readonly dataFolder: string;
  /** Null for a market without made-up history. */
  readonly illustrativeSeed: number | null;
  /** Nobody trades meanwhile, so that it need not rest between batches. */
  readonly isAlone: boolean;
}

interface Page {
  readonly from: HistoryBound | null;
  readonly to: HistoryBound | null;
  readonly limit: number;
}
export interface MemberPage extends Page {
  readonly member: string;
  /** Rows of this dealer alone; null for all of the member's. */
  readonly dealer: string | null;
  readonly contract: string | null;
  readonly principal: string | null;
  readonly before: number | null;
}

/** The rows of a page without its cursor, which is the server's affair. */
type Rows<Reply extends { readonly rows: unknown }> = Pick<Reply, 'rows'> & { readonly asOf: number };

/** What the thread is asked, and what it answers. */
export interface HistoryCalls {
  candles: {
    question: Page & {
      readonly contract: string;
      readonly interval: CandleInterval;
      readonly before: string | number | null;
    };
    answer: Rows<CandlesReply>;
  };
  timeAndSales: {
    question: Page & { readonly contract: string; readonly before: number | null };
    answer: Rows<TimeAndSalesReply>;
  };
  deals: { question: MemberPage; answer: Rows<PastDealsReply> };
  orders: { question: MemberPage; answer: Rows<PastOrdersReply> };
  /** Answered when history holds the outcome of this number. */
  reach: { question: { readonly seq: number }; answer: null };
  /** Answered when history was made again from the log. */
  rebuild: { question: null; answer: null };
  /** Answered when everything is closed; the thread then ends. */
  stop: { question: null; answer: null };
}
export type HistoryCall = keyof HistoryCalls;

export type HistoryQuestion = {
  [C in HistoryCall]: {
    readonly id: number;
    readonly call: C;
    readonly question: HistoryCalls[C]['question'];
  };
}[HistoryCall];

export type ToHistory = HistoryQuestion | { readonly call: 'written' };

export interface HistoryProgress {
  /** The last outcome that is in history. */
  readonly seq: number;
  /** The last outcome of the log. */
  readonly of: number;
  readonly isRebuilding: boolean;
}

export type FromHistory =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  /** The question could not be answered; history goes on. */
  | { readonly kind: 'rejected'; readonly id: number; readonly message: string }
  | ({ readonly kind: 'progress' } & HistoryProgress)
  /** History follows no more. */
  | { readonly kind: 'failed'; readonly message: string };
