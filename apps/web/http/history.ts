// The history of a contract (PANEL-16, PANEL-17), candles and deals, and the member's past deals (PANEL-10), page by page from
// the newest backwards. Silent: the
// panel shows an error in its own place.
import {
  type CandleInterval,
  type CandlesReply,
  candlesReply,
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

export interface PastDealsRequest {
  /** Empty texts do not filter; days are `2026-11-18`. */
  readonly filter: {
    readonly from: string;
    readonly to: string;
    readonly contract: string;
    readonly principal: string;
  };
  /** `next` of the previous page; null for the newest deals. */
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

/** The deals of all days that the user may see, the newest first. */
export function getPastDeals({
  filter,
  cursor,
  signal,
}: PastDealsRequest): Promise<CallResult<PastDealsReply>> {
  const given = Object.entries(filter).filter(([, text]) => text !== '');
  return callMainApi({
    method: 'GET',
    path: paths.historyDeals,
    query: { ...Object.fromEntries(given), ...(cursor !== null && { cursor }) },
    read: replyAs(pastDealsReply),
    isSilent: true,
    signal,
  });
}
