// Times of day as the market states them: South African standard time, two hours ahead of UTC all year.
import { type Day, isoDate } from './civil-date.ts';
import type { EpochMs } from './units.ts';

const aheadOfUtcMs = 2 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** `2026-11-19 08:50`. */
export function marketTime(at: EpochMs): string {
  const local = at + aheadOfUtcMs;
  const minutes = Math.floor((local % dayMs) / 60_000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const day = isoDate(Math.floor(local / dayMs) as Day);
  return `${day} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
