// Reads history, one page at a time. Pages run from the newest row backwards; `before` is the key of the
// last row of the previous page. A range includes both ends, each given as a time or as a business
// day. The keys, times and business days of a table grow together, so each end is first looked up in an
// index and then limits the keys. Those queries inside queries are built without plugins: WholeRows adds columns to
// the rows of the query itself.
import { type RawBuilder, sql } from 'kysely';
import type { HistoryDb, HistorySchema } from './history-schema.ts';

/** One end of a range of history. */
export type HistoryBound =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'businessDay'; readonly day: string };

interface HistoryRange {
  readonly from: HistoryBound | null;
  readonly to: HistoryBound | null;
  /** At most this many rows in the page. */
  readonly limit: number;
}

type Candle = HistorySchema['candle'];
type DayCandle = HistorySchema['day_candle'];
type DealPrint = HistorySchema['deal_print'];

/** Candles of this many minutes, the newest first. */
export async function readCandles(
  db: HistoryDb,
  range: HistoryRange & {
    readonly contract: string;
    readonly minutes: number;
    readonly before: number | null;
  },
): Promise<Candle[]> {
  const { contract, minutes, from, to, before, limit } = range;
  let query = db
    .selectFrom('candle')
    .selectAll()
    .where('contract', '=', contract)
    .where('minutes', '=', minutes);
  const scope = db
    .withoutPlugins()
    .selectFrom('candle')
    .select('start')
    .where('contract', '=', contract)
    .where('minutes', '=', minutes)
    .limit(1);
  if (from?.kind === 'time') query = query.where('start', '>=', from.ms);
  if (from?.kind === 'businessDay') {
    const first = scope.where('business_day', '>=', from.day).orderBy('business_day').orderBy('start');
    query = query.where('start', '>=', first);
  }
  if (to?.kind === 'time') query = query.where('start', '<=', to.ms);
  if (to?.kind === 'businessDay') {
    const last = scope
      .where('business_day', '<=', to.day)
      .orderBy('business_day', 'desc')
      .orderBy('start', 'desc');
    query = query.where('start', '<=', last);
  }
  if (before !== null) query = query.where('start', '<', before);
  return await query.orderBy('start', 'desc').limit(limit).execute();
}

