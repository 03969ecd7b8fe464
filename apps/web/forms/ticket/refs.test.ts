import { afterEach, describe, expect, it } from 'vitest';
import { firstRef, keepLastRef, lastRef, refAfter } from './refs.ts';

afterEach(() => keepLastRef(null));

describe('a reference', () => {
  it('[ACT-1] counts up, with its letters and its zeros', () => {
    expect(refAfter('318')).toBe('319');
    expect(refAfter('KAND-0099')).toBe('KAND-0100');
    expect(refAfter('9')).toBe('10');
    expect(refAfter('99999999999999999999')).toBe('100000000000000000000');
  });

  it('stays unchanged without a number', () => {
    expect(refAfter('harvest')).toBe('harvest');
    expect(refAfter('')).toBe('');
  });

  it('begins after the newest of today, or with 1', () => {
    expect(firstRef(null, [])).toBe('1');
    expect(
      firstRef(null, [
        { ref: '7', time: 2 },
        { ref: '12', time: 1 },
        { ref: 'harvest', time: 3 },
      ]),
    ).toBe('8');
    expect(firstRef('40', [{ ref: '7', time: 2 }])).toBe('41');
  });

  it('counts up from the reference that the venue gave, and is unchanged by an order without one', () => {
    keepLastRef('A1');
    keepLastRef('');
    expect(lastRef()).toBe('A1');
  });
});
