import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../ui/format.ts';
import { noteOf } from './best-prices.tsx';

const row = {
  bid: 4034.8,
  bidQty: 12,
  offer: 4035.2,
  offerQty: 20,
  limitLow: 3835,
  limitHigh: 4235,
  instrument: 'WMAZ',
};

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the note beside the price', () => {
  it('says how far the order is from dealing', () => {
    expect(noteOf(row, 'B', 4034.8, 2)).toBe('0.40 below the offer.');
    expect(noteOf(row, 'S', 4040, 2)).toBe('5.20 above the bid.');
  });

  it('says when it would deal at once, and with what', () => {
    expect(noteOf(row, 'B', 4035.2, 2)).toBe('Deals at once: 20 offered at 4,035.20.');
    expect(noteOf(row, 'S', 4030, 2)).toBe('Deals at once: 12 bid at 4,034.80.');
  });

  it('says when nobody is on the other side', () => {
    expect(noteOf({ ...row, offer: null }, 'B', 4035.2, 2)).toBe('Nobody offers now.');
  });

  it("says when the price is outside the day's limits", () => {
    expect(noteOf(row, 'B', 4300, 2)).toBe("Outside today's limits.");
  });
});
