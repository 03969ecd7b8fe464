import type { DepthRow, OrderTypeCode } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import type { WantedOrder } from './deals-now.ts';
import { type EntryState, noteOf } from './deals-words.ts';

const row = { bid: 4034.8, bidQty: 12, offer: 4035.2, offerQty: 20, limitLow: 3835, limitHigh: 4235 };

const offers = (...levels: readonly (readonly [price: number, qty: number])[]): DepthRow[] =>
  levels.map(([sellPrice, offerQty]) => ({
    buyer: null,
    bidPrice: null,
    bidQty: 0,
    offerQty,
    sellPrice,
    seller: 'VELD',
  }));
const bids = (...levels: readonly (readonly [price: number, qty: number])[]): DepthRow[] =>
  levels.map(([bidPrice, bidQty]) => ({
    buyer: 'VELD',
    bidPrice,
    bidQty,
    offerQty: 0,
    sellPrice: null,
    seller: null,
  }));

function note(
  order: Partial<WantedOrder>,
  depth: readonly DepthRow[] | null = offers([4035.2, 20], [4035.6, 5], [4040, 1]),
  entry: EntryState = 'open',
): string {
  const wanted = { side: 'B', qty: 10, price: 4035.2, type: 0 as OrderTypeCode, ...order } as const;
  return noteOf(row, wanted, { depth, entry, decimals: 2, meaning: 'price' }).text;
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the note beside the price', () => {
  it('[ACT-1] says how many lots deal now, over all levels, at which prices and average, and what rests', () => {
    expect(note({ qty: 500, price: 4235 })).toBe(
      '26 deal now at 4,035.20 to 4,040.00, average 4,035.46; 474 rest.',
    );
    expect(note({ qty: 27, price: 4235 })).toBe(
      '26 deal now at 4,035.20 to 4,040.00, average 4,035.46; 1 rests.',
    );
  });

  it('says when all lots deal at once', () => {
    expect(note({ qty: 10 })).toBe('All 10 deal now at 4,035.20.');
    expect(note({ qty: 1 })).toBe('It deals now at 4,035.20.');
    expect(note({ qty: 22, price: 4235 })).toBe('All 22 deal now at 4,035.20 to 4,035.60, average 4,035.24.');
  });

  it('stops at the typed price and counts the bids for a sale', () => {
    expect(note({ qty: 30, price: 4035.6 })).toBe(
      '25 deal now at 4,035.20 to 4,035.60, average 4,035.28; 5 rest.',
    );
    expect(note({ side: 'S', qty: 20, price: 4034 }, bids([4034.8, 12], [4034, 3]))).toBe(
      '15 deal now at 4,034.80 to 4,034.00, average 4,034.64; 5 rest.',
    );
  });

  it('says what take or kill and fill or kill do with the remainder', () => {
    expect(note({ qty: 30, price: 4035.6, type: 1 })).toBe(
      '25 deal now at 4,035.20 to 4,035.60, average 4,035.28; 5 are killed.',
    );
    expect(note({ qty: 30, price: 4035.6, type: 2 })).toBe(
      'Nothing deals: 25 of 30 are offered within this price, and fill or kill needs all.',
    );
    expect(note({ price: 4030, type: 1 })).toBe(
      '5.20 below the offer. Nothing deals: the order would be killed.',
    );
  });

  it('says how far the order is from dealing', () => {
    expect(note({ price: 4034.8 })).toBe('0.40 below the offer.');
    expect(note({ side: 'S', price: 4040 }, bids([4034.8, 12]))).toBe('5.20 above the bid.');
    expect(note({}, [])).toBe('There is no offer now.');
  });

  it('promises no more than the best level until the depth is loaded', () => {
    expect(note({ qty: 20 }, null)).toBe('All 20 deal now at 4,035.20.');
    expect(note({ qty: 21 }, null)).toBe(
      'At least 20 deal now at 4,035.20. What is offered behind that is not known yet.',
    );
  });

  it('promises no more than the rows that the server sends', () => {
    const whole = offers(...Array.from({ length: 200 }, (): [number, number] => [4035.2, 1]));
    expect(note({ qty: 201 }, whole)).toContain('At least 200 deal now');
    expect(note({ qty: 201 }, whole.slice(1))).toBe('199 deal now at 4,035.20; 2 rest.');
  });

  it('says that orders wait for the call auction, or are not taken', () => {
    expect(note({}, [], 'auction')).toBe('It waits for the call auction: nothing deals before the opening.');
    expect(note({}, [], 'closed')).toBe('The market takes no orders now.');
  });

  it("says when the price is outside the day's limits", () => {
    expect(note({ price: 4300 })).toBe("Outside today's limits.");
  });
});
