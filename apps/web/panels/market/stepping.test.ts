import Big from 'big.js';
import { afterEach, describe, expect, it } from 'vitest';
import { readQty } from '../../actions/quantities.ts';
import { numberIn } from '../../ui/decimal-input.ts';
import { formatPrice, setFormatLocale } from '../../ui/format.ts';
import { locales } from '../../ui/testing/locales.ts';
import { steppedPrice, steppedQty, tidiedPrice } from './stepping.ts';

afterEach(() => setFormatLocale(undefined));

describe('[F1] [F2] the text of a price, in every locale', () => {
  const rules = { step: new Big('0.2'), tick: 0.2, decimals: 2, fallback: null, mayBeNegative: true };

  it('steps up and down from the value that is meant, also below zero', () => {
    for (const locale of locales) {
      setFormatLocale(locale);
      const from = formatPrice(-79.6, 2);
      expect(numberIn(steppedPrice(from, 1, rules) ?? ''), locale).toBe(-79.4);
      expect(numberIn(steppedPrice(from, -1, rules) ?? ''), locale).toBe(-79.8);
      expect(numberIn(steppedPrice(formatPrice(4_033.2, 2), 1, rules) ?? ''), locale).toBe(4_033.4);
      expect(steppedQty('10', 1, 500), locale).toBe('11');
    }
  });

  it('stays as the locale writes it when the field is left', () => {
    for (const locale of locales) {
      setFormatLocale(locale);
      for (const price of [4_033.2, -79.6, 0, 123_456.7]) {
        const written = formatPrice(price, 2);
        expect(tidiedPrice(written, 2), locale).toBe(written);
      }
    }
  });
});

describe('[F12] a typed quantity', () => {
  it('never has decimals, nor a mark that could mean decimals', () => {
    setFormatLocale('en-ZA');
    expect(readQty('1,000', 500)).toEqual({ error: '“1,000” could mean 1000 or 1: write one of these.' });
    for (const typed of ['1,5', '5,0', '5.00', '0,5'])
      expect(readQty(typed, 500), typed).toEqual({ error: expect.stringMatching(/whole number of lots/) });
    expect(readQty('1 000', 5_000)).toEqual({ qty: 1_000 });
    expect(readQty('١٢', 500)).toEqual({ qty: 12 });
  });
});
