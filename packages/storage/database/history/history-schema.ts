// The tables of the history database, as Kysely sees them: the contents of the outcome log in the form
// that screens request. Prices are integer cents, times milliseconds since 1970, business days
// `YYYY-MM-DD`, booleans 0 and 1. All of it can be deleted and rebuilt from the log.
import type { Kysely } from 'kysely';

export interface HistorySchema {
  /** One row: the last outcome that is in the tables, and its hash in the log's chain, in hexadecimal. */
  history_position: { id: number; seq: number; hash: string };
  /** One row: the follower's state after outcome `seq`, where it continues. */
  history_checkpoint: { id: number; seq: number; json: string };
  candle: {
    contract: string;
    minutes: number;
    start: number;
    business_day: string;
    open: number;
    high: number;
    low: number;
    close: number;
    volume: number;
    deals: number;
    illustrative: number;
  };
  day_candle: {
    contract: string;
    business_day: string;
    open: number | null;
    high: number | null;
    low: number | null;
    close: number | null;
    volume: number;
    deals: number;
    mtm: number | null;
    previous_mtm: number | null;
    open_interest: number | null;
    illustrative: number;
  };
  deal_print: {
    match_seq: number;
    contract: string;
    time: number;
    business_day: string;
    price: number;
    lots: number;
    aggressor: 'B' | 'S' | null;
    origin: string;
    /** 1 if it counts for candles, 2 if only in the volume of the day, 0 otherwise. */
    counts: number;
    /** True if the deal was cancelled as an error trade. */
    cancelled: number;
    buyer: string | null;
    seller: string | null;
  };
  past_deal: {
    deal_seq: number;
    member: string;
    dealer: string;
    business_day: string;
    time: number;
    contract: string;
    principal: string;
    json: string;
  };
  past_order: {
    completed_order_seq: number;
    member: string;
    dealer: string;
    business_day: string;
    time: number;
    contract: string;
    principal: string;
    json: string;
  };
  /** A row of a data set as it was when a business day ended. */
  past_set_row: {
    row_seq: number;
    data_set: number;
    business_day: string;
    /** Empty for a row of the whole market. */
    member: string;
    /** Empty for a row of no account. */
    principal: string;
    json: string;
  };
}

/** The history database or a transaction in it. */
export type HistoryDb = Kysely<HistorySchema>;
