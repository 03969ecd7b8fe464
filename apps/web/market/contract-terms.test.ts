import Big from 'big.js';
import { afterEach, describe, expect, it } from 'vitest';
import { numberIn } from '../ui/decimal-input.ts';
import { formatPrice, setFormatLocale } from '../ui/format.ts';
import { locales } from '../ui/testing/locales.ts';
import {
  contractStep,
  isOnTick,
  parseQty,
  priceStep,
  rateStep,
  stepPrice,
  steppedPrice,
  steppedQty,
  tidiedPrice,
  volatilityStep,
} from './contract-terms.ts';

const maize = { step: new Big('0.2'), tick: 0.2 };
const after = (from: string, steps: number, by = maize) => stepPrice(new Big(from), steps, by).toFixed(2);

describe('steps of a price', () => {
  it('are one tick, or the step of the preferences in whole ticks', () => {
    expect(priceStep({ tick: 0.2, mop: 0 }).toString()).toBe('0.2');
    expect(priceStep({ tick: 0.2, mop: 1 }).toString()).toBe('1');
    expect(priceStep({ tick: 0.2, mop: 0.5 }).toString()).toBe('0.6');
    expect(priceStep({ tick: 1, mop: 0.25 }).toString()).toBe('1');
  });

  it('[PREF-3] come from the preferences for volatilities and rates, and are a quarter of a percent by default', () => {
    const steps = (volChangeMop: number, rateChangeMop: number) => [
      volatilityStep({ volChangeMop }).toNumber(),
      rateStep({ rateChangeMop }),
    ];
    expect(steps(0, 0)).toEqual([0.25, 0.25]);
    expect(steps(0.5, 0.1)).toEqual([0.5, 0.1]);
    expect(steps(0.125, 0.125)).toEqual([0.13, 0.125]);
    const defaults = { priceChangeMop: 1, volChangeMop: 0 };
    const of = (meaning: 'price' | 'volatility', tick: number) =>
      contractStep({ meaning, tick }, defaults).toNumber();
    expect([of('price', 0.2), of('volatility', 0.01)]).toEqual([1, 0.25]);
  });

  it('add up exactly, a thousand times over', () => {
    let price = new Big('4035.20');
    for (let count = 0; count < 1000; count += 1) price = stepPrice(price, 1, maize);
    expect(price.toFixed(2)).toBe('4235.20');
    expect(after('4035.20', 10)).toBe('4037.20');
    expect(after('4035.20', -10)).toBe('4033.20');
  });

  it('go from a price between two ticks to the next tick in that direction', () => {
    expect(after('4035.30', 1)).toBe('4035.40');
    expect(after('4035.30', -1)).toBe('4035.20');
    expect(after('4035.30', 3)).toBe('4035.80');
    expect(isOnTick(new Big('4035.30'), 0.2)).toBe(false);
    expect(isOnTick(new Big('4035.40'), 0.2)).toBe(true);
  });

  it('never reach zero or less, except where a contract allows such prices', () => {
    expect(after('0.20', -1)).toBe('0.20');
    const split = { step: new Big('0.2'), tick: 0.2, mayBeNegative: true };
    expect(stepPrice(new Big('0.2'), -2, split).toFixed(2)).toBe('-0.20');
    expect(stepPrice(new Big('-0.3'), -1, split).toFixed(2)).toBe('-0.40');
    expect(stepPrice(new Big('-0.3'), 1, split).toFixed(2)).toBe('-0.20');
  });
});

afterEach(() => setFormatLocale(undefined));

describe('the text of a price, in every locale', () => {
  const rules = { step: new Big('0.2'), tick: 0.2, decimals: 2, fallback: null, mayBeNegative: true };

  it('steps up and down from the value that is meant, even if it is negative', () => {
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

describe('a typed quantity', () => {
  it('never has decimals, nor a mark that could mean decimals', () => {
    setFormatLocale('en-ZA');
    expect(parseQty('1,000', 500)).toEqual({ error: '“1,000” could mean 1000 or 1: write one of these.' });
    for (const typed of ['1,5', '5,0', '5.00', '0,5'])
      expect(parseQty(typed, 500), typed).toEqual({ error: expect.stringMatching(/whole number of lots/) });
    expect(parseQty('1 000', 5_000)).toEqual({ qty: 1_000 });
    expect(parseQty('١٢', 500)).toEqual({ qty: 12 });
  });
});
