import { describe, expect, it } from 'vitest';
import { exchangeHolidays } from '../testing/exchange-holidays.ts';
import { civilOf, type Day, dayOf, isoDate, parseIsoDate, weekdayOf } from './civil-date.ts';
import { nextBusinessDay } from './trading-day.ts';

describe('calendar days', () => {
  it('convert to dates and back for every day from 1900 to 2100', () => {
    const changed: number[] = [];
    const [first, last] = [
      dayOf({ year: 1900, month: 1, dayOfMonth: 1 }),
      dayOf({ year: 2100, month: 12, dayOfMonth: 31 }),
    ];
    for (let day = first; day <= last; day = (day + 1) as Day)
      if (dayOf(civilOf(day)) !== day) changed.push(day);
    expect(changed).toEqual([]);
    expect(isoDate(0 as Day)).toBe('1970-01-01');
    expect(weekdayOf(parseIsoDate('2026-11-18') as Day)).toBe(3);
  });

  it('are not made from a text that names no day', () => {
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', '2026-11-18T00:00', '2026-00-10'])
      expect(parseIsoDate(text)).toBeNull();
  });

  it('skip weekends and holidays to the next business day', () => {
    expect(isoDate(nextBusinessDay(parseIsoDate('2026-12-15') as Day, exchangeHolidays))).toBe('2026-12-17');
    expect(isoDate(nextBusinessDay(parseIsoDate('2026-12-24') as Day, exchangeHolidays))).toBe('2026-12-28');
  });
});
