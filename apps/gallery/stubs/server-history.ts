// The gallery's history, invented and the same in every run: `&candles=none|fault|never` in the address shows the other
// states of a chart, `&sales=none|fault|never` those of time and sales, `&past=none|fault|never` those of past deals.
import type { Candle, CandleInterval, CandlesReply, DealPrint, TimeAndSalesReply } from '@openpit/wire';
import type { CallResult } from '../../web/server/calls.ts';
import type {
  CandlesRequest,
  getPastDeals as getDeals,
  getDealsOfDay as getDealsOf,
  getPastPrints as getPrints,
  ReportRequest,
  TimeAndSalesRequest,
} from '../../web/server/history.ts';
import { marketStore } from '../../web/stores/stores.ts';
import { dealsOfLeaves } from '../example-money.ts';
import { deals } from '../example-own-rows.ts';
import { arbitrary, instruments, marketTime } from '../example-rows.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

export async function getCandles({
  contract,
  interval,
  cursor,
  limit = 160,
}: CandlesRequest): Promise<CallResult<CandlesReply>> {
  const state = new URLSearchParams(location.search).get('candles');
  if (state === 'never') return new Promise(() => undefined);
  if (state === 'fault') {
    const message = 'The server did not answer. Check the connection.';
    return { kind: 'unknown', message, errorText: message };
  }
  const rows = state === 'none' || cursor !== undefined ? [] : candlesOf(contract, interval, limit);
  return { kind: 'ok', value: { contract, interval, rows, next: null, asOf: 1 } };
}

/** A random walk backwards from the row's last price, so that the newest candle closes at it. */
function candlesOf(contract: string, interval: CandleInterval, count: number): Candle[] {
  const row = marketStore.get(contract);
  const tick = instruments.find((one) => one.instrument === row?.instrument)?.tick ?? 0.2;
  const length = interval === 'day' ? dayMs : Number(interval) * minuteMs;
  const price = (value: number) => Math.round(Math.round(value / tick) * tick * 100) / 100;
  const newest = Math.floor(marketTime / length) * length;
  let close = row?.last ?? row?.mtm ?? 100;
  const candles = Array.from({ length: count }, (_, back): Candle => {
    const seed = back * 17 + (row?.displaySeq ?? 0);
    const open = close + (arbitrary(seed, 25) - 12) * tick;
    const candle: Candle = {
      time: newest - back * length,
      businessDay: new Date(newest - back * length).toISOString().slice(0, 10),
      open: price(open),
      high: price(Math.max(open, close) + arbitrary(seed + 1, 9) * tick),
      low: price(Math.min(open, close) - arbitrary(seed + 2, 9) * tick),
      close: price(close),
      volume: 1 + arbitrary(seed + 3, 90),
      deals: 1 + arbitrary(seed + 4, 20),
      mtm: interval === 'day' ? price(close - tick) : null,
      openInterest: interval === 'day' ? 4_900 - back * 6 + arbitrary(seed + 5, 40) : null,
      illustrative: interval === 'day' && back > 2,
    };
    close = open;
    return candle;
  });
  return candles.reverse();
}

export async function getTimeAndSales({
  contract,
  limit = 120,
}: TimeAndSalesRequest): Promise<CallResult<TimeAndSalesReply>> {
  const state = new URLSearchParams(location.search).get('sales');
  if (state === 'never') return new Promise(() => undefined);
  if (state === 'fault') {
    const message = 'The server did not answer. Check the connection.';
    return { kind: 'unknown', message, errorText: message };
  }
  const rows = state === 'none' ? [] : printsOf(contract, Math.min(limit, 120));
  return { kind: 'ok', value: { contract, rows, next: null, asOf: 1 } };
}

