// Answers what history is asked, on its own thread, from the tables.
import {
  type HistoryDb,
  readCandles,
  readDayCandles,
  readPastDeals,
  readPastOrders,
  readPrints,
} from '@openpit/storage';
import type { PastDealsReply, PastOrdersReply } from '@openpit/wire';
import type { HistoryCalls } from './history-messages.ts';
import { dayCandle, minuteCandle, pastRow, wirePrint } from './history-rows.ts';

export type ReadCall = 'candles' | 'timeAndSales' | 'deals' | 'orders';
export type ReadQuestion = {
  [C in ReadCall]: { readonly call: C; readonly question: HistoryCalls[C]['question'] };
}[ReadCall];
type ReadAnswer = Omit<HistoryCalls[ReadCall]['answer'], 'asOf'>;

/** The business day in which a time falls by the market's own clock, which is two hours ahead of UTC all year. */
const marketClockAheadMs = 2 * 3_600_000;

export async function answerFrom(db: HistoryDb, { call, question }: ReadQuestion): Promise<ReadAnswer> {
  switch (call) {
    case 'candles': {
      if (question.interval === 'day') return await dayCandles(db, question);
      const { interval, before, ...stretch } = question;
      const minutes = Number(interval);
      const rows = await readCandles(db, { ...stretch, minutes, before: numberOrNull(before) });
      return { rows: rows.map(minuteCandle) };
    }
    case 'timeAndSales':
      return { rows: (await readPrints(db, question)).map(wirePrint) };
    case 'deals':
      return {
        rows: (await readPastDeals(db, question)).map(pastRow<PastDealsReply['rows'][number]>),
      };
    case 'orders':
      return {
        rows: (await readPastOrders(db, question)).map(pastRow<PastOrdersReply['rows'][number]>),
      };
  }
}

async function dayCandles(
  db: HistoryDb,
  { contract, from, to, before, limit }: HistoryCalls['candles']['question'],
): Promise<ReadAnswer> {
  const dayOf = (bound: typeof from) =>
    bound === null ? null : bound.kind === 'businessDay' ? bound.day : dayAt(bound.ms);
  const rows = await readDayCandles(db, {
    contract,
    from: dayOf(from),
    to: dayOf(to),
    before: before === null ? null : String(before),
    limit,
  });
  return { rows: rows.map(dayCandle) };
}

const dayAt = (ms: number): string => new Date(ms + marketClockAheadMs).toISOString().slice(0, 10);
const numberOrNull = (value: string | number | null): number | null =>
  value === null ? null : Number(value);
