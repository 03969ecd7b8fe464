import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { black76Price, intrinsicValue, type OptionInputs } from '../black/black76.ts';
import { black76 } from '../black/greeks.ts';
import { americanOptionOf, americanOptions } from '../testing/american-options.ts';
import { baroneAdesiWhaleyPrice, bjerksundStenslandPrice } from '../testing/approximations.ts';
import { treePrice } from '../testing/binomial-tree.ts';
import { many } from '../testing/many.ts';
import { asOptionOnFuture, isOnFuture, publishedTable } from '../testing/options-reference.ts';
import { american, americanPrice } from './american.ts';
import { exerciseBoundary, logBoundary } from './exercise-boundary.ts';

const published = readFileSync(new URL('../testing/options-reference.json', import.meta.url), 'utf8');

describe('published tables, rows on a future (q = r)', () => {
  it('andersen-lake-offengenden: the early-exercise premium to 1e-6', () => {
    const rows = publishedTable(published, 'andersen-lake-offengenden').cases.filter(isOnFuture);
    expect(rows).toHaveLength(1);
    for (const row of rows) {
      const option = asOptionOnFuture(row);
      const premium = americanPrice(option) - black76Price(option);
      expect(Math.abs(premium - row.earlyExercisePremium)).toBeLessThanOrEqual(row.tolerance);
    }
  });

  it('haug-baw-futures: all 37 rows of the approximation within 3e-3', () => {
    const { cases, tolerance } = publishedTable(published, 'haug-baw-futures');
    expect(cases.filter(isOnFuture)).toHaveLength(37);
    for (const publishedCase of cases) {
      const error = Math.abs(baroneAdesiWhaleyPrice(asOptionOnFuture(publishedCase)) - publishedCase.value);
      expect(error, JSON.stringify(publishedCase)).toBeLessThanOrEqual(tolerance);
    }
  });

  it('haug-baw-futures: the exact values are up to 0.037 lower, as a binomial tree confirms', () => {
    const { cases } = publishedTable(published, 'haug-baw-futures');
    const differences = cases.map(
      (publishedCase) => americanPrice(asOptionOnFuture(publishedCase)) - publishedCase.value,
    );
    expect(Math.min(...differences)).toBeCloseTo(-0.0368, 3);
    expect(Math.max(...differences)).toBeLessThan(0.007);
    const worst = asOptionOnFuture(cases[differences.indexOf(Math.min(...differences))]!);
    expect(americanPrice(worst)).toBeCloseTo(treePrice(worst, 1000), 4);
  });

  it('haug-bjerksund-stensland-1993: its 6 rows of the approximation within 5e-5', () => {
    const { cases, tolerance } = publishedTable(published, 'haug-bjerksund-stensland-1993');
    const rows = cases.filter(isOnFuture);
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      const error = Math.abs(bjerksundStenslandPrice(asOptionOnFuture(row)) - row.value);
      expect(error, JSON.stringify(row)).toBeLessThanOrEqual(tolerance);
    }
  });

  it('ju-1999 has no row on a future', () => {
    expect(publishedTable(published, 'ju-1999').cases.filter(isOnFuture)).toEqual([]);
  });
});

describe('the exact value and another method', () => {
  type Row = readonly [
    forward: number,
    strike: number,
    years: number,
    volatility: number,
    rate: number,
    value: number,
  ];
  const { puts }: { readonly puts: readonly Row[] } = JSON.parse(
    readFileSync(new URL('../testing/american-values.json', import.meta.url), 'utf8'),
  );
  const errors = puts.map(([forward, strike, years, volatility, rate, value]) => ({
    where: `${strike} at ${forward}, ${years} years, ${volatility}, ${rate}`,
    error: Math.abs(americanPrice({ type: 'put', forward, strike, years, volatility, rate }) - value),
    scale: Math.max(forward, strike),
    isUsual: volatility <= 0.6 && years <= 1,
    isLong: years > 3,
  }));

  it.each<[string, count: number, within: number, (row: (typeof errors)[number]) => boolean]>([
    ['to 60 % and a year', 8, 2e-9, ({ isUsual }) => isUsual],
    ['to 150 %, 3 years and rates of 40 %', 12, 2e-7, ({ isLong }) => !isLong],
    ['to 400 % over 20 years', 16, 4e-6, () => true],
  ])(
    'differ little from another system of equations with more points, %s: all %d rows within %d of the larger of F and K',
    (_, count, within, isIncluded) => {
      const included = errors.filter(isIncluded);
      expect(included).toHaveLength(count);
      for (const { where, error, scale } of included)
        expect(error, where).toBeLessThanOrEqual(within * scale);
    },
  );
});

describe('the exact value and an extrapolated binomial tree', () => {
  const [steps, within] = process.env.OPENPIT_LONG === '1' ? [3200, 1e-6] : [500, 5e-6];

  it.each<[type: 'call' | 'put', strike: number, years: number, volatility: number, rate: number]>([
    ['put', 4000, 0.25, 0.28, 0.0825],
    ['call', 4200, 0.5, 0.25, 0.0825],
    ['put', 4400, 1, 0.3, 0.15],
    ['call', 3600, 1, 0.2, 0.05],
    ['put', 3000, 2, 0.6, 0.1],
    ['call', 8000, 3, 1, 0.2],
    ['put', 4100, 10 / 365, 0.2, 0.3],
    ['call', 4000, 1, 0.05, 0.4],
  ])(
    `differ by less than ${within} of the larger of F and K: %s at %d, %d years, volatility %d, rate %d`,
    (type, strike, years, volatility, rate) => {
      const option = { type, forward: 4000, strike, years, volatility, rate };
      const difference = Math.abs(americanPrice(option) - treePrice(option, steps));
      expect(difference).toBeLessThan(within * Math.max(4000, strike));
      expect(americanPrice(option)).toBeGreaterThan(black76Price(option));
    },
  );
});

