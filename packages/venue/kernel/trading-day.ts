// Business days: Monday to Friday except holidays, which are data (market/contracts.md, Holidays).
import { addDays, type Day, weekdayOf } from './civil-date.ts';

export type Holidays = ReadonlySet<Day>;

export function isBusinessDay(day: Day, holidays: Holidays): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}

/** The first business day after the given day. */
export function nextBusinessDay(day: Day, holidays: Holidays): Day {
  let next = addDays(day, 1);
  while (!isBusinessDay(next, holidays)) next = addDays(next, 1);
  return next;
}

/** The given day if it is a business day, otherwise the next business day. */
export function businessDayFrom(day: Day, holidays: Holidays): Day {
  return isBusinessDay(day, holidays) ? day : nextBusinessDay(day, holidays);
}

/** The business day `count` business days later, not counting the given day. */
export function businessDaysAfter(day: Day, count: number, holidays: Holidays): Day {
  let result = day;
  for (let left = count; left > 0; left -= 1) result = nextBusinessDay(result, holidays);
  return result;
}

/** The business day `count` business days earlier, not counting the given day. */
export function businessDaysBefore(day: Day, count: number, holidays: Holidays): Day {
  let result = day;
  for (let left = count; left > 0; ) {
    result = addDays(result, -1);
    if (isBusinessDay(result, holidays)) left -= 1;
  }
  return result;
}
