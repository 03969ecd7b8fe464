// Reads pages of history from its tables, on its own thread.
import {
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
  candles: async (db, params) => (await readCandles(db, params)).map(minuteCandle),
  dayCandles: async (db, params) => (await readDayCandles(db, params)).map(dayCandle),
  timeAndSales: async (db, params) => (await readPrints(db, params)).map(wirePrint),
  deals: async (db, params) => (await readPastDeals(db, params)).map(pastRow<PastDealsReply['rows'][number]>),
  orders: async (db, params) =>
    (await readPastOrders(db, params)).map(pastRow<PastOrdersReply['rows'][number]>),
  dataSet: async (db, { dataSet, ...page }) =>
    (await readPastSetRows(db, { ...page, dataSet: dataSetIds[dataSet] })).map(setRow),
  dealsOfDay: async (db, params) =>
    (await readDealsOfDay(db, params)).map(pastRow<PastDealsReply['rows'][number]>),
  setOfDay: async (db, { dataSet, ...page }) =>
    (await readSetOfDay(db, { ...page, dataSet: dataSetIds[dataSet] })).map(setRow),
  candlesOfDay: async (db, params) => (await readCandlesOfDay(db, params)).map(candleOfDay),
};

const setRow = (row: PastRow) => ({ ...pastRow<object>(row), rowSeq: row.key });
