import { describe, expect, it } from 'vitest';
import { black76Price } from '../black/black76.ts';
import { american, americanPrice } from './american.ts';

describe('the greeks of an American option', () => {
  const slope = (f: (x: number) => number, x: number, h: number) =>
    (f(x - 2 * h) - 8 * f(x - h) + 8 * f(x + h) - f(x + 2 * h)) / (12 * h);

  it.each<[type: 'call' | 'put', strike: number, years: number, volatility: number, rate: number]>([
    ['put', 4000, 0.25, 0.28, 0.0825],
    ['call', 4200, 0.5, 0.25, 0.0825],
    ['put', 4300, 1, 0.3, 0.15],
    ['call', 3800, 1, 0.25, 0.05],
    ['put', 3000, 2, 0.6, 0.1],
  ])(
    'are the slopes of the price: %s at %d, %d years, volatility %d, rate %d',
    (type, strike, years, volatility, rate) => {
      const forward = 4000;
      const option = { type, forward, strike, years, volatility, rate };
      const greeks = american(option);
      const wide = 0.02 * forward * volatility * Math.sqrt(years);
      const near = (got: number, expected: number, unit: number) =>
        expect(Math.abs(got - expected) / unit).toBeLessThan(2e-5);
      expect(greeks.price).toBe(americanPrice(option));
      near(
        greeks.delta,
        slope((f) => americanPrice({ ...option, forward: f }), forward, wide),
        1,
      );
      near(
        greeks.gamma,
        slope((f) => american({ ...option, forward: f }).delta, forward, wide),
        0.01,
      );
      near(
        greeks.vega,
        slope((v) => americanPrice({ ...option, volatility: v }), volatility, 0.01),
        forward,
      );
      near(
        -greeks.theta,
        slope((t) => americanPrice({ ...option, years: t }), years, 0.01 * years),
        forward,
      );
      near(
        greeks.rho,
        slope((r) => americanPrice({ ...option, rate: r }), rate, 0.1 * rate),
        forward,
      );
    },
  );

  it('equal the future’s where immediate exercise is optimal', () => {
    const deep = { type: 'put', forward: 2000, strike: 4000, years: 1, volatility: 0.2, rate: 0.1 } as const;
    expect(american(deep)).toEqual({ price: 2000, delta: -1, gamma: 0, vega: 0, theta: 0, rho: 0 });
    expect(american({ ...deep, type: 'call', forward: 8000 })).toEqual({
      price: 4000,
      delta: 1,
      gamma: 0,
      vega: 0,
      theta: 0,
      rho: 0,
    });
    expect(black76Price(deep)).toBeLessThan(2000);
  });
});
