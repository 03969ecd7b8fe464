import { afterEach, describe, expect, it } from 'vitest';
import {
  dash,
  datePattern,
  decimalPadding,
  formatAge,
  formatDate,
  formatDay,
  formatLots,
  formatPrice,
  formatRand,
  formatSigned,
  formatTime,
  formatTruncated,
  isZeroText,
  parseDate,
  setFormatLocale,
} from './format.ts';

afterEach(() => setFormatLocale(undefined));

describe('numbers in the locale', () => {
  it('[SHELL-9] formats a price with all decimals of its tick, by the locale', () => {
    setFormatLocale('en-GB');
    expect(formatPrice(4035.2, 2)).toBe('4,035.20');
    expect(formatPrice(9150, 0)).toBe('9,150');
    setFormatLocale('de-DE');
    expect(formatPrice(4035.2, 2)).toBe('4.035,20');
  });

  it('formats an absent price as a dash, but a price of zero as a price', () => {
    setFormatLocale('en-GB');
    expect(formatPrice(null, 2)).toBe(dash);
    expect(formatPrice(0, 2)).toBe('0.00');
  });

  it('writes a known zero as a number without a sign, as well as values that round to it; only a missing value is a dash', () => {
    setFormatLocale('en-GB');
    for (const zero of [0, -0, -0.001, 0.001]) {
      expect(formatPrice(zero, 2)).toBe('0.00');
      expect(formatSigned(zero, 2)).toBe('0.00');
      expect(formatTruncated(zero)).toBe('0.00');
      expect(formatLots(zero)).toBe('0');
    }
    expect(formatRand(-0.001)).toBe('R\u00a00.00');
    for (const none of [null, undefined])
      expect([
        formatPrice(none, 2),
        formatSigned(none, 2),
        formatTruncated(none),
        formatLots(none),
        formatRand(none),
      ]).toEqual([dash, dash, dash, dash, dash]);
  });

  it('formats a quantity in whole lots, and a difference with its sign', () => {
    setFormatLocale('en-GB');
    expect(formatLots(12_000)).toBe('12,000');
    expect(formatSigned(1_234.5, 2)).toBe('+1,234.50');
    expect(formatSigned(-3, 0)).toBe('−3');
  });

  it('recognizes the text of a zero, in every locale and with the spaces that pad it', () => {
    for (const text of ['0', '0.00', '0,00', '0.0\u2007', '0\u2008\u2007\u2007', '٠٫٠٠'])
      expect(isZeroText(text)).toBe(true);
    for (const text of ['0.01', '10', '+0.50', '00:00:00', dash, '', '0 of 5'])
      expect(isZeroText(text)).toBe(false);
  });

  it('formats an amount of money with its currency, and with cents only where it has any', () => {
    setFormatLocale('en-GB');
    expect(formatRand(12_450)).toBe('R\u00a012,450');
    expect(formatRand(0.5)).toBe('R\u00a00.50');
    expect(formatRand(-2_850)).toBe('−R\u00a02,850');
    expect(formatRand(null)).toBe(dash);
  });

  it('[SHELL-9] truncates to two decimals and does not round', () => {
    setFormatLocale('en-GB');
    expect(formatTruncated(1.999)).toBe('1.99');
    expect(formatTruncated(-1.999)).toBe('−1.99');
  });
});

describe('times and ages', () => {
  it('formats the clock time of a named zone in 24 hours', () => {
    setFormatLocale('en-US');
    expect(formatTime(Date.UTC(2026, 10, 18, 22, 31, 7), 'Africa/Johannesburg')).toBe('00:31:07');
    expect(formatTime(null)).toBe(dash);
  });

  it('formats an age with its unit, with a decimal under ten seconds', () => {
    setFormatLocale('en-GB');
    expect(formatAge(240)).toBe('0.2 s');
    expect(formatAge(14_400)).toBe('14 s');
    setFormatLocale('ar-EG');
    expect([240, 14_400, 200_000].map(formatAge)).toEqual(['٠٫٢ s', '١٤ s', '٣ min']);
    setFormatLocale('en-GB');
    expect(formatAge(200_000)).toBe('3 min');
    expect(formatAge(3 * 3_600_000)).toBe('3 h');
    expect(formatAge(null)).toBe(dash);
  });
});

describe('padding to the decimal point', () => {
  it('fills the space of the missing point and decimals', () => {
    expect(decimalPadding(0, 2)).toBe('\u2008\u2007\u2007');
    expect(decimalPadding(1, 2)).toBe('\u2007');
    expect(decimalPadding(2, 2)).toBe('');
  });
});

afterEach(() => setFormatLocale(undefined));

describe('a date in figures', () => {
  it.each([
    ['en-ZA', '2026/11/25', 'yyyy/mm/dd', /^Wed,? 25 Nov$/, /^Wed,? 25 Nov 2026$/],
    ['en-GB', '25/11/2026', 'dd/mm/yyyy', /^Wed,? 25 Nov$/, /^Wed,? 25 Nov 2026$/],
    ['en-US', '11/25/2026', 'mm/dd/yyyy', /^Wed, Nov 25$/, /^Wed, Nov 25, 2026$/],
    ['de-DE', '25.11.2026', 'dd.mm.yyyy', /^Mi\., 25\. Nov\.?$/, /^Mi\., 25\. Nov\.? 2026$/],
  ])('is written and read in %s as %s', (locale, text, pattern, thisYear, otherYear) => {
    setFormatLocale(locale);
    expect(formatDate('2026-11-25')).toBe(text);
    expect(formatDay('2026-11-25', '2026-12-02')).toMatch(thisYear);
    expect(formatDay('2026-11-25', '2027-01-04')).toMatch(otherYear);
    expect(formatDay('2026-11-25')).toMatch(otherYear);
    expect(datePattern()).toBe(pattern);
    expect(parseDate(text)).toBe('2026-11-25');
    expect(parseDate(' 2026-11-25 ')).toBe('2026-11-25');
    expect(parseDate('2026/1/5')).toBe('2026-01-05');
  });

  it('is not read from text that is not a date', () => {
    setFormatLocale('en-ZA');
    for (const text of ['', 'soon', '2026/11', '2026/02/30', '2026/13/01', '26/11/25', '2026/11/25/1'])
      expect(parseDate(text)).toBeNull();
    expect(formatDate('soon')).toBe('soon');
  });
});