/** A random walk backwards from the row's last price; the fifth deal was cancelled. */
function printsOf(contract: string, count: number): DealPrint[] {
  const row = marketStore.get(contract);
  const tick = instruments.find((one) => one.instrument === row?.instrument)?.tick ?? 0.2;
  let price = row?.last ?? row?.mtm ?? 100;
  return Array.from({ length: count }, (_, back): DealPrint => {
    const seed = back * 13 + (row?.displaySeq ?? 0);
    const print: DealPrint = {
      matchSeq: 50_000 - back,
      contract,
      time: marketTime - back * 7_300 - arbitrary(seed, 5_000),
      businessDay: new Date(marketTime).toISOString().slice(0, 10),
      price: Math.round(Math.round(price / tick) * tick * 100) / 100,
      qty: 1 + arbitrary(seed + 1, 40),
      aggressor: arbitrary(seed + 2, 2) === 0 ? 'B' : 'S',
      origin: 'screen',
      isCancelled: back === 4,
      buyer: null,
      seller: null,
    };
    price += (arbitrary(seed + 3, 5) - 2) * tick;
    return print;
  });
}

/** The answer of the other states; null for that with deals. */
async function otherPast(): Promise<CallResult<never> | null> {
  const state = new URLSearchParams(location.search).get('past');
  if (state === 'never') return new Promise(() => undefined);
  const message = 'The server did not answer. Check the connection.';
  return state === 'fault' ? { kind: 'unknown', message, errorText: message } : null;
}

/** Those of the breakdown's example. */
export const getDealsOfDay: typeof getDealsOf = async ({ contract, principal }) => {
  const other = await otherPast();
  const value = dealsOfLeaves.filter((deal) => deal.contract === contract && deal.principal === principal);
  return other ?? { kind: 'ok', value };
};

/** The example deals on three days; the earliest are on a second page. */
export const getPastDeals: typeof getDeals = async ({ query: filter, cursor }) => {
  const other = await otherPast();
  if (other !== null) return other;
  const hasNone = new URLSearchParams(location.search).get('past') === 'none';
  const daysBack = cursor === null ? [0, 1] : [2];
  const rows = daysBack.flatMap((back) =>
    deals.map((deal) => ({
      ...deal,
      dealSeq: deal.dealSeq - back * 1_000,
      time: deal.time - back * dayMs,
      businessDay: new Date(marketTime - back * dayMs).toISOString().slice(0, 10),
    })),
  );
  const { from, to, contract, principal } = filter;
  const found = rows.filter(
    (row) =>
      (from === '' || row.businessDay >= from) &&
      (to === '' || row.businessDay <= to) &&
      (contract === '' || row.contract === contract) &&
      (principal === '' || row.principal === principal),
  );
  const next = cursor === null && !hasNone ? 'earlier' : null;
  return { kind: 'ok', value: { rows: hasNone ? [] : found, next, asOf: 1 } };
};

/** The deals of the contract on three days; the earliest are on a second page. */
export const getPastPrints: typeof getPrints = async ({ query: { contract }, cursor }) => {
  const first = await getTimeAndSales({ contract, limit: 40 });
  if (first.kind !== 'ok') return first;
  const daysBack = cursor === null ? [0, 1] : [2];
  const rows = daysBack.flatMap((back) =>
    first.value.rows.map((print) => ({
      ...print,
      matchSeq: print.matchSeq - back * 1_000,
      time: print.time - back * dayMs,
      businessDay: new Date(marketTime - back * dayMs).toISOString().slice(0, 10),
    })),
  );
  return { kind: 'ok', value: { ...first.value, rows, next: cursor === null ? 'earlier' : null } };
};

// The gallery's end-of-day reports: `&reports=none|fault|never` in the address shows the other states of their list, and
// `&reports=lost` a file that cannot be loaded.

const lost: CallResult<never> = {
  kind: 'unknown',
  message: 'The server did not answer. Check the connection.',
  errorText: 'The server did not answer.',
};
const chosen = () => new URLSearchParams(location.search).get('reports');

export async function getReportDays(): Promise<CallResult<readonly string[]>> {
  const state = chosen();
  if (state === 'never') return new Promise(() => undefined);
  if (state === 'fault') return lost;
  return { kind: 'ok', value: state === 'none' ? [] : ['2026-11-17', '2026-11-16', '2026-11-13'] };
}

export async function getEndOfDayReport({ report, date }: ReportRequest): Promise<CallResult<string>> {
  return chosen() === 'lost' ? lost : { kind: 'ok', value: `Date,Report\r\n${date},${report}\r\n` };
}
