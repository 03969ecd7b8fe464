import { afterEach, describe, expect, it } from 'vitest';
import { datePattern, formatDate, readDate } from './date-text.ts';
import { setFormatLocale } from './format.ts';

afterEach(() => setFormatLocale(undefined));

describe('a date in figures', () => {
  it.each([
    ['en-ZA', '2026/11/25', 'yyyy/mm/dd'],
    ['en-GB', '25/11/2026', 'dd/mm/yyyy'],
    ['en-US', '11/25/2026', 'mm/dd/yyyy'],
    ['de-DE', '25.11.2026', 'dd.mm.yyyy'],
  ])('is written and read in %s as %s', (locale, text, pattern) => {
    setFormatLocale(locale);
    expect(formatDate('2026-11-25')).toBe(text);
    expect(datePattern()).toBe(pattern);
    expect(readDate(text)).toBe('2026-11-25');
    expect(readDate(' 2026-11-25 ')).toBe('2026-11-25');
    expect(readDate('2026/1/5')).toBe('2026-01-05');
  });

  it('is not read from text that is no date', () => {
    setFormatLocale('en-ZA');
    for (const text of ['', 'soon', '2026/11', '2026/02/30', '2026/13/01', '26/11/25', '2026/11/25/1'])
      expect(readDate(text)).toBeNull();
    expect(formatDate('soon')).toBe('soon');
  });
});
