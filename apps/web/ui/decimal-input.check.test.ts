import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { decimalSeparators, parseDecimal } from './decimal-input.ts';
import {
  asLatinDigits,
  formatDate,
  formatPrice,
  formatSigned,
  formatTruncated,
  isZero,
  otpDigits,
  parseDate,
  setFormatLocale,
} from './format.ts';
import { locales } from './testing/locales.ts';

afterEach(() => setFormatLocale(undefined));

const text = (typed: string, decimals?: number) => {
  const read = parseDecimal(typed, decimals);
  return read.kind === 'number' ? read.text : read.kind;
};
const reason = (typed: string) => {
  const read = parseDecimal(typed);
  return read.kind === 'bad' ? read.reason : read.kind;
};

describe('every number that the application writes', () => {
  it('is read back, in every locale, with its digits, signs and groups', () => {
    expect(locales.length).toBeGreaterThan(100);
    const value = fc.oneof(
      fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
      fc.integer({ min: -9_999, max: 9_999 }),
    );
    const number = fc.tuple(value, fc.integer({ min: 0, max: 4 }));
    for (const locale of locales) {
      setFormatLocale(locale);
      fc.assert(
        fc.property(number, ([whole, decimals]) => {
          const number = whole / 10 ** decimals;
          const written = formatPrice(number, decimals);
          const at = `${written} in ${locale}`;
          expect(Number(text(written, decimals)), at).toBe(number);
          expect(Number(text(formatTruncated(number, decimals), decimals)), at).toBe(number);
          if (number !== 0) expect(Number(text(formatSigned(number, decimals), decimals)), at).toBe(number);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('is read back in every locale of the list at values that group', () => {
    for (const locale of locales)
      for (const number of [0, 5, -5, 999, 1_000, -4_033.2, 12_345.6, 100_000, 1_234_567.89, -98_765_432.1]) {
        setFormatLocale(locale);
        expect(Number(text(formatPrice(number, 2))), `${number} in ${locale}`).toBe(number);
        expect(Number(text(formatPrice(Math.trunc(number), 0), 0)), `${number} in ${locale}`).toBe(
          Math.trunc(number) + 0,
        );
      }
  });

  it('is typed with a point and Latin digits in every locale that does not group with the point', () => {
    for (const locale of locales) {
      setFormatLocale(locale);
      if (decimalSeparators().group !== '.') expect(text('4035.20'), locale).toBe('4035.20');
      expect(text('4035'), locale).toBe('4035');
    }
  });
});

describe('a typed number', () => {
  it('is read with and without group separators, by the locale', () => {
    setFormatLocale('en-GB');
    expect(text('4,035.20')).toBe('4035.20');
    expect(text('4035.2')).toBe('4035.2');
    expect(text('4 035.20')).toBe('4035.20');
    expect(text('.5')).toBe('0.5');
    expect(text('−12')).toBe('-12');
    expect(text('+12')).toBe('12');
    setFormatLocale('de-DE');
    expect(text('4.035,20')).toBe('4035.20');
    setFormatLocale('en-ZA');
    expect(text('4\u00a0035,20')).toBe('4035.20');
    expect(text('4035.20')).toBe('4035.20');
    setFormatLocale('en-IN');
    expect(text('12,34,567.80')).toBe('1234567.80');
    expect(text('1,234,567.80')).toBe('1234567.80');
  });

  it('is rejected when its groups are wrong, and never read as a number a hundred times larger', () => {
    setFormatLocale('en-US');
    expect(text('4035,20')).toBe('bad');
    expect(text('4,0352')).toBe('bad');
    expect(text('4 03 5')).toBe('bad');
    expect(text('1,23,456')).toBe('bad');
    expect(text('1,234 567')).toBe('bad');
    setFormatLocale('de-DE');
    expect(text('4035.20')).toBe('bad');
  });

  it('is rejected with both readings when a mark could be a decimal or a group separator', () => {
    setFormatLocale('en-ZA');
    expect(reason('1,000')).toBe('“1,000” could mean 1000 or 1: write one of these.');
    expect(reason('1.234')).toBe('“1.234” could mean 1234 or 1,2340: write one of these.');
    expect(reason('-1,500')).toBe('“-1,500” could mean -1500 or -1,5: write one of these.');
    expect(text('1,2340')).toBe('1.2340');
    setFormatLocale('en-GB');
    expect(text('1,000')).toBe('1000');
    expect(reason('1.000')).toBe('“1.000” could mean 1000 or 1: write one of these.');
    expect(text('0.500')).toBe('0.500');
    for (const locale of ['de-CH', 'ar-EG', 'fa-IR', 'fr-FR']) {
      setFormatLocale(locale);
      expect(reason('1,000'), locale).toMatch(/^“1,000” could mean 1000 or 1/);
    }
    setFormatLocale('en-ZA');
    expect(text('1,234', 4)).toBe('1.234');
  });

  it('is zero without a sign', () => {
    for (const locale of locales) {
      setFormatLocale(locale);
      for (const typed of ['-0', '−0.00', '-.0']) {
        if (decimalSeparators().group === '.' && typed.includes('.')) continue;
        expect(text(typed), `${typed} in ${locale}`).toMatch(/^0(\.0+)?$/);
      }
    }
  });

  it('is rejected with a sentence that shows the right form', () => {
    setFormatLocale('en-GB');
    expect(reason('40x')).toBe('“40x” is not a number: write it like 4,035.20.');
  });

  it('may be empty, which is not an error', () => {
    expect(text('  ')).toBe('empty');
    expect(text('\u200e')).toBe('empty');
    expect(text('-')).toBe('bad');
    expect(text('.')).toBe('bad');
    expect(text('1.2.3')).toBe('bad');
    expect(text('1-2')).toBe('bad');
  });

  it('follows a change of the locale', () => {
    setFormatLocale('en-GB');
    expect(decimalSeparators()).toEqual({ group: ',', decimal: '.' });
    setFormatLocale('de-DE');
    expect(decimalSeparators()).toEqual({ group: '.', decimal: ',' });
  });
});

describe('the digits of every script', () => {
  it('are read as Latin digits', () => {
    expect(asLatinDigits('٠١٢٣٤٥٦٧٨٩ ۹ ९ ၉ ９ 𝟗 x7')).toBe('0123456789 9 9 9 9 9 x7');
    expect(['٠٫٠٠', '0.00', '۰'].map(isZero)).toEqual([true, true, true]);
    expect(['٠٫٠١', '0.10', '–', ''].map(isZero)).toEqual([false, false, false, false]);
  });

  it('make a one-time password of a paste with any separators', () => {
    expect(['123-456', ' 123 456', 'Code: 123456.', '١٢٣٤٥٦'].map(otpDigits)).toEqual(
      Array.from({ length: 4 }, () => '123456'),
    );
  });

  it('make dates that are read back, of the Gregorian calendar', () => {
    for (const locale of [...locales, 'fa-IR', 'th-TH', 'ar-SA', 'ja-JP-u-ca-japanese']) {
      setFormatLocale(locale);
      for (const date of ['2026-11-25', '2027-01-02'])
        expect(parseDate(formatDate(date)), `${formatDate(date)} in ${locale}`).toBe(date);
    }
  });
});
