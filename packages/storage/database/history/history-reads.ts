// Reading history, a page at a time. Pages go from the newest backwards; `before` is the key of the last row of the page
// before. Bounds include both ends, each given as a time or as a business day.
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
  if (from?.kind === 'time') query = query.where('start', '>=', from.ms);
  if (from?.kind === 'businessDay') query = query.where('business_day', '>=', from.day);
  if (to?.kind === 'time') query = query.where('start', '<=', to.ms);
  if (to?.kind === 'businessDay') query = query.where('business_day', '<=', to.day);
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
  if (from?.kind === 'time') query = query.where('time', '>=', from.ms);
  if (from?.kind === 'businessDay') query = query.where('business_day', '>=', from.day);
  if (to?.kind === 'time') query = query.where('time', '<=', to.ms);
  if (to?.kind === 'businessDay') query = query.where('business_day', '<=', to.day);
  if (before !== null) query = query.where('match_seq', '<', before);
  return await query.orderBy('match_seq', 'desc').limit(limit).execute();
}

export interface MemberStretch extends HistoryStretch {
  /** Rows of this member alone. */
  readonly member: string;
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
  const { member, contract, principal, from, to, before, limit } = stretch;
  let query = db
    .selectFrom('past_deal')
    .select(['deal_seq as key', 'business_day as businessDay', 'json'])
    .where('member', '=', member);
  if (contract !== null) query = query.where('contract', '=', contract);
  if (principal !== null) query = query.where('principal', '=', principal);
  if (from?.kind === 'time') query = query.where('time', '>=', from.ms);
  if (from?.kind === 'businessDay') query = query.where('business_day', '>=', from.day);
  if (to?.kind === 'time') query = query.where('time', '<=', to.ms);
  if (to?.kind === 'businessDay') query = query.where('business_day', '<=', to.day);
  if (before !== null) query = query.where('deal_seq', '<', before);
  return await query.orderBy('deal_seq', 'desc').limit(limit).execute();
}

/** A member's orders whose life has ended, the last ended first. */
export async function readPastOrders(db: HistoryDb, stretch: MemberStretch): Promise<PastRow[]> {
  const { member, contract, principal, from, to, before, limit } = stretch;
  let query = db
    .selectFrom('past_order')
    .select(['completed_order_seq as key', 'business_day as businessDay', 'json'])
    .where('member', '=', member);
  if (contract !== null) query = query.where('contract', '=', contract);
  if (principal !== null) query = query.where('principal', '=', principal);
  if (from?.kind === 'time') query = query.where('time', '>=', from.ms);
  if (from?.kind === 'businessDay') query = query.where('business_day', '>=', from.day);
  if (to?.kind === 'time') query = query.where('time', '<=', to.ms);
  if (to?.kind === 'businessDay') query = query.where('business_day', '<=', to.day);
  if (before !== null) query = query.where('completed_order_seq', '<', before);
  return await query.orderBy('completed_order_seq', 'desc').limit(limit).execute();
}
