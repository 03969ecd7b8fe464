// What happened before now (PANEL-16, PANEL-17, design §4.22): candles and deals of a contract, page by page from the newest
// backwards. Silent: the panel says what went wrong in its own place.
import {
  type CandleInterval,
  type CandlesReply,
  candlesReply,
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
  /** `next` of the page that came before. */
  readonly cursor?: string;
  /** Candles in a page; the server's own measure when it is left out. */
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
  /** Deals in the page. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** The newest deals of a contract as the market saw them, the last first. */
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
