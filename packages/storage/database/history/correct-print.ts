// Corrects a deal in history (market/deals.md, Error trades): its print stays, marked as cancelled or at its new
// price, and its candles are computed again from the prints. The operator does this rarely, so it may read
// all prints of a candle.
import type { HistoryDb, HistorySchema } from './history-schema.ts';

type Print = HistorySchema['deal_print'];

const minuteMs = 60_000;

/** Does nothing for a deal that has no print or is already cancelled. */
export async function cancelPrint(db: HistoryDb, matchSeq: number): Promise<void> {
  await correct(db, matchSeq, { cancelled: 1 });
}

/** `price` is in cents. Does nothing for a deal that has no print or is cancelled. */
export async function repricePrint(
  db: HistoryDb,
  { matchSeq, price }: { readonly matchSeq: number; readonly price: number },
): Promise<void> {
  await correct(db, matchSeq, { price });
}

async function correct(
  db: HistoryDb,
  matchSeq: number,
  to: Partial<Pick<Print, 'cancelled' | 'price'>>,
): Promise<void> {
  const print = await db
    .selectFrom('deal_print')
    .selectAll()
    .where('match_seq', '=', matchSeq)
    .where('cancelled', '=', 0)
    .executeTakeFirst();
  if (print === undefined) return;
  await db.updateTable('deal_print').set(to).where('match_seq', '=', matchSeq).execute();
  if (print.counts > 0) await updateCandles(db, print);
}

async function updateCandles(db: HistoryDb, print: Print): Promise<void> {
  const { contract, time, business_day } = print;
  const counted = db
    .selectFrom('deal_print')
    .selectAll()
    .where('contract', '=', contract)
    .where('counts', '>', 0)
    .where('cancelled', '=', 0)
    .orderBy('match_seq');

  const candles = await db
    .selectFrom('candle')
    .select(['minutes', 'start'])
    .where('contract', '=', contract)
    .where('start', '<=', time)
    .where((candle) => candle('start', '>', candle(candle.val(time), '-', candle('minutes', '*', minuteMs))))
    .execute();
  for (const { minutes, start } of candles) {
    const prints = await counted
      .where('time', '>=', start)
      .where('time', '<', start + minutes * minuteMs)
      .execute();
    const figures = figuresOf(prints);
    const key = { contract, minutes, start };
    if (figures === null)
      await db
        .deleteFrom('candle')
        .where((candle) => candle.and(key))
        .execute();
    else
      await db
        .updateTable('candle')
        .set(figures)
        .where((candle) => candle.and(key))
        .execute();
  }

  const ofDay = await counted.where('business_day', '=', business_day).execute();
  const volume = ofDay.reduce((sum, { lots }) => sum + lots, 0);
  await db
    .updateTable('day_candle')
    .set({ open: null, high: null, low: null, close: null, ...figuresOf(ofDay), volume, deals: ofDay.length })
    .where('contract', '=', contract)
    .where('business_day', '=', business_day)
    .execute();
  // Without a deal and an MTM there is no candle.
  await db
    .deleteFrom('day_candle')
    .where('contract', '=', contract)
    .where('business_day', '=', business_day)
    .where('deals', '=', 0)
    .where('mtm', 'is', null)
    .execute();
}

/** The figures of the deals whose prices count; null if there is none. */
function figuresOf(all: readonly Print[]) {
  const prints = all.filter(({ counts }) => counts === 1);
  const [first, last] = [prints[0], prints.at(-1)];
  if (first === undefined || last === undefined) return null;
  const figures = {
    open: first.price,
    high: first.price,
    low: first.price,
    close: last.price,
    volume: 0,
    deals: 0,
  };
  for (const { price, lots } of prints) {
    figures.high = Math.max(figures.high, price);
    figures.low = Math.min(figures.low, price);
    figures.volume += lots;
    figures.deals += 1;
  }
  return figures;
}
