// Calendar days without a clock and without time zones: a day is the number of days since 1 January 1970, its text is
// `YYYY-MM-DD`. The arithmetic is Howard Hinnant's days_from_civil, exact for all years of the Gregorian calendar.
import { dayMs } from '@openpit/terms';
import type { EpochMs } from './units.ts';

declare const dayUnit: unique symbol;
/** Days since 1970-01-01. */
export type Day = number & { readonly [dayUnit]: 'day' };
/** `YYYY-MM-DD`. */
export type IsoDate = string;

interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly dayOfMonth: number;
}

export function dayOf({ year, month, dayOfMonth }: CivilDate): Day {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayOfMonth - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return (era * 146_097 + dayOfEra - 719_468) as Day;
}

export function civilOf(day: Day): CivilDate {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth };
}

/** Parses `YYYY-MM-DD`; null if there is no such day. */
export function parseIsoDate(text: IsoDate): Day | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return null;
  const day = dayOf({ year: Number(parts[1]), month: Number(parts[2]), dayOfMonth: Number(parts[3]) });
  return isoDate(day) === text ? day : null;
}

export function isoDate(day: Day): IsoDate {
  const { year, month, dayOfMonth } = civilOf(day);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}

export const addDays = (day: Day, count: number): Day => (day + count) as Day;

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

/** The first day of the month `months` later. */
export function firstOfMonth(
  { year, month }: { readonly year: number; readonly month: number },
  months = 0,
): Day {
  const count = year * 12 + (month - 1) + months;
  return dayOf({ year: Math.floor(count / 12), month: (count % 12) + 1, dayOfMonth: 1 });
}

/** South African standard time, which has no daylight saving. Used for a market whose reference data has no hours. */
const southAfrica = '+02:00';

/** The number of minutes ahead of UTC in an offset such as `+02:00`. */
export function minutesAhead(utcOffset = southAfrica): number {
  const minutes = Number(utcOffset.slice(1, 3)) * 60 + Number(utcOffset.slice(4));
  return utcOffset.startsWith('-') ? -minutes : minutes;
}

/** A time in the market's format: `2026-11-19 08:50`. The market's time is this number of minutes ahead of UTC. */
export function marketTime(at: EpochMs, offsetMinutes: number): string {
  const local = at + offsetMinutes * 60_000;
  const minutes = Math.floor((local % dayMs) / 60_000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const day = isoDate(Math.floor(local / dayMs) as Day);
  return `${day} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