/** Candles of business days, the newest first. */
export async function readDayCandles(
  db: HistoryDb,
  range: {
    readonly contract: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<DayCandle[]> {
  const { contract, from, to, before, limit } = range;
  let query = db.selectFrom('day_candle').selectAll().where('contract', '=', contract);
  if (from !== null) query = query.where('business_day', '>=', from);
  if (to !== null) query = query.where('business_day', '<=', to);
  if (before !== null) query = query.where('business_day', '<', before);
  return await query.orderBy('business_day', 'desc').limit(limit).execute();
}

/** Deals as the market saw them, the newest first. */
export async function readPrints(
  db: HistoryDb,
  range: HistoryRange & { readonly contract: string; readonly before: number | null },
): Promise<DealPrint[]> {
  const { contract, from, to, before, limit } = range;
  let query = db.selectFrom('deal_print').selectAll().where('contract', '=', contract);
  const scope = db
    .withoutPlugins()
    .selectFrom('deal_print')
    .select('match_seq')
    .where('contract', '=', contract)
    .limit(1);
  if (from !== null) {
    const first =
      from.kind === 'time'
        ? scope.where('time', '>=', from.ms).orderBy('time')
        : scope.where('business_day', '>=', from.day).orderBy('business_day');
    query = query.where('match_seq', '>=', first.orderBy('match_seq'));
  }
  if (to !== null) {
    const last =
      to.kind === 'time'
        ? scope.where('time', '<=', to.ms).orderBy('time', 'desc')
        : scope.where('business_day', '<=', to.day).orderBy('business_day', 'desc');
    query = query.where('match_seq', '<=', last.orderBy('match_seq', 'desc'));
  }
  if (before !== null) query = query.where('match_seq', '<', before);
  return await query.orderBy('match_seq', 'desc').limit(limit).execute();
}

interface MemberRange extends HistoryRange {
  /** Only rows of this member. */
  readonly member: string;
  /** Only rows of this dealer; null for all rows of the member. */
  readonly dealer: string | null;
  readonly contract: string | null;
  readonly principal: string | null;
  readonly before: number | null;
}

/** A row as its data set shows it, as JSON text, with its key and its day. */
export interface PastRow {
  readonly key: number;
  readonly businessDay: string;
  readonly json: string;
}

/** The tables of past rows, with their keys. */
const pastKeys = { past_deal: 'deal_seq', past_order: 'completed_order_seq' } as const;
type PastTable = keyof typeof pastKeys;

/** A member's deals, the newest first. */
export const readPastDeals = (db: HistoryDb, range: MemberRange): Promise<PastRow[]> =>
  readPastRows(db, 'past_deal', range);

/** A member's completed orders, the last completed first. */
export const readPastOrders = (db: HistoryDb, range: MemberRange): Promise<PastRow[]> =>
  readPastRows(db, 'past_order', range);

async function readPastRows(db: HistoryDb, table: PastTable, range: MemberRange): Promise<PastRow[]> {
  const { member, dealer, contract, principal, from, to, before, limit } = range;
  const key = sql.ref<number>(pastKeys[table]);
  let query = db
    .selectFrom(table)
    .select([key.as('key'), 'business_day as businessDay', 'json'])
    .where('member', '=', member);
  if (dealer !== null) query = query.where('dealer', '=', dealer);
  if (contract !== null) query = query.where('contract', '=', contract);
  if (principal !== null) query = query.where('principal', '=', principal);
  // Within a day, the keys need not be in the order of the times: a time limits the days first, then the rows.
  if (from !== null) query = query.where('business_day', '>=', dayOfBound(table, member, { from }));
  if (from?.kind === 'time') query = query.where('time', '>=', from.ms);
  const last = lastDay(table, range);
  if (last !== null) query = query.where('business_day', '<=', last);
  if (to?.kind === 'time') query = query.where('time', '<=', to.ms);
  if (before !== null) query = query.where(key, '<', before);
  return await query.orderBy('business_day', 'desc').orderBy(key, 'desc').limit(limit).execute();
}

/** Days are `YYYY-MM-DD`, both included; null for no end. */
interface SetRange {
  readonly dataSet: number;
  /** Empty for a set of the whole market. */
  readonly member: string;
  /** `null` for all rows of the member. */
  readonly principal: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly before: number | null;
  readonly limit: number;
}

/** The rows of a data set at the ends of days, newest day first. */
export async function readPastSetRows(db: HistoryDb, range: SetRange): Promise<PastRow[]> {
  const { dataSet, member, principal, from, to, before, limit } = range;
  let query = db
    .selectFrom('past_set_row')
    .select(['row_seq as key', 'business_day as businessDay', 'json'])
    .where('data_set', '=', dataSet)
    .where('member', '=', member);
  if (principal !== null) query = query.where('principal', '=', principal);
  if (from !== null) query = query.where('business_day', '>=', from);
  if (to !== null) query = query.where('business_day', '<=', to);
  if (before !== null) {
    const lastRead = sql<string>`coalesce((select business_day from past_set_row where row_seq = ${before}), '9999')`;
    query = query.where('business_day', '<=', lastRead).where('row_seq', '<', before);
  }
  return await query.orderBy('business_day', 'desc').orderBy('row_seq', 'desc').limit(limit).execute();
}

/** The candles of a business day, by contract; those after a contract. */
export async function readCandlesOfDay(
  db: HistoryDb,
  { day, after, limit }: { readonly day: string; readonly after: string | null; readonly limit: number },
): Promise<DayCandle[]> {
  let query = db.selectFrom('day_candle').selectAll().where('business_day', '=', day);
  if (after !== null) query = query.where('contract', '>', after);
  return await query.orderBy('contract').limit(limit).execute();
}

interface DayPage {
  readonly member: string;
  readonly day: string;
  readonly after: number | null;
  readonly limit: number;
}

/** A member's deals of a business day, by number; those after one. */
export async function readDealsOfDay(
  db: HistoryDb,
  { member, day, after, limit }: DayPage,
): Promise<PastRow[]> {
  return await db
    .selectFrom('past_deal')
    .select(['deal_seq as key', 'business_day as businessDay', 'json'])
    .where('member', '=', member)
    .where('business_day', '=', day)
    .where('deal_seq', '>', after ?? 0)
    .orderBy('deal_seq')
    .limit(limit)
    .execute();
}

/** The rows of a data set at the end of a day, by number; those after one. */
export async function readSetOfDay(
  db: HistoryDb,
  { dataSet, member, day, after, limit }: DayPage & { readonly dataSet: number },
): Promise<PastRow[]> {
  return await db
    .selectFrom('past_set_row')
    .select(['row_seq as key', 'business_day as businessDay', 'json'])
    .where('data_set', '=', dataSet)
    .where('member', '=', member)
    .where('business_day', '=', day)
    .where('row_seq', '>', after ?? 0)
    .orderBy('row_seq')
    .limit(limit)
    .execute();
}

/**
 * The business day of an end: as given, or found by its time. SQL null, which matches no day, if no row is
 * on that side.
 */
function dayOfBound(
  table: PastTable,
  member: string,
  end: { readonly from: HistoryBound } | { readonly to: HistoryBound },
): RawBuilder<string> {
  const bound = 'from' in end ? end.from : end.to;
  if (bound.kind === 'businessDay') return sql<string>`${bound.day}`;
  const rows = sql`select business_day from ${sql.table(table)} where member = ${member}`;
  return 'from' in end
    ? sql<string>`(${rows} and time >= ${bound.ms} order by time, business_day limit 1)`
    : sql<string>`(${rows} and time <= ${bound.ms} order by time desc, business_day desc limit 1)`;
}

/** The last day of a page: the end of the range, or the day of the last row of the previous page. */
function lastDay(table: PastTable, { member, to, before }: MemberRange): RawBuilder<string> | null {
  const end = to === null ? null : dayOfBound(table, member, { to });
  if (before === null) return end;
  // A deal that was removed since has no day; its key still limits the page.
  const row = sql`select business_day from ${sql.table(table)} where ${sql.ref(pastKeys[table])} = ${before}`;
  const lastRead = sql<string>`coalesce((${row}), '9999')`;
  if (end === null) return lastRead;
  // The earlier one, and null if the end is.
  return sql<string>`case when ${end} <= ${lastRead} then ${end} when ${lastRead} < ${end} then ${lastRead} end`;
}
