// Step 7 of the validation chain (domain §3.4): only a Normal order can be held over, until a business day after today on which
// its contract still trades.
import { isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import { isBusinessDay } from '../kernel/trading-day.ts';
import type { OrderType } from '../kernel/units.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Market } from '../state.ts';

/** Null when the order may be held over until that day, or is not to be. */
export function holdOverRejection(
  market: Market,
  { lastDay }: Contract,
  { type, holdOverUntil }: { readonly type: OrderType; readonly holdOverUntil?: string | null },
): Rejection | null {
  if (holdOverUntil === undefined || holdOverUntil === null) return null;
  if (type !== 'Normal') return rejection('holdOverNotNormal');
  const day = parseIsoDate(holdOverUntil);
  const unusable = (why: string) =>
    rejection('holdOverDayUnusable', { day: holdOverUntil, why, lastDay: isoDate(lastDay) });
  if (day === null) return unusable('is no day');
  if (day <= market.businessDay) return unusable('is not after today');
  if (!isBusinessDay(day, market.holidays)) return unusable('is no business day');
  return day > lastDay ? unusable('is after its last trading day') : null;
}
