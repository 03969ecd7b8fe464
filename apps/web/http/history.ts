// History: candles and deals of a contract (PANEL-16, PANEL-17), and the member's own past deals (PANEL-15), page by page from
// the newest backwards. Silent: the panel shows an error in its own place.
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

export interface PastDealsRequest {
  readonly businessDay: string;
  readonly contract: string;
  readonly principal: string;
  readonly signal: AbortSignal;
}

/** All deals of an account in a contract on a business day, in any state, the newest first. */
export async function getDealsOfDay({
  businessDay,
  contract,
  principal,
  signal,
}: PastDealsRequest): Promise<CallResult<readonly DealRow[]>> {
  const deals: DealRow[] = [];
  let cursor: string | null = null;
  do {
    const page: CallResult<PastDealsReply> = await callMainApi({
      method: 'GET',
      path: paths.historyDeals,
      query: {
        contract,
        principal,
        from: businessDay,
        to: businessDay,
        ...(cursor !== null && { cursor }),
      },
      read: replyAs(pastDealsReply),
      isSilent: true,
      signal,
    });
    if (page.kind !== 'ok') return page;
    // The rows of history are those of data set 7.
    deals.push(...(page.value.rows as object[] as DealRow[]));
    cursor = page.value.next;
  } while (cursor !== null);
  return { kind: 'ok', value: deals };
}
