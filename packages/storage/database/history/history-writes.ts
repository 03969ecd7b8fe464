// Writes history: the rows of a part of the outcome log and the position of its end, in one transaction, so
// that each outcome counts exactly once, however the process ends.
import { sql } from 'kysely';
import { cancelPrint, repricePrint } from './correct-print.ts';
import type { HistoryDb, HistorySchema } from './history-schema.ts';

type Row<Table extends keyof HistorySchema> = Readonly<HistorySchema[Table]>;

interface HistoryPosition {
  /** The last outcome that is in the tables; 0 for none. */
  readonly seq: number;
  /** The hash of that outcome in the chain of the outcome log, in hexadecimal. */
  readonly hash: string;
}

interface HistoryCheckpoint {
  readonly seq: number;
  readonly json: string;
}

/** The rows of a part of the log. Candles cover only that part and are merged into those that are there. */
export interface HistoryBatch {
  /** The last outcome that the tables must have before; 0 for none. */
  readonly after: number;
  readonly position: HistoryPosition;
  readonly candles: readonly Row<'candle'>[];
  readonly dayCandles: readonly Row<'day_candle'>[];
  readonly prints: readonly Row<'deal_print'>[];
  /** Deals that were cancelled, by matchSeq: their candles are computed again without them. */
  readonly cancelledPrints: readonly number[];
  /** Deals whose price was corrected, in cents, by matchSeq: their candles are computed again. */
  readonly repricedPrints: readonly { readonly matchSeq: number; readonly price: number }[];
  readonly deals: readonly Row<'past_deal'>[];
  readonly removedDeals: readonly number[];
  readonly orders: readonly Row<'past_order'>[];
  readonly setRows: readonly Row<'past_set_row'>[];
  readonly checkpoint: HistoryCheckpoint | null;
}

/** Undefined when nothing has been written. */
export async function findHistoryPosition(db: HistoryDb): Promise<HistoryPosition | undefined> {
  return await db.selectFrom('history_position').select(['seq', 'hash']).executeTakeFirst();
}

export async function findHistoryCheckpoint(db: HistoryDb): Promise<HistoryCheckpoint | undefined> {
  return await db.selectFrom('history_checkpoint').select(['seq', 'json']).executeTakeFirst();
}

/** Empties every table; the next batch begins with the first outcome. */
export async function clearHistory(db: HistoryDb): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of [
      'history_position',
      'history_checkpoint',
      'candle',
      'day_candle',
      'deal_print',
      'past_deal',
      'past_order',
      'past_set_row',
    ] as const)
      await transaction.deleteFrom(table).execute();
  });
}

/** All of it or nothing. Rejects when the tables do not end where the batch begins. */
export async function writeHistory(db: HistoryDb, batch: HistoryBatch): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // First, because its row keeps another process from writing the same outcomes.
    await advance(transaction, batch);
    for (const rows of inChunks(batch.candles)) await mergeCandles(transaction, rows);
    for (const rows of inChunks(batch.dayCandles)) await mergeDayCandles(transaction, rows);
    for (const rows of inChunks(batch.prints))
      await transaction.insertInto('deal_print').values(rows).execute();
    for (const repriced of batch.repricedPrints) await repricePrint(transaction, repriced);
    for (const matchSeq of batch.cancelledPrints) await cancelPrint(transaction, matchSeq);
    for (const rows of inChunks(batch.deals)) await putDeals(transaction, rows);
    for (const dealSeq of batch.removedDeals)
      await transaction.deleteFrom('past_deal').where('deal_seq', '=', dealSeq).execute();
    for (const rows of inChunks(batch.orders))
      await transaction.insertInto('past_order').values(rows).execute();
    for (const rows of inChunks(batch.setRows))
      await transaction.insertInto('past_set_row').values(rows).execute();
    if (batch.checkpoint !== null) {
      const { seq, json } = batch.checkpoint;
      await transaction
        .insertInto('history_checkpoint')
        .values({ id: 1, seq, json })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq, json }))
        .execute();
    }
  });
}

async function advance(db: HistoryDb, { after, position: { seq, hash } }: HistoryBatch): Promise<void> {
  if (after === 0) {
    await db.insertInto('history_position').values({ id: 1, seq, hash }).execute();
    return;
  }
  const { numUpdatedRows } = await db
    .updateTable('history_position')
    .set({ seq, hash })
    .where('id', '=', 1)
    .where('seq', '=', after)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new Error(`history does not end at outcome ${after}: another process has written it`);
}

const higherOf = (table: 'candle' | 'day_candle') =>
  sql<number>`case when excluded.high > ${sql.ref(`${table}.high`)} then excluded.high else coalesce(${sql.ref(`${table}.high`)}, excluded.high) end`;
const lowerOf = (table: 'candle' | 'day_candle') =>
  sql<number>`case when excluded.low < ${sql.ref(`${table}.low`)} then excluded.low else coalesce(${sql.ref(`${table}.low`)}, excluded.low) end`;

async function mergeCandles(db: HistoryDb, rows: readonly Row<'candle'>[]): Promise<void> {
  await db
    .insertInto('candle')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['contract', 'minutes', 'start']).doUpdateSet((set) => ({
        high: higherOf('candle'),
        low: lowerOf('candle'),
        close: set.ref('excluded.close'),
        volume: set('candle.volume', '+', set.ref('excluded.volume')),
        deals: set('candle.deals', '+', set.ref('excluded.deals')),
      })),
    )
    .execute();
}

/** A day without a deal has an MTM and no prices, so either row may lack a value that the other has. */
async function mergeDayCandles(db: HistoryDb, rows: readonly Row<'day_candle'>[]): Promise<void> {
  await db
    .insertInto('day_candle')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['contract', 'business_day']).doUpdateSet((set) => ({
        open: set.fn.coalesce('day_candle.open', 'excluded.open'),
        high: higherOf('day_candle'),
        low: lowerOf('day_candle'),
        close: set.fn.coalesce('excluded.close', 'day_candle.close'),
        volume: set('day_candle.volume', '+', set.ref('excluded.volume')),
        deals: set('day_candle.deals', '+', set.ref('excluded.deals')),
        mtm: set.fn.coalesce('excluded.mtm', 'day_candle.mtm'),
        previous_mtm: set.fn.coalesce('excluded.previous_mtm', 'day_candle.previous_mtm'),
        open_interest: set.fn.coalesce('excluded.open_interest', 'day_candle.open_interest'),
      })),
    )
    .execute();
}

async function putDeals(db: HistoryDb, rows: readonly Row<'past_deal'>[]): Promise<void> {
  await db
    .insertInto('past_deal')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('deal_seq').doUpdateSet((set) => ({
        principal: set.ref('excluded.principal'),
        json: set.ref('excluded.json'),
      })),
    )
    .execute();
}

/** Few sizes, so that there are few different statements to prepare. */
function* inChunks<Item>(rows: readonly Item[]): Iterable<readonly Item[]> {
  let start = 0;
  for (const size of [64, 8, 1])
    for (; start + size <= rows.length; start += size) yield rows.slice(start, start + size);
}
