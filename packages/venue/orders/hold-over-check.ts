// The hold-over date of an order (market.md, Hold over): only a Normal order can be held over, until a business day after
// today on which its contract still trades.
import type { OrderType } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { type IsoDate, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { isBusinessDay } from '../kernel/trading-day.ts';
import type { Market } from '../reference/market.ts';
import { reject } from './orders-rejections.ts';

/** Returns null if the order may be held over until that day, or is not to be held over. */
export function holdOverRejection(
  { businessDay, holidays }: Market,
  { lastDay }: Contract,
  { type, until }: { readonly type: OrderType; readonly until: IsoDate | null | undefined },
): Rejection | null {
  if (until === undefined || until === null) return null;
  if (type !== 'Normal') return reject('holdOverNotNormal');
  const unusable = (why: string) =>
    reject('holdOverDayUnusable', { day: until, why, lastDay: isoDate(lastDay) });
  const day = parseIsoDate(until);
  if (day === null) return unusable('is not a date');
  if (day <= businessDay) return unusable('is not after today');
  if (!isBusinessDay(day, holidays)) return unusable('is not a business day');
  return day > lastDay ? unusable('is after its last trading day') : null;
}
