import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { americanPrice } from '../american/american.ts';
import { black76Price, intrinsicValue } from '../black/black76.ts';
import { normalDistribution } from '../normal/distribution.ts';
import { americanOptionOf, americanOptions } from './american-options.ts';
import { baroneAdesiWhaleyPrice, bjerksundStenslandPrice } from './approximations.ts';
import { many } from './many.ts';

/** The formula as printed in the paper (with the cost of carry b = 0), for a call. */
function printedBjerksundStensland(f: number, k: number, t: number, v: number, r: number): number {
  const beta = 0.5 + Math.sqrt(0.25 + (2 * r) / v ** 2);
  const perpetual = (beta / (beta - 1)) * k;
  const trigger = k + (perpetual - k) * (1 - Math.exp((-2 * v * Math.sqrt(t) * k) / (perpetual - k)));
  if (f >= trigger) return f - k;
  const phi = (gamma: number, h: number): number => {
    const lambda = (-r + 0.5 * gamma * (gamma - 1) * v ** 2) * t;
    const kappa = 2 * gamma - 1;
    const d = -(Math.log(f / h) + (gamma - 0.5) * v ** 2 * t) / (v * Math.sqrt(t));
    const mirrored = d - (2 * Math.log(trigger / f)) / (v * Math.sqrt(t));
    const tail = (trigger / f) ** kappa * normalDistribution(mirrored);
    return Math.exp(lambda) * f ** gamma * (normalDistribution(d) - tail);
  };
  const alpha = (trigger - k) * trigger ** -beta;
  const held = alpha * f ** beta - alpha * phi(beta, trigger);
  return held + phi(1, trigger) - phi(1, k) - k * phi(0, trigger) + k * phi(0, k);
}

describe('the approximations', () => {
  it('Bjerksund–Stensland equals the formula of the paper for calls, and for puts with F and K exchanged', () => {
    for (const [f, k, t, v, r] of [
      [4000, 4000, 0.25, 0.28, 0.0825],
      [4200, 4000, 0.5, 0.25, 0.08],
      [3600, 4000, 1, 0.35, 0.1],
      [100, 100, 0.5, 0.15, 0.1],
      [100, 110, 2, 0.5, 0.05],
    ] as const) {
      const printed = printedBjerksundStensland(f, k, t, v, r);
      const terms = { years: t, volatility: v, rate: r };
      const call = bjerksundStenslandPrice({ type: 'call', forward: f, strike: k, ...terms });
      expect(Math.abs(call / printed - 1)).toBeLessThan(1e-11);
      expect(bjerksundStenslandPrice({ type: 'put', forward: k, strike: f, ...terms })).toBe(call);
      expect(printed).toBeGreaterThan(black76Price({ type: 'call', forward: f, strike: k, ...terms }));
    }
  });

  it('are never below the European or the intrinsic value, although the formulas alone can be', () => {
    fc.assert(
      fc.property(americanOptions, (generated) => {
        const option = americanOptionOf(generated);
        const min = Math.max(black76Price(option), option.rate > 0 ? intrinsicValue(option) : 0);
        expect(baroneAdesiWhaleyPrice(option)).toBeGreaterThanOrEqual(min);
        expect(bjerksundStenslandPrice(option)).toBeGreaterThanOrEqual(min);
      }),
      { numRuns: 500 * many },
    );
  });

  it('have the stated errors: Barone-Adesi–Whaley 0.35 %, Bjerksund–Stensland 0.9 %, up to 60 % and a year', () => {
    let [whaley, stensland] = [0, 0];
    for (const rate of [0.01, 0.05, 0.0825, 0.15]) {
      for (const volatility of [0.1, 0.25, 0.4, 0.6]) {
        for (const years of [7 / 365, 0.25, 1]) {
          for (const away of [-2, -1, -0.5, 0, 0.5, 1, 2]) {
            const strike = 4000 * Math.exp(away * volatility * Math.sqrt(years));
            const option = { type: 'put', forward: 4000, strike, years, volatility, rate } as const;
            const exact = americanPrice(option);
            const scale = Math.max(4000, strike);
            whaley = Math.max(whaley, Math.abs(baroneAdesiWhaleyPrice(option) - exact) / scale);
            stensland = Math.max(stensland, Math.abs(bjerksundStenslandPrice(option) - exact) / scale);
          }
        }
      }
    }
    expect(whaley).toBeLessThan(0.0036);
    expect(stensland).toBeLessThan(0.0091);
    expect(Math.min(whaley, stensland)).toBeGreaterThan(0.002);
  });
});
