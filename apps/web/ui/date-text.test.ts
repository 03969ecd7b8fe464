import { afterEach, describe, expect, it } from 'vitest';
import { datePattern, formatDate, formatDayMonth, readDate } from './date-text.ts';
import { setFormatLocale } from './format.ts';

afterEach(() => setFormatLocale(undefined));

describe('a date in figures', () => {
  it.each([
    ['en-ZA', '2026/11/25', 'yyyy/mm/dd', '11/25'],
    ['en-GB', '25/11/2026', 'dd/mm/yyyy', '25/11'],
    ['en-US', '11/25/2026', 'mm/dd/yyyy', '11/25'],
    ['de-DE', '25.11.2026', 'dd.mm.yyyy', '25.11'],
  ])('is written and read in %s as %s', (locale, text, pattern, short) => {
    setFormatLocale(locale);
    expect(formatDate('2026-11-25')).toBe(text);
    expect(formatDayMonth('2026-11-25')).toBe(short);
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
