// Reading history, a page at a time. Pages go from the newest backwards; `before` is the key of the last row of the page
// before. Bounds include both ends, each given as a time or as a business day. Numbers, times and business days of a table
// grow together, so each bound is first found in an index and then holds for the order in which the rows are told.
import { type RawBuilder, sql } from 'kysely';
import type { HistoryDb, HistorySchema } from './history-schema.ts';

/** One end of a stretch of history. */
export type HistoryBound =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'businessDay'; readonly day: string };

export interface HistoryStretch {
  readonly from: HistoryBound | null;
  readonly to: HistoryBound | null;
  /** Rows in the page, at most. */
  readonly limit: number;
}

type Candle = HistorySchema['candle'];
type DayCandle = HistorySchema['day_candle'];
type DealPrint = HistorySchema['deal_print'];

/** Candles of so many minutes, the newest first. */
export async function readCandles(
  db: HistoryDb,
  stretch: HistoryStretch & {
    readonly contract: string;
    readonly minutes: number;
    readonly before: number | null;
  },
): Promise<Candle[]> {
  const { contract, minutes, from, to, before, limit } = stretch;
  let query = db
    .selectFrom('candle')
    .selectAll()
    .where('contract', '=', contract)
    .where('minutes', '=', minutes);
  const scope = db
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
  stretch: {
    readonly contract: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<DayCandle[]> {
  const { contract, from, to, before, limit } = stretch;
  let query = db.selectFrom('day_candle').selectAll().where('contract', '=', contract);
  if (from !== null) query = query.where('business_day', '>=', from);
  if (to !== null) query = query.where('business_day', '<=', to);
  if (before !== null) query = query.where('business_day', '<', before);
  return await query.orderBy('business_day', 'desc').limit(limit).execute();
}

/** Deals as the market saw them, the newest first. */
export async function readPrints(
  db: HistoryDb,
  stretch: HistoryStretch & { readonly contract: string; readonly before: number | null },
): Promise<DealPrint[]> {
  const { contract, from, to, before, limit } = stretch;
  let query = db.selectFrom('deal_print').selectAll().where('contract', '=', contract);
  const scope = db.selectFrom('deal_print').select('match_seq').where('contract', '=', contract).limit(1);
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

export interface MemberStretch extends HistoryStretch {
  /** Rows of this member alone. */
  readonly member: string;
  /** Rows of this dealer alone; null for all of the member's. */
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

/** A member's deals, the newest first. */
export async function readPastDeals(db: HistoryDb, stretch: MemberStretch): Promise<PastRow[]> {
  const { member, dealer, contract, principal, from, to, before, limit } = stretch;
  let query = db
    .selectFrom('past_deal')
    .select(['deal_seq as key', 'business_day as businessDay', 'json'])
    .where('member', '=', member);
  if (dealer !== null) query = query.where('dealer', '=', dealer);
  if (contract !== null) query = query.where('contract', '=', contract);
  if (principal !== null) query = query.where('principal', '=', principal);
  // A time is looked for in the days that may hold it: a member's deals of a day need not be numbered in the order of their times.
  if (from !== null) query = query.where('business_day', '>=', dayOfBound('past_deal', member, { from }));
  if (from?.kind === 'time') query = query.where('time', '>=', from.ms);
  const last = lastDay('past_deal', 'deal_seq', stretch);
  if (last !== null) query = query.where('business_day', '<=', last);
  if (to?.kind === 'time') query = query.where('time', '<=', to.ms);
  if (before !== null) query = query.where('deal_seq', '<', before);
  return await query.orderBy('business_day', 'desc').orderBy('deal_seq', 'desc').limit(limit).execute();
}

/** A member's orders whose life has ended, the last ended first. */
export async function readPastOrders(db: HistoryDb, stretch: MemberStretch): Promise<PastRow[]> {
  const { member, dealer, contract, principal, from, to, before, limit } = stretch;
  let query = db
    .selectFrom('past_order')
    .select(['completed_order_seq as key', 'business_day as businessDay', 'json'])
    .where('member', '=', member);
  if (dealer !== null) query = query.where('dealer', '=', dealer);
  if (contract !== null) query = query.where('contract', '=', contract);
  if (principal !== null) query = query.where('principal', '=', principal);
  // A time is looked for in the days that may hold it: a member's deals of a day need not be numbered in the order of their times.
  if (from !== null) query = query.where('business_day', '>=', dayOfBound('past_order', member, { from }));
  if (from?.kind === 'time') query = query.where('time', '>=', from.ms);
  const last = lastDay('past_order', 'completed_order_seq', stretch);
  if (last !== null) query = query.where('business_day', '<=', last);
  if (to?.kind === 'time') query = query.where('time', '<=', to.ms);
  if (before !== null) query = query.where('completed_order_seq', '<', before);
  return await query
    .orderBy('business_day', 'desc')
    .orderBy('completed_order_seq', 'desc')
    .limit(limit)
    .execute();
}

type PastTable = 'past_deal' | 'past_order';

/** The business day of an end, as it is given or as it is found by its time; null, which no day is near, where nothing lies on that side of it. */
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

/** The last day of a page: that of the stretch's end, or that of the row that the page before ended with. */
function lastDay(
  table: PastTable,
  key: 'deal_seq' | 'completed_order_seq',
  { member, to, before }: MemberStretch,
): RawBuilder<string> | null {
  const end = to === null ? null : dayOfBound(table, member, { to });
  if (before === null) return end;
  // A deal that was taken back meanwhile bounds nothing by its day; its number still does.
  const row = sql`select business_day from ${sql.table(table)} where ${sql.ref(key)} = ${before}`;
  const reached = sql<string>`coalesce((${row}), '9999')`;
  return end === null ? reached : sql<string>`min(${end}, ${reached})`;
}
