import { describe, expect, it } from 'vitest';
import { black76Price } from '../black/black76.ts';
import { impliedVolatility } from '../implied-volatility/implied-volatility.ts';
import { many } from '../testing/many.ts';
import { americanPrice } from './american.ts';
import { americanImpliedVolatility } from './american-implied-volatility.ts';

const option = { type: 'put', forward: 4000, strike: 4100, years: 0.5, rate: 0.0825 } as const;

describe('the implied volatility of an American option', () => {
  it('is the volatility of its price, in the money and out of the money', () => {
    for (const type of ['call', 'put'] as const) {
      for (const strike of [3400, 3800, 4000, 4200, 4600]) {
        for (const volatility of [0.15, 0.28, 0.6, 1.5]) {
          const quoted = { ...option, type, strike };
          const price = americanPrice({ ...quoted, volatility });
          const implied = americanImpliedVolatility({ ...quoted, price });
          if (price === Math.max(strike - 4000, 4000 - strike)) {
            expect(implied).toEqual({ kind: 'found', volatility: 0 });
            continue;
          }
          expect(implied.kind).toBe('found');
          if (implied.kind !== 'found') continue;
          expect(americanPrice({ ...quoted, volatility: implied.volatility })).toBeCloseTo(price, 8);
          if (price - Math.max(0, type === 'put' ? strike - 4000 : 4000 - strike) > 1) {
            expect(implied.volatility).toBeCloseTo(volatility, 6);
          }
        }
      }
    }
  });

  it('is found for the prices that the library gives, and is 0 within rounding of the intrinsic value', () => {
    const rejected: object[] = [];
    // Prime to the other numbers, so that fewer prices are not all alike.
    const step = many < 1 ? 7 : 1;
    for (let cents = 0; cents < 400; cents += step) {
      const forward = (380_000 + 107 * cents) / 100;
      const quote = { ...option, type: cents % 2 === 0 ? 'call' : 'put', forward } as const;
      const price = americanPrice({ ...quote, volatility: (1 + (cents % 90)) / 100 });
      if (americanImpliedVolatility({ ...quote, price }).kind !== 'found') rejected.push({ ...quote, price });
    }
    expect(rejected).toEqual([]);
    const call = { ...option, type: 'call', forward: 4101.1, strike: 4000 } as const;
    expect(americanImpliedVolatility({ ...call, price: 101.1 })).toEqual({ kind: 'found', volatility: 0 });
  });

  it('is lower than the European one, because part of the price is the right to exercise early', () => {
    const price = 320;
    const ours = americanImpliedVolatility({ ...option, price });
    const european = impliedVolatility({ ...option, price });
    expect(ours.kind === 'found' && european.kind === 'found' && ours.volatility < european.volatility).toBe(
      true,
    );
  });

  it('equals the European one to the last bit where premiums are not paid up front', () => {
    const price = black76Price({ ...option, rate: 0, volatility: 0.28 });
    expect(americanImpliedVolatility({ ...option, rate: 0, price })).toEqual(
      impliedVolatility({ ...option, rate: 0, price }),
    );
    expect(americanImpliedVolatility({ ...option, rate: -0.01, price })).toEqual(
      impliedVolatility({ ...option, rate: -0.01, price }),
    );
  });

  it('does not exist below the undiscounted intrinsic value, at the strike (put) and at expiry', () => {
    expect(americanImpliedVolatility({ ...option, price: 99.99 })).toEqual({
      kind: 'belowIntrinsic',
      min: 100,
    });
    expect(americanImpliedVolatility({ ...option, price: 4100 })).toEqual({
      kind: 'notBelowCeiling',
      ceiling: 4100,
    });
    expect(americanImpliedVolatility({ ...option, price: 100 })).toEqual({ kind: 'found', volatility: 0 });
    expect(americanImpliedVolatility({ ...option, years: 0, price: 120 })).toEqual({ kind: 'expired' });
  });

  it('exists between the discounted and the undiscounted strike, where no European volatility does', () => {
    const price = 4100 * Math.exp(-0.0825 * 0.5) + 10;
    expect(impliedVolatility({ ...option, price }).kind).toBe('notBelowCeiling');
    const implied = americanImpliedVolatility({ ...option, price });
    expect(implied.kind === 'found' && implied.volatility).toBeGreaterThan(3);
  });

  it('is found for a life of 1e300 years, where it is tiny', () => {
    const long = { ...option, years: 1e300, rate: 1e-300 } as const;
    const price = 3900;
    const implied = americanImpliedVolatility({ ...long, price });
    if (implied.kind !== 'found') throw new Error(implied.kind);
    expect(americanPrice({ ...long, volatility: implied.volatility })).toBeCloseTo(price, 6);
  });

  it('is found for a price that is negligible compared with the strike', () => {
    const tiny = {
      type: 'call',
      forward: 1e300,
      strike: 1e300,
      years: 1,
      rate: 0.05,
      price: 1e-301,
    } as const;
    const implied = americanImpliedVolatility(tiny);
    expect(implied.kind === 'found' && implied.volatility).toBeLessThan(1e-14);
  });

  it('throws an error that begins with the name of the invalid input', () => {
    expect(() => americanImpliedVolatility({ ...option, price: Number.NaN })).toThrow(/^price: /);
    expect(() => americanImpliedVolatility({ ...option, strike: 0, price: 1 })).toThrow(/^strike: /);
  });
});
