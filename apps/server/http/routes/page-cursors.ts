// Paging of history: the bounds of a page, and the cursors with which clients continue. A cursor belongs to one kind of query.
import type { HistoryBound } from '@openpit/storage';
import { dayMs, maxHistoryRows, type PageQuery } from '@openpit/wire';
import type { Days } from '../../history/history-messages.ts';
import { InvalidRequest } from '../rejections.ts';

type PageKind = 'prints' | 'deals' | 'orders' | `candles ${string}` | `set ${string}`;

export interface PageBounds {
  readonly from: HistoryBound | null;
  readonly to: HistoryBound | null;
  readonly limit: number;
}

/** The bounds of a page and where it continues; throws InvalidRequest for `to` before `from` and for another query's cursor. */
export function pageOf({ from, to, limit, cursor }: PageQuery, kind: PageKind) {
  const [start, end] = [boundOf(from), boundOf(to)];
  const isBackwards =
    (start?.kind === 'time' && end?.kind === 'time' && start.ms > end.ms) ||
    (start?.kind === 'businessDay' && end?.kind === 'businessDay' && start.day > end.day);
  if (isBackwards) throw new InvalidRequest({ to: ['The end is before the start (from).'] });
  return {
    bounds: { from: start, to: end, limit: limit === undefined ? maxHistoryRows : Number(limit) },
    before: cursor === undefined ? null : readCursor(cursor, kind),
  };
}

/** The last day that a text of ten characters can name. */
const lastDayMs = Date.parse('9999-12-31');

/**
 * The bounds as business days. A time means its day by the market's clock. Midnight UTC means the day that begins there, because it is
 * the time of that day's candle, also in a market west of Greenwich.
 */
export function boundsInDays(
  { from, to, limit }: PageBounds,
  offsetMinutes: number,
): Days & { limit: number } {
  const dayOfTime = (ms: number) => {
    const localMs = ms % dayMs === 0 ? ms : ms + offsetMinutes * 60_000;
    return new Date(Math.min(localMs, lastDayMs)).toISOString().slice(0, 10);
  };
  const dayOf = (bound: HistoryBound | null) =>
    bound?.kind === 'time' ? dayOfTime(bound.ms) : (bound?.day ?? null);
  return { from: dayOf(from), to: dayOf(to), limit };
}

/** The cursor of the next page; null after a page that is not full. */
export function nextCursor<Row>(
  rows: readonly Row[],
  limit: number,
  kind: PageKind,
  key: (row: Row) => string | number,
): string | null {
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit) return null;
  return Buffer.from(`${kind} ${key(last)}`).toString('base64url');
}

function boundOf(text: string | undefined): HistoryBound | null {
  if (text === undefined) return null;
  return text.includes('-') ? { kind: 'businessDay', day: text } : { kind: 'time', ms: Number(text) };
}

/** The key of the last row of the page before. */
function readCursor(cursor: string, kind: PageKind): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const key = text.startsWith(`${kind} `) ? text.slice(kind.length + 1) : '';
  const form = kind === 'candles day' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{1,15}$/;
  if (form.test(key)) return key;
  throw new InvalidRequest({
    cursor: ['This cursor does not belong to this query. Leave it out to start with the newest rows.'],
  });
}