describe('every American option', () => {
  it('is worth at least the European and the intrinsic value, and at most the interest more than the European', () => {
    fc.assert(
      fc.property(americanOptions, (generated) => {
        const option = americanOptionOf(generated);
        const value = americanPrice(option);
        const european = black76Price(option);
        expect(value).toBeGreaterThanOrEqual(european);
        expect(value).toBeGreaterThanOrEqual(intrinsicValue(option));
        const max = Math.max(option.forward, option.strike);
        const interest = Math.max(0, 1 - Math.exp(-option.rate * option.years));
        expect(value - european).toBeLessThanOrEqual(interest * max * (1 + 1e-9));
        expect(value).toBeLessThanOrEqual(
          Math.max(european, option.type === 'call' ? option.forward : option.strike),
        );
      }),
      { numRuns: 200 * many },
    );
  });

  it('equals the European one to the last bit at a rate of 0 or below', () => {
    fc.assert(
      fc.property(americanOptions, (generated) => {
        const option = { ...americanOptionOf(generated), rate: -Math.abs(generated.rate) };
        expect(americanPrice({ ...option, rate: 0 })).toBe(black76Price({ ...option, rate: 0 }));
        expect(americanPrice(option)).toBe(black76Price(option));
        expect(american(option)).toEqual(black76(option));
      }),
    );
  });

  it('gains value with time and volatility, a call with the future, a put against it', () => {
    fc.assert(
      fc.property(americanOptions, (generated) => {
        const option = americanOptionOf(generated);
        const scale = 4e-7 * Math.max(option.forward, option.strike);
        const grows = (more: Partial<OptionInputs>) =>
          expect(americanPrice({ ...option, ...more })).toBeGreaterThanOrEqual(americanPrice(option) - scale);
        if (option.rate > 0) grows({ years: option.years * 1.05 });
        grows({ volatility: option.volatility * 1.05 });
        grows({ forward: option.forward * (option.type === 'call' ? 1.01 : 0.99) });
      }),
      { numRuns: 100 * many },
    );
  });

  it('has the same value as a call on F at K and as a put on K at F', () => {
    fc.assert(
      fc.property(americanOptions, (generated) => {
        const option = americanOptionOf(generated);
        const { forward, strike, type } = option;
        const other = type === 'call' ? 'put' : 'call';
        const mirrored = americanPrice({ ...option, type: other, forward: strike, strike: forward });
        expect(mirrored / Math.max(1e-9, americanPrice(option))).toBeCloseTo(1, 9);
      }),
      { numRuns: 100 * many },
    );
  });
});

describe('the exercise boundary', () => {
  it('starts at the strike, falls with the time left, and stays above the boundary of a perpetual put', () => {
    for (const [interest, deviation] of [
      [0.02, 0.14],
      [0.1, 0.3],
      [0.4, 0.05],
      [1, 2],
    ] as const) {
      const boundary = exerciseBoundary({ interest, deviation });
      expect(logBoundary(boundary, 0)).toBeCloseTo(0, 6);
      const root = Math.sqrt(0.25 + (2 * interest) / (deviation * deviation));
      let before = 0;
      for (let rootTime = 0.05; rootTime <= 1; rootTime += 0.05) {
        const now = logBoundary(boundary, rootTime);
        expect(now).toBeLessThan(before);
        before = now;
      }
      expect(before).toBeGreaterThan(Math.log((root - 0.5) / (root + 0.5)));
    }
  });
});

describe('at the limits of its inputs, an American option', () => {
  const option = {
    type: 'put',
    forward: 4000,
    strike: 4100,
    years: 0.5,
    volatility: 0.25,
    rate: 0.08,
  } as const;

  it('is worth its intrinsic value when expired, without volatility, and on a future of 0', () => {
    expect(americanPrice({ ...option, years: 0 })).toBe(100);
    expect(americanPrice({ ...option, volatility: 0 })).toBe(100);
    expect(americanPrice({ ...option, volatility: 0, strike: 3900 })).toBe(0);
    expect(americanPrice({ ...option, forward: 0 })).toBe(4100);
    expect(americanPrice({ ...option, type: 'call', forward: 0 })).toBe(0);
    expect(american({ ...option, volatility: 0, strike: 3900 }).delta).toBe(0);
    expect(american({ ...option, volatility: 0 }).delta).toBe(-1);
  });

  it('stays within its bounds with volatilities of 0.01 % and 1000 %, rates of 1e-9 and 500 %, and 20 years', () => {
    for (const volatility of [1e-4, 0.25, 10]) {
      for (const rate of [1e-9, 0.08, 5]) {
        for (const years of [1e-6, 1, 20]) {
          for (const type of ['call', 'put'] as const) {
            const priced = { ...option, type, volatility, rate, years };
            const { price, ...greeks } = american(priced);
            const where = JSON.stringify(priced);
            expect(price, where).toBeGreaterThanOrEqual(
              Math.max(intrinsicValue(priced), black76Price(priced)),
            );
            expect(price, where).toBeLessThanOrEqual(type === 'call' ? 4000 : 4100);
            expect(Object.values(greeks).every(Number.isFinite), where).toBe(true);
          }
        }
      }
    }
  });

  it('throws an error that begins with the name of the invalid input', () => {
    expect(() => americanPrice({ ...option, volatility: -1 })).toThrow(/^volatility: /);
    expect(() => american({ ...option, forward: Number.NaN })).toThrow(/^forward: /);
  });
});
