import { contractDateName } from '@openpit/terms';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../kernel/civil-date.ts';
import { exchangeHolidays } from '../testing/exchange-holidays.ts';
import { contractDates } from './contract-dates.ts';

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
    'of %s has the published days of first delivery, last trading and option expiry',
    (name, year, month, first, last, option) => {
      const dates = contractDates({ year, month }, exchangeHolidays);
      expect(contractDateName({ year, month })).toBe(name);
      expect(isoDate(dates.firstDeliveryDay)).toBe(first);
      expect(isoDate(dates.lastTradingDay)).toBe(last);
      expect(isoDate(dates.optionExpiry)).toBe(option);
    },
  );
});
