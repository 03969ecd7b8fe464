import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { black76Price } from '../black/black76.ts';
import { black76 } from '../black/greeks.ts';
import { breakEvens, firstExpiryYears, payoffCurve, profitAtExpiry, profitRange } from './payoff.ts';
import { evenlyAround, scenarioGrid } from './scenario-grid.ts';
import { type OptionLeg, type Strategy, type StrategyLeg, valueStrategy } from './strategy.ts';

const years = 84 / 365;
const leg = (type: 'call' | 'put', strike: number, lots: number, premium: number): OptionLeg => ({
  type,
  strike,
  years,
  volatility: 0.28,
  lots,
  premium,
});
const strategy = (...legs: StrategyLeg[]): Strategy => ({ legs, tons: 100 });
const points = (strategy: Strategy) =>
  breakEvens(strategy).map(({ from, to }) => (from === to ? from : [from, to]));

describe('break-evens and limits', () => {
  it('are strike plus premium for a bought call, whose loss is the premium and whose gain has no limit', () => {
    const call = strategy(leg('call', 4200, 10, 165.4));
    expect(points(call)).toEqual([4365.4]);
    expect(profitRange(call)).toEqual({ max: Number.POSITIVE_INFINITY, min: -165_400 });
  });

  it('show that the loss of a written put ends at a future of 0', () => {
    const put = strategy(leg('put', 3900, -5, 151));
    expect(points(put)).toEqual([3749]);
    expect(profitRange(put)).toEqual({ max: 75_500, min: -1_874_500 });
  });

  it('are on both sides for a straddle and for a strangle', () => {
    expect(points(strategy(leg('call', 4000, 1, 198), leg('put', 4000, 1, 198)))).toEqual([3604, 4396]);
    const strangle = strategy(leg('call', 4200, -2, 165), leg('put', 3900, -2, 151));
    expect(points(strangle)).toEqual([3584, 4516]);
    expect(profitRange(strangle)).toEqual({ max: 63_200, min: Number.NEGATIVE_INFINITY });
  });

  it('show that gain and loss of an iron condor have limits', () => {
    const condor = strategy(
      leg('put', 3600, 1, 20),
      leg('put', 3800, -1, 60),
      leg('call', 4200, -1, 70),
      leg('call', 4400, 1, 25),
    );
    expect(points(condor)).toEqual([3715, 4285]);
    expect(profitRange(condor)).toEqual({ max: 8500, min: -11_500 });
  });

  it('are right for a future that is hedged by a fence around the price', () => {
    const fence = strategy(
      { type: 'future', lots: -10, price: 4077 },
      leg('call', 4200, 10, 165.4),
      leg('put', 3900, -10, 165.4),
    );
    expect(points(fence)).toEqual([4077]);
    expect(profitRange(fence)).toEqual({ max: 177_000, min: -123_000 });
  });

  it('are at the price of its deal for a future alone', () => {
    const future = strategy({ type: 'future', lots: 3, price: 4077.2 });
    expect(points(future)).toEqual([4077.2]);
    expect(firstExpiryYears(future)).toBe(0);
  });

  it('are ranges of prices for spreads that cost nothing: below, above or everywhere', () => {
    const spread = strategy(leg('call', 4000, 1, 100), leg('call', 4200, -1, 100));
    expect(points(spread)).toEqual([[0, 4000]]);
    expect(points(strategy(leg('put', 4000, 1, 100), leg('put', 3800, -1, 100)))).toEqual([
      [4000, Number.POSITIVE_INFINITY],
    ]);
    const box = strategy(
      leg('call', 4000, 1, 300),
      leg('put', 4000, -1, 100),
      leg('call', 4200, -1, 150),
      leg('put', 4200, 1, 150),
    );
    expect(points(box)).toEqual([[0, Number.POSITIVE_INFINITY]]);
  });

  it('do not exist for a strategy that cannot lose', () => {
    expect(points(strategy(leg('call', 4000, 1, 50), leg('call', 4200, -1, 90)))).toEqual([]);
  });

  it('are found although the sum of the premiums is not exact in binary', () => {
    const spread = strategy(
      leg('call', 4000, 1, 0.07),
      leg('call', 4100, 1, 0.14),
      leg('call', 4200, -1, 0.21),
    );
    expect(profitAtExpiry(spread, 3000)).not.toBe(0);
    expect(points(spread)).toEqual([[0, 4000]]);
  });

  it('are those at the first expiry for a calendar spread, with the other leg at its value', () => {
    const near = { ...leg('call', 4000, -1, 150), years: 30 / 365 };
    const far = { ...leg('call', 4000, 1, 230), years: 90 / 365 };
    const calendar = strategy(near, far);
    const [low = 0, high = 0] = breakEvens(calendar).map(({ from }) => from);
    expect(breakEvens(calendar)).toHaveLength(2);
    expect(low).toBeGreaterThan(3600);
    expect(low).toBeLessThan(4000);
    expect(high).toBeGreaterThan(4000);
    for (const at of [low, high]) {
      const left = { type: 'call', forward: at, strike: 4000, years: 60 / 365, volatility: 0.28 } as const;
      const expected = black76Price(left) - 230 - (Math.max(0, at - 4000) - 150);
      expect(expected).toBeCloseTo(0, 8);
      expect(profitAtExpiry(calendar, at)).toBeCloseTo(0, 6);
    }
  });

  it('have a profit of 0 for any strategy, and the sign does not change between two of them', () => {
    const anyLeg = fc.record({
      type: fc.constantFrom<'call' | 'put'>('call', 'put'),
      strike: fc.integer({ min: 30, max: 60 }).map((count) => count * 100),
      lots: fc.integer({ min: -5, max: 5 }).filter((lots) => lots !== 0),
      premium: fc.integer({ min: 0, max: 3000 }).map((count) => count / 5),
    });
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 1, maxLength: 4 }), (legs) => {
        const sameExpiry = strategy(...legs.map((generated) => ({ ...generated, years, volatility: 0.3 })));
        const points = breakEvens(sameExpiry);
        const ends = [0, ...points.flatMap(({ from, to }) => [from, to]), 100_000].filter(Number.isFinite);
        for (const { from } of points) expect(Math.abs(profitAtExpiry(sameExpiry, from))).toBeLessThan(1e-6);
        for (const [index, start] of ends.entries()) {
          const end = ends[index + 1];
          if (end === undefined || end - start < 1e-6) continue;
          const signs = [0.001, 0.25, 0.5, 0.75, 0.999].map((part) => {
            const profit = profitAtExpiry(sameExpiry, start + part * (end - start));
            return Math.abs(profit) < 1e-6 ? 0 : Math.sign(profit);
          });
          expect(new Set(signs).size, `${start} to ${end}: ${signs.join(' ')}`).toBe(1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are in a curve with a point at every corner', () => {
    const butterfly = strategy(
      leg('call', 3900, 1, 250),
      leg('call', 4000, -2, 190),
      leg('call', 4100, 1, 140),
    );
    const curve = payoffCurve(butterfly, [3850, 3950, 4050, 4150]);
    expect(curve.map(({ forward }) => forward)).toEqual([3850, 3900, 3950, 4000, 4050, 4100, 4150]);
    expect(curve.map(({ profit }) => profit)).toEqual([-1000, -1000, 4000, 9000, 4000, -1000, -1000]);
  });
});

describe('the value of a strategy', () => {
  const straddle = strategy(leg('call', 4200, 10, 165.4), leg('put', 4200, 10, 288.4));

  it('is the sum of its legs, and so are its greeks', () => {
    const value = valueStrategy(straddle, { forward: 4077 });
    const [call, put] = (['call', 'put'] as const).map((type) =>
      black76({ type, forward: 4077, strike: 4200, years, volatility: 0.28 }),
    );
    if (call === undefined || put === undefined) throw new Error('two legs');
    expect(value.value).toBeCloseTo(1000 * (call.price + put.price), 9);
    expect(value.profit).toBeCloseTo(1000 * (call.price - 165.4 + put.price - 288.4), 9);
    expect(value.delta).toBeCloseTo(1000 * (call.delta + put.delta), 9);
    expect(value.deltaLots).toBeCloseTo(10 * (call.delta + put.delta), 12);
    expect(value.gamma).toBeCloseTo(2000 * call.gamma, 12);
    expect(value.vega).toBeCloseTo(2000 * call.vega, 6);
    expect(value.theta).toBeCloseTo(1000 * (call.theta + put.theta), 6);
  });

  it('differs in delta and profit, and not in vega, if a hedge of futures is added', () => {
    const bare = valueStrategy(straddle, { forward: 4077 });
    const hedged = valueStrategy(strategy(...straddle.legs, { type: 'future', lots: 1, price: 4077 }), {
      forward: 4087,
    });
    expect(hedged.deltaLots).toBeCloseTo(valueStrategy(straddle, { forward: 4087 }).deltaLots + 1, 12);
    expect(hedged.profit).toBeCloseTo(valueStrategy(straddle, { forward: 4087 }).profit + 1000, 9);
    expect(hedged.gamma).not.toBe(bare.gamma);
    expect(hedged.vega).toBe(valueStrategy(straddle, { forward: 4087 }).vega);
  });

  it('becomes its payoff at expiry', () => {
    const late = valueStrategy(straddle, { forward: 4500, elapsedYears: years });
    expect(late.profit).toBeCloseTo(profitAtExpiry(straddle, 4500), 9);
    expect(late.vega).toBe(0);
    expect(valueStrategy(straddle, { forward: 4500, elapsedYears: 2 }).profit).toBe(late.profit);
  });

  it('is higher with American style where premiums are paid up front, and otherwise equal', () => {
    const european = valueStrategy({ ...straddle, rate: 0.08 }, { forward: 4077 });
    const american = valueStrategy({ ...straddle, rate: 0.08, style: 'american' }, { forward: 4077 });
    expect(american.value).toBeGreaterThan(european.value);
    expect(valueStrategy({ ...straddle, style: 'american' }, { forward: 4077 })).toEqual(
      valueStrategy(straddle, { forward: 4077 }),
    );
  });
});

describe('the scenario grid', () => {
  const single = strategy(leg('call', 4200, 10, 165.4));

  it('is F ± 10 % by volatility ± 5 points, with the value of the strategy in each cell', () => {
    const forwards = evenlyAround({ centre: 4077, reach: 407.7, steps: 2 });
    const volatilityShifts = evenlyAround({ centre: 0, reach: 0.05, steps: 1 });
    expect(forwards).toEqual([4077 - 407.7, 4077 - 203.85, 4077, 4077 + 203.85, 4077 + 407.7]);
    expect(volatilityShifts).toEqual([-0.05, 0, 0.05]);
    const grid = scenarioGrid(single, { forwards, volatilityShifts });
    expect(grid.rows).toHaveLength(5);
    expect(grid.rows.every((row) => row.length === 3)).toBe(true);
    expect(grid.rows[2]?.[1]).toEqual(valueStrategy(single, { forward: 4077 }));
    expect(grid.rows[4]?.[2]?.value).toBeCloseTo(
      1000 * black76Price({ type: 'call', forward: 4484.7, strike: 4200, years, volatility: 0.33 }),
      6,
    );
  });

  it('does not lower a volatility below 0, and can be computed for a later time', () => {
    const grid = scenarioGrid(single, {
      forwards: [4300],
      volatilityShifts: [-0.5],
      elapsedYears: years / 2,
    });
    expect(grid.rows[0]?.[0]?.value).toBe(100_000);
  });
});

describe('an invalid strategy', () => {
  it.each<[string, Strategy, RegExp]>([
    ['no leg', strategy(), /^legs: it is 0 and must be 1 to 4 legs/],
    ['five legs', strategy(...Array.from({ length: 5 }, () => leg('call', 4000, 1, 1))), /^legs: it is 5/],
    ['no lots', strategy(leg('call', 4000, 1, 1), leg('put', 4000, 0, 1)), /^legs\[1\]\.lots: /],
    ['half a lot', strategy(leg('call', 4000, 0.5, 1)), /^legs\[0\]\.lots: /],
    ['an invalid strike', strategy(leg('call', Number.NaN, 1, 1)), /^legs\[0\]\.strike: /],
    [
      'a future without price',
      strategy({ type: 'future', lots: 1, price: Number.NaN }),
      /^legs\[0\]\.price: /,
    ],
    ['no tons', { ...strategy(leg('call', 4000, 1, 1)), tons: 0 }, /^tons: /],
  ])('throws an error that begins with its path: %s', (_, bad, message) => {
    expect(() => valueStrategy(bad, { forward: 4000 })).toThrow(message);
    expect(() => breakEvens(bad)).toThrow(RangeError);
    expect(() => profitRange(bad)).toThrow(RangeError);
  });

  it('throws for an invalid price of the future', () => {
    expect(() => valueStrategy(strategy(leg('call', 4000, 1, 1)), { forward: -1 })).toThrow(/^forward: /);
  });
});
