import { describe, expect, it } from 'vitest';
import { exchangeHolidays } from '../testing/exchange-holidays.ts';
import { civilOf, type Day, dayOf, isoDate, parseIsoDate, weekdayOf } from './civil-date.ts';
import { nextBusinessDay } from './trading-day.ts';

describe('calendar days', () => {
  it('convert to dates and back for every day from 1900 to 2100', () => {
    let before = dayOf({ year: 1899, month: 12, dayOfMonth: 31 });
    for (let day = before + 1; day <= dayOf({ year: 2100, month: 12, dayOfMonth: 31 }); day += 1) {
      expect(dayOf(civilOf(day as Day))).toBe(day);
      before = day as Day;
    }
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
