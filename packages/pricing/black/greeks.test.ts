import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { screenGreeks } from '../conventions.ts';
import { many } from '../testing/many.ts';
import {
  asOptionOnFuture,
  isOnFuture,
  type PublishedGreek,
  publishedTable,
} from '../testing/options-reference.ts';
import { black76Price, type OptionInputs } from './black76.ts';
import { black76 } from './greeks.ts';

const published = readFileSync(new URL('../testing/options-reference.json', import.meta.url), 'utf8');
const days = (count: number) => count / 365;

describe('greeks in screen units', () => {
  it.each<[OptionInputs, number[]]>([
    [
      { type: 'call', forward: 4000, strike: 4000, volatility: 0.25, years: days(90) },
      [0.5247, 0.000802, 7.9088, -1.0984],
    ],
    [
      { type: 'put', forward: 4000, strike: 4000, volatility: 0.25, years: days(90) },
      [-0.4753, 0.000802, 7.9088, -1.0984],
    ],
    [
      { type: 'call', forward: 4077, strike: 4200, volatility: 0.28, years: days(84) },
      [0.4388, 0.00072, 7.7106, -1.2851],
    ],
    [
      { type: 'put', forward: 4077, strike: 4200, volatility: 0.28, years: days(84) },
      [-0.5612, 0.00072, 7.7106, -1.2851],
    ],
    [
      { type: 'put', forward: 4077, strike: 3900, volatility: 0.3, years: days(84) },
      [-0.3518, 0.000632, 7.2582, -1.2961],
    ],
    [
      { type: 'call', forward: 4077, strike: 4200, volatility: 0.28, years: days(84), rate: 0.08 },
      [0.4308, 0.000707, 7.5699, -1.226],
    ],
    [
      { type: 'call', forward: 7590, strike: 7800, volatility: 0.22, years: days(45) },
      [0.3765, 0.000648, 10.1183, -2.4734],
    ],
  ])(
    'are delta, gamma, vega per point and theta per day of %o',
    (option, [delta = 0, gamma = 0, vega = 0, theta = 0]) => {
      const greeks = screenGreeks(black76(option));
      expect(greeks.delta).toBeCloseTo(delta, 4);
      expect(greeks.gamma).toBeCloseTo(gamma, 6);
      expect(greeks.vegaPerPoint).toBeCloseTo(vega, 4);
      expect(greeks.thetaPerDay).toBeCloseTo(theta, 4);
    },
  );
});

describe('haug-european-greeks', () => {
  /** By the chain rule from the greeks on the future; the spot model adds the cost of carry. */
  function spotGreek(publishedGreek: PublishedGreek): number {
    const option = asOptionOnFuture(publishedGreek);
    const { price, delta, gamma, vega, theta, rho } = black76(option);
    const perSpot = option.forward / publishedGreek.S;
    const spotTheta = theta - delta * option.forward * (publishedGreek.r - publishedGreek.q);
    switch (publishedGreek.greek) {
      case 'delta':
        return delta * perSpot;
      case 'elasticity':
        return (delta * perSpot * publishedGreek.S) / price;
      case 'gamma':
        return gamma * perSpot * perSpot;
      case 'vega':
        return vega;
      case 'theta':
        return spotTheta;
      case 'thetaPerDay':
        return spotTheta / 365;
      case 'rho':
        return rho + delta * option.forward * publishedGreek.T;
      case 'dividendRho':
        return -delta * option.forward * publishedGreek.T;
    }
  }

  it('has all 11 rows within 1e-4, three of them on a future', () => {
    const { cases, tolerance } = publishedTable(published, 'haug-european-greeks');
    expect(cases).toHaveLength(11);
    expect(cases.filter(isOnFuture)).toHaveLength(3);
    for (const publishedGreek of cases) {
      expect(
        Math.abs(spotGreek(publishedGreek) - publishedGreek.value),
        JSON.stringify(publishedGreek),
      ).toBeLessThanOrEqual(tolerance);
    }
  });
});

