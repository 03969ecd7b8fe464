import { afterEach, describe, expect, it } from 'vitest';
import { decimalSeparators, readDecimal } from './decimal-input.ts';
import { setFormatLocale } from './format.ts';

afterEach(() => setFormatLocale(undefined));

const text = (typed: string) => {
  const read = readDecimal(typed);
  return read.kind === 'number' ? read.text : read.kind;
};

describe('a number as it was typed', () => {
  it('is read with and without groups, in the way of the locale', () => {
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

  it('is rejected when its marks could mean another number, and never read as a hundredfold', () => {
    setFormatLocale('en-US');
    expect(text('4035,20')).toBe('bad');
    expect(text('4,0352')).toBe('bad');
    setFormatLocale('de-DE');
    expect(text('4035.20')).toBe('bad');
  });

  it('is rejected with a sentence that shows how to write it', () => {
    setFormatLocale('en-GB');
    const read = readDecimal('40x');
    expect(read).toEqual({ kind: 'bad', reason: '“40x” is not a number: write it like 4,035.20.' });
  });

  it('may be missing, which is not the same as wrong', () => {
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
