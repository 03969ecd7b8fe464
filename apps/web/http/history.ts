// The history of a contract (PANEL-16, PANEL-17), candles and deals, and the member's past deals (PANEL-10), page by page from
// the newest backwards. Silent: the
// panel shows an error in its own place.
import {
  type CandleInterval,
  type CandlesReply,
  candlesReply,
  type DealRow,
  type PastDealsReply,
  pastDealsReply,
  paths,
  type TimeAndSalesReply,
  timeAndSalesReply,
} from '@openpit/wire';
import type { CallResult } from './call-result.ts';
import { callMainApi } from './main-api.ts';
import { replyAs } from './read-reply.ts';

export interface CandlesRequest {
  readonly contract: string;
  readonly interval: CandleInterval;
  /** `next` of the previous page. */
  readonly cursor?: string;
  /** Candles per page; by default the server's own number. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export function getCandles({
  contract,
  interval,
  cursor,
  limit,
  signal,
}: CandlesRequest): Promise<CallResult<CandlesReply>> {
  return callMainApi({
    method: 'GET',
    path: paths.historyCandles,
    query: {
      contract,
      interval,
      ...(cursor !== undefined && { cursor }),
      ...(limit !== undefined && { limit: String(limit) }),
    },
    read: replyAs(candlesReply),
    isSilent: true,
    ...(signal && { signal }),
  });
}

export interface TimeAndSalesRequest {
  readonly contract: string;
  /** Deals per page. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** The latest public deals of a contract, the newest first. */
export function getTimeAndSales({
  contract,
  limit,
  signal,
}: TimeAndSalesRequest): Promise<CallResult<TimeAndSalesReply>> {
  return callMainApi({
    method: 'GET',
    path: paths.historyTimeAndSales,
    query: { contract, limit: String(limit) },
    read: replyAs(timeAndSalesReply),
    isSilent: true,
    ...(signal && { signal }),
  });
}

/** A row of data set 7 with its business day. */
export type PastDeal = DealRow & { readonly businessDay: string };

/** Empty texts do not filter; days are `2026-11-18`. */
export interface PastDealsFilter {
  readonly from: string;
  readonly to: string;
  readonly contract: string;
  readonly principal: string;
}

interface PastRequest<Query> {
  readonly query: Query;
  /** `next` of the previous page; null for the newest. */
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

export interface PastDealsPage extends Omit<PastDealsReply, 'rows'> {
  readonly rows: readonly PastDeal[];
}

/** The schema names the fields that filters and cursors need; the server's type of a row guarantees the others. */
function pastDealsPage(json: unknown): PastDealsPage {
  const page = replyAs<PastDealsReply>(pastDealsReply)(json);
  return { ...page, rows: page.rows as readonly object[] as readonly PastDeal[] };
}

/** The deals of all days that the user may see, the newest first. */
export function getPastDeals({
  query,
  cursor,
  signal,
}: PastRequest<PastDealsFilter>): Promise<CallResult<PastDealsPage>> {
  const given = Object.entries(query).filter(([, text]) => text !== '');
  return callMainApi({
    method: 'GET',
    path: paths.historyDeals,
    query: { ...Object.fromEntries(given), ...(cursor !== null && { cursor }) },
    read: pastDealsPage,
    isSilent: true,
    signal,
  });
}

/** The public deals of a contract on all days, the newest first. */
export function getPastPrints({
  query: { contract },
  cursor,
  signal,
}: PastRequest<{ readonly contract: string }>): Promise<CallResult<TimeAndSalesReply>> {
  return callMainApi({
    method: 'GET',
    path: paths.historyTimeAndSales,
    query: { contract, ...(cursor !== null && { cursor }) },
    read: replyAs(timeAndSalesReply),
    isSilent: true,
    signal,
  });
}
