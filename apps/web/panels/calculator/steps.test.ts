import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { steppedNumber, steppedStrike } from './steps.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the steps of the calculator', () => {
  const rate = { step: 0.25, decimals: 2, from: 0, to: 100 };

  it('[PREF-3] are exact, and stay within what the field takes', () => {
    expect(steppedNumber('8.00', 1, rate)).toBe('8.25');
    expect(steppedNumber('0.1', 2, { ...rate, step: 0.1 })).toBe('0.30');
    expect(steppedNumber('0.25', -10, rate)).toBe('0.00');
    expect(steppedNumber('99.90', 1, rate)).toBe('100.00');
    expect(steppedNumber('', 1, rate)).toBe('0.25');
    expect(steppedNumber('x', 1, rate)).toBeNull();
  });

  it('go from strike to strike where strikes are listed, else from tick to tick', () => {
    const listed = { strikes: [4000, 4020, 4100], tick: 0.2, decimals: 2 };
    expect(steppedStrike('4000', 1, listed)).toBe('4,020.00');
    expect(steppedStrike('4,050.00', 1, listed)).toBe('4,100.00');
    expect(steppedStrike('4,050.00', -1, listed)).toBe('4,020.00');
    expect(steppedStrike('4,000.00', 10, listed)).toBe('4,100.00');
    expect(steppedStrike('4,100.00', 1, listed)).toBeNull();
    expect(steppedStrike('', 1, listed)).toBe('4,020.00');
    expect(steppedStrike('4,100.00', 1, { ...listed, strikes: [] })).toBe('4,100.20');
  });
});
