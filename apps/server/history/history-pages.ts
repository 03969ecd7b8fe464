// Reads pages of history from its tables, on its own thread.
import {
  type HistoryBound,
  type HistoryDb,
  type PastRow,
  readCandles,
  readCandlesOfDay,
  readDayCandles,
  readDealsOfDay,
  readPastDeals,
  readPastOrders,
  readPastSetRows,
  readPrints,
  readSetOfDay,
} from '@openpit/storage';
import { dataSetIds, type PastDealsReply, type PastOrdersReply } from '@openpit/wire';
import type { HistoryReads } from './history-messages.ts';
import { candleOfDay, dayCandle, minuteCandle, pastRow, wirePrint } from './history-rows.ts';

type ReadPage<Name extends keyof HistoryReads> = (
  db: HistoryDb,
  params: HistoryReads[Name]['params'],
) => Promise<HistoryReads[Name]['rows']>;

export const historyPages: { readonly [Name in keyof HistoryReads]: ReadPage<Name> } = {
  candles: async (db, params) => {
    if (params.interval === 'day') return await dayCandles(db, params);
    const { interval, before, ...range } = params;
    const rows = await readCandles(db, { ...range, minutes: Number(interval), before: numberOrNull(before) });
    return rows.map(minuteCandle);
  },
  timeAndSales: async (db, params) => (await readPrints(db, params)).map(wirePrint),
  deals: async (db, params) => (await readPastDeals(db, params)).map(pastRow<PastDealsReply['rows'][number]>),
  orders: async (db, params) =>
    (await readPastOrders(db, params)).map(pastRow<PastOrdersReply['rows'][number]>),
  dataSet: async (db, { dataSet, from, to, ...page }) => {
    const bounds = { from: dayOf(from), to: dayOf(to) };
    const rows = await readPastSetRows(db, { ...page, ...bounds, dataSet: dataSetIds[dataSet] });
    return rows.map(setRow);
  },
  dealsOfDay: async (db, params) =>
    (await readDealsOfDay(db, params)).map(pastRow<PastDealsReply['rows'][number]>),
  setOfDay: async (db, { dataSet, ...page }) =>
    (await readSetOfDay(db, { ...page, dataSet: dataSetIds[dataSet] })).map(setRow),
  candlesOfDay: async (db, params) => (await readCandlesOfDay(db, params)).map(candleOfDay),
};

const setRow = (row: PastRow) => ({ ...pastRow<object>(row), rowSeq: row.key });

/** The business day of an end; for a time, the calendar day. */
const dayOf = (bound: HistoryBound | null): string | null =>
  bound === null ? null : bound.kind === 'businessDay' ? bound.day : dayAt(bound.ms);

async function dayCandles(
  db: HistoryDb,
  { contract, from, to, before, limit }: HistoryReads['candles']['params'],
): Promise<HistoryReads['candles']['rows']> {
  const rows = await readDayCandles(db, {
    contract,
    from: dayOf(from),
    to: dayOf(to),
    before: before === null ? null : String(before),
    limit,
  });
  return rows.map(dayCandle);
}

/** The market's clock is two hours ahead of UTC all year. */
const marketClockAheadMs = 2 * 3_600_000;

/** The calendar day of a time by the market's clock. */
const dayAt = (ms: number): string => new Date(ms + marketClockAheadMs).toISOString().slice(0, 10);

const numberOrNull = (value: string | number | null): number | null =>
  value === null ? null : Number(value);
