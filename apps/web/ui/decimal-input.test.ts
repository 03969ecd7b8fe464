import { afterEach, describe, expect, it } from 'vitest';
import { decimalSeparators, readDecimal } from './decimal-input.ts';
import { setFormatLocale } from './format.ts';

afterEach(() => setFormatLocale(undefined));

const text = (typed: string) => {
  const read = readDecimal(typed);
  return read.kind === 'number' ? read.text : read.kind;
};

describe('a typed number', () => {
  it('is read with and without group separators, by the locale', () => {
    setFormatLocale('en-GB');
    expect(text('4,035.20')).toBe('4035.20');
    expect(text('4035.2')).toBe('4035.2');
    expect(text('4 035.20')).toBe('4035.20');
    expect(text('.5')).toBe('0.5');
    expect(text('−12')).toBe('-12');
    setFormatLocale('de-DE');
    expect(text('4.035,20')).toBe('4035.20');
    setFormatLocale('en-ZA');
    expect(text('4\u00a0035,20')).toBe('4035.20');
    expect(text('4035.20')).toBe('4035.20');
  });

  it('is rejected when its separators are ambiguous, and never read as a number a hundred times larger', () => {
    setFormatLocale('en-US');
    expect(text('4035,20')).toBe('bad');
    expect(text('4,0352')).toBe('bad');
    setFormatLocale('de-DE');
    expect(text('4035.20')).toBe('bad');
  });

  it('is rejected with a sentence that shows the right form', () => {
    setFormatLocale('en-GB');
    const read = readDecimal('40x');
    expect(read).toEqual({ kind: 'bad', reason: '“40x” is not a number: write it like 4,035.20.' });
  });

  it('may be empty, which is not an error', () => {
    expect(text('  ')).toBe('empty');
    expect(text('-')).toBe('bad');
    expect(text('.')).toBe('bad');
    expect(text('1.2.3')).toBe('bad');
  });

  it('follows a change of the locale', () => {
    setFormatLocale('en-GB');
    expect(decimalSeparators()).toEqual({ group: ',', decimal: '.' });
    setFormatLocale('de-DE');
    expect(decimalSeparators()).toEqual({ group: '.', decimal: ',' });
  });
});