describe('every greek is the slope of the price', () => {
  const options = fc.record({
    type: fc.constantFrom<'call' | 'put'>('call', 'put'),
    forward: fc.double({ min: 500, max: 9000, noNaN: true }),
    moneyness: fc.double({ min: -2, max: 2, noNaN: true }),
    years: fc.double({ min: 0.02, max: 2, noNaN: true }),
    volatility: fc.double({ min: 0.05, max: 0.8, noNaN: true }),
    rate: fc.double({ min: -0.02, max: 0.2, noNaN: true }),
  });
  /** Five points: error of the fourth order. */
  const slope = (f: (x: number) => number, x: number, h: number) =>
    (f(x - 2 * h) - 8 * f(x - h) + 8 * f(x + h) - f(x + 2 * h)) / (12 * h);

  it('delta, gamma, vega, theta and rho', () => {
    fc.assert(
      fc.property(options, ({ moneyness, ...rest }) => {
        const deviation = rest.volatility * Math.sqrt(rest.years);
        const option = { ...rest, strike: rest.forward * Math.exp(moneyness * deviation) };
        const { forward, years, volatility, rate } = option;
        const greeks = black76(option);
        expect(greeks.price).toBe(black76Price(option));
        const near = (got: number, expected: number, unit: number) =>
          expect(Math.abs(got - expected)).toBeLessThan(1e-6 * unit);
        near(
          greeks.delta,
          slope((f) => black76Price({ ...option, forward: f }), forward, 0.01 * deviation * forward),
          1,
        );
        near(
          greeks.gamma,
          slope((f) => black76({ ...option, forward: f }).delta, forward, 0.01 * deviation * forward),
          1 / (forward * deviation),
        );
        near(
          greeks.vega,
          slope((v) => black76Price({ ...option, volatility: v }), volatility, 0.005 * volatility),
          forward,
        );
        near(
          -greeks.theta,
          slope((t) => black76Price({ ...option, years: t }), years, 0.005 * years),
          forward / years,
        );
        near(
          greeks.rho,
          slope((r) => black76Price({ ...option, rate: r }), rate, 1e-3),
          forward,
        );
      }),
      { numRuns: 300 * many },
    );
  });

  it("Black's equation holds: theta and gamma balance", () => {
    fc.assert(
      fc.property(options, ({ moneyness, ...rest }) => {
        const strike = rest.forward * Math.exp(moneyness * rest.volatility * Math.sqrt(rest.years));
        const { price, gamma, theta } = black76({ ...rest, strike });
        const { volatility, forward, rate } = rest;
        const balance = theta + 0.5 * volatility * volatility * forward * forward * gamma - rate * price;
        expect(Math.abs(balance)).toBeLessThanOrEqual(1e-12 * (Math.abs(theta) + price));
      }),
    );
  });

  it('the deltas of a call and a put differ by the discount factor', () => {
    fc.assert(
      fc.property(options, ({ moneyness, ...rest }) => {
        const strike = rest.forward * Math.exp(moneyness * rest.volatility);
        const call = black76({ ...rest, strike, type: 'call' });
        const put = black76({ ...rest, strike, type: 'put' });
        expect(call.delta - put.delta).toBeCloseTo(Math.exp(-rest.rate * rest.years), 14);
        expect(call.gamma).toBe(put.gamma);
        expect(call.vega).toBe(put.vega);
      }),
    );
  });
});

describe('greeks at the limits of the inputs', () => {
  const option = { type: 'call', forward: 4000, strike: 4000, years: 0, volatility: 0.25 } as const;

  it('are 0 for an expired option, except a delta of ±1 in the money and ±0.5 at the strike', () => {
    expect(black76(option)).toEqual({ price: 0, delta: 0.5, gamma: 0, vega: 0, theta: 0, rho: -0 });
    expect(black76({ ...option, strike: 3900 }).delta).toBe(1);
    expect(black76({ ...option, strike: 4100 }).delta).toBe(0);
    expect(black76({ ...option, type: 'put', strike: 4100 }).delta).toBe(-1);
    expect(black76({ ...option, type: 'put' }).delta).toBe(-0.5);
  });

  it('equal the greeks of the intrinsic value, which earns interest, if there is no volatility', () => {
    const still = black76({ ...option, strike: 3900, years: 0.5, volatility: 0, rate: 0.08 });
    expect(still.price).toBeCloseTo(100 * Math.exp(-0.04), 12);
    expect(still.theta).toBeCloseTo(0.08 * still.price, 12);
    expect(still.vega).toBe(0);
    const atStrike = black76({ ...option, years: 0.25, volatility: 0 });
    expect(atStrike.vega).toBeCloseTo(4000 * 0.3989422804014327 * 0.5, 9);
  });

  it('are finite on a future of 0', () => {
    for (const type of ['call', 'put'] as const) {
      const greeks = black76({ ...option, type, forward: 0, years: 0.5 });
      expect(Object.values(greeks).every(Number.isFinite)).toBe(true);
      expect(greeks.delta).toBe(type === 'call' ? 0 : -1);
    }
    expect(black76({ ...option, strike: 0, years: 0.5 }).delta).toBe(1);
  });
});
