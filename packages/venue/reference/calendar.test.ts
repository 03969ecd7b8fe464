import { describe, expect, it } from 'vitest';
import { civilOf, type Day, dayOf, isoDate, parseIsoDate, weekdayOf } from '../kernel/civil-date.ts';
import { nextBusinessDay } from '../kernel/trading-day.ts';
import { contractDates } from './contract-dates.ts';
import { contractDateName, futureName, systemCode } from './contract-names.ts';

const holidays = new Set(
  [
    '2026-01-01 2026-03-21 2026-04-03 2026-04-06 2026-04-27 2026-05-01 2026-06-16 2026-08-10 2026-09-24 2026-12-16',
    '2026-12-25 2026-12-26 2027-01-01 2027-03-22 2027-03-26 2027-03-29 2027-04-27 2027-05-01 2027-06-16 2027-08-09',
    '2027-09-24 2027-12-16 2027-12-25 2027-12-27',
  ]
    .join(' ')
    .split(' ')
    .map((text) => parseIsoDate(text) as Day),
);

describe('the expiry calendar', () => {
  it.each([
    ['MAR26', 2026, 3, '2026-03-02', '2026-03-24', '2026-02-20'],
    ['MAY26', 2026, 5, '2026-05-04', '2026-05-22', '2026-04-24'],
    ['JUL26', 2026, 7, '2026-07-01', '2026-07-24', '2026-06-26'],
    ['SEP26', 2026, 9, '2026-09-01', '2026-09-22', '2026-08-21'],
    ['DEC26', 2026, 12, '2026-12-01', '2026-12-23', '2026-11-20'],
    ['MAR27', 2027, 3, '2027-03-01', '2027-03-19', '2027-02-19'],
    ['MAY27', 2027, 5, '2027-05-03', '2027-05-24', '2027-04-23'],
    ['JUL27', 2027, 7, '2027-07-01', '2027-07-23', '2027-06-25'],
    ['SEP27', 2027, 9, '2027-09-01', '2027-09-22', '2027-08-27'],
    ['DEC27', 2027, 12, '2027-12-01', '2027-12-23', '2027-11-26'],
  ])(
    '%s opens for delivery, stops trading and lets options expire on the published days',
    (name, year, month, first, last, option) => {
      const dates = contractDates({ year, month }, holidays);
      expect(contractDateName({ year, month })).toBe(name);
      expect(isoDate(dates.firstDeliveryDay)).toBe(first);
      expect(isoDate(dates.lastTradingDay)).toBe(last);
      expect(isoDate(dates.optionExpiry)).toBe(option);
    },
  );

  it('names a future for people and for the exchange', () => {
    expect(futureName('WMAZ', { year: 2026, month: 7 })).toBe('JUL26 WMAZ');
    expect(systemCode('WMAZ', parseIsoDate('2026-07-24') as Day, 'F')).toBe('FNQ24 WMAZ');
    expect(systemCode('ALSI', parseIsoDate('2013-06-20') as Day, 'F')).toBe('FMD20 ALSI');
  });
});

describe('calendar days', () => {
  it('turn into dates and back for every day of 1900 to 2100', () => {
    let before = dayOf({ year: 1899, month: 12, dayOfMonth: 31 });
    for (let day = before + 1; day <= dayOf({ year: 2100, month: 12, dayOfMonth: 31 }); day += 1) {
      expect(dayOf(civilOf(day as Day))).toBe(day);
      before = day as Day;
    }
    expect(isoDate(0 as Day)).toBe('1970-01-01');
    expect(weekdayOf(parseIsoDate('2026-11-18') as Day)).toBe(3);
  });

  it('reject a text that names no day', () => {
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', '2026-11-18T00:00', '2026-00-10'])
      expect(parseIsoDate(text)).toBeNull();
  });

  it('step over weekends and holidays to the next business day', () => {
    expect(isoDate(nextBusinessDay(parseIsoDate('2026-12-15') as Day, holidays))).toBe('2026-12-17');
    expect(isoDate(nextBusinessDay(parseIsoDate('2026-12-24') as Day, holidays))).toBe('2026-12-28');
  });
});
