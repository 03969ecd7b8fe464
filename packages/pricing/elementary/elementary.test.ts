import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalDensity, normalDistribution, normalTail } from '../normal/distribution.ts';
import { millsExcess, millsRatio } from '../normal/mills-ratio.ts';
import { normalQuantile } from '../normal/quantile.ts';
import { many } from '../testing/many.ts';
import { type ElementaryRow, errorInUlp, worstOf } from '../testing/ulp-error.ts';
import { exp, expMinus1, expOfSum } from './exponential.ts';
import { ln, lnOf1Plus, lnOfRatio } from './logarithm.ts';
import { exponentOf, powerOfTwo } from './powers-of-two.ts';

const values: Readonly<Record<string, readonly ElementaryRow[]>> = JSON.parse(
  readFileSync(new URL('../testing/elementary-values.json', import.meta.url), 'utf8'),
);

describe('the functions of + − × ÷ and √, compared with values of 60 digits', () => {
  // Half an ulp is the best possible. The rows contain the hardest of about 100,000 points.
  it.each<[name: string, f: (x: number) => number, maxUlp: number]>([
    ['exp', exp, 0.76],
    ['expMinus1', expMinus1, 2.1],
    ['ln', ln, 0.51],
    ['lnOf1Plus', lnOf1Plus, 0.51],
    ['normalDensity', normalDensity, 1.9],
    ['normalDistribution', normalDistribution, 3.6],
    ['millsRatio', millsRatio, 3.3],
    ['millsExcess', millsExcess, 6],
    ['normalQuantile', normalQuantile, 5.8],
  ])('%s has no larger error than stated', (name, f, maxUlp) => {
    const rows = values[name] ?? [];
    expect(rows.length).toBeGreaterThan(90);
    const worst = worstOf(f, rows);
    expect(worst.ulp, `at ${worst.x}`).toBeLessThan(maxUlp);
    // Otherwise the table would not detect errors.
    expect(worst.ulp).toBeGreaterThan(0.4);
  });

  it('detect an error of one unit in the last place', () => {
    const rows = values.ln ?? [];
    expect(worstOf((x) => ln(x) * (1 + Number.EPSILON), rows).ulp).toBeGreaterThan(1);
  });

  it('exp is within 0.51 ulp wherever its result is a normal number', () => {
    const normal = (values.exp ?? []).filter(([x]) => x > -708);
    expect(worstOf(exp, normal).ulp).toBeLessThan(0.51);
  });
});

describe('published constants', () => {
  it.each<[string, number, number]>([
    ['e (OEIS A001113)', exp(1), Math.E],
    ['1/e (A068985)', exp(-1), 0.36787944117144233],
    ['e² (A072334)', exp(2), 7.38905609893065],
    ['ln 2 (A002162)', ln(2), Math.LN2],
    ['ln 10 (A002392)', ln(10), Math.LN10],
    ['ln 3 (A002391)', ln(3), 1.0986122886681098],
    ['1/√(2π) (A231863)', normalDensity(0), 0.3989422804014327],
  ])('%s is exact to the last bit', (_, got, published) => {
    expect(got).toBe(published);
  });

  it.each<[string, number, number]>([
    ['N(−2) (A239383)', normalDistribution(-2), 0.02275013194817921],
    ['the 99.5 % point (A329283)', normalQuantile(0.995), 2.575829303548901],
    ['the 90 % point (A329280)', normalQuantile(0.9), 1.2815515655446004],
    ['the upper quartile (A092678)', normalQuantile(0.75), 0.6744897501960817],
  ])('%s of the normal distribution is exact to 2 ulp', (_, got, published) => {
    expect(errorInUlp(got, { nearest: published, missing: 0 })).toBeLessThanOrEqual(2);
  });
});

describe('at the ends of the number line', () => {
  it('exp is 0, 1 or Infinity, and NaN for NaN', () => {
    expect(exp(0)).toBe(1);
    expect(exp(-745.13)).toBe(Number.MIN_VALUE);
    expect(exp(-746)).toBe(0);
    expect(exp(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(exp(709.7)).toBeGreaterThan(1.6e308);
    expect(exp(709.79)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(exp(Number.NaN)).toBeNaN();
    expect(expOfSum(-1e9, 0)).toBe(0);
    expect(expMinus1(-1000)).toBe(-1);
    expect(expMinus1(1000)).toBe(Number.POSITIVE_INFINITY);
    expect(expMinus1(Number.NaN)).toBeNaN();
    expect(expMinus1(1e-300)).toBe(1e-300);
  });

  it('ln has the right value for 0, Infinity and the smallest doubles, and NaN where there is no logarithm', () => {
    expect(ln(1)).toBe(0);
    expect(ln(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(ln(-1)).toBeNaN();
    expect(ln(Number.NaN)).toBeNaN();
    expect(ln(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(ln(Number.MIN_VALUE)).toBe(-744.4400719213812);
    expect(lnOf1Plus(-1)).toBe(Number.NEGATIVE_INFINITY);
    expect(lnOf1Plus(-2)).toBeNaN();
    expect(lnOf1Plus(1e-300)).toBe(1e-300);
    expect(lnOf1Plus(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it('the normal distribution is 0 and 1, its inverse −Infinity and Infinity', () => {
    expect(normalDistribution(0)).toBe(0.5);
    expect(normalDistribution(-40)).toBe(0);
    expect(normalDistribution(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(normalDistribution(Number.POSITIVE_INFINITY)).toBe(1);
    expect(normalDistribution(Number.NaN)).toBeNaN();
    expect(normalDensity(1e300)).toBe(0);
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(1.1)).toBeNaN();
    expect(normalQuantile(-0.1)).toBeNaN();
  });

  it('every power of two is exact, and its exponent is found', () => {
    for (let exponent = -1074; exponent <= 1023; exponent += 1) {
      expect(powerOfTwo(exponent)).toBe(2 ** exponent);
      if (exponent >= -1022) expect(exponentOf(1.75 * powerOfTwo(exponent))).toBe(exponent);
    }
  });
});

describe('for all numbers', () => {
  const numbers = (min: number, max: number) => fc.double({ min, max, noNaN: true });

  it('exp, ln and N do not decrease with their argument', () => {
    fc.assert(
      fc.property(numbers(-700, 700), numbers(0, 1), (x, step) => {
        expect(exp(x + step)).toBeGreaterThanOrEqual(exp(x));
        expect(ln(exp(x) * (1 + step))).toBeGreaterThanOrEqual(ln(exp(x)));
      }),
      { numRuns: 1000 * many },
    );
    fc.assert(
      fc.property(numbers(-37, 8), numbers(1e-6, 1), (z, step) => {
        expect(normalDistribution(z + step)).toBeGreaterThanOrEqual(normalDistribution(z));
      }),
      { numRuns: 1000 * many },
    );
  });

  it('ln(a/b) is as exact as if a/b were not rounded: near 1 it is the difference', () => {
    fc.assert(
      fc.property(numbers(1, 10_000), fc.integer({ min: 1, max: 1000 }), (b, steps) => {
        const a = b * (1 + steps * Number.EPSILON);
        const relative = (a - b) / b;
        expect(lnOfRatio(a, b)).toBeCloseTo(relative - 0.5 * relative * relative, 28);
        expect(lnOfRatio(b, a) / -lnOfRatio(a, b)).toBeCloseTo(1, 14);
      }),
      { numRuns: 1000 * many },
    );
    expect(lnOfRatio(1e308, 1e-308)).toBeCloseTo(1418.3924172843322, 10);
    expect(lnOfRatio(100, 5.562684646268004e-307)).toBeCloseTo(709.78271289338, 10);
    expect(lnOfRatio(5.562684646268004e-307, 100)).toBeCloseTo(-709.78271289338, 10);
    expect(lnOfRatio(1e-320, 1e300)).toBeCloseTo(ln(1e-320) - ln(1e300), 10);
  });

  it('the two tails of N add up to 1, and the quantile inverts N', () => {
    fc.assert(
      fc.property(numbers(-8, 8), (z) => {
        expect(Math.abs(normalDistribution(z) + normalDistribution(-z) - 1)).toBeLessThanOrEqual(2.3e-16);
        expect(normalTail(z, normalDensity(z))).toBeCloseTo(normalDistribution(-z), 15);
      }),
      { numRuns: 1000 * many },
    );
    fc.assert(
      fc.property(numbers(-37, 3), (z) => {
        expect(normalQuantile(normalDistribution(z))).toBeCloseTo(z, 12);
      }),
      { numRuns: 1000 * many },
    );
  });

  it("Mills' ratio solves its differential equation: its slope is z·M − 1 = −ρ·M", () => {
    fc.assert(
      fc.property(numbers(0.01, 30), (z) => {
        const step = 1e-4;
        const slope = (millsRatio(z + step) - millsRatio(z - step)) / (2 * step);
        expect(slope / (-millsExcess(z) * millsRatio(z))).toBeCloseTo(1, 6);
      }),
    );
  });
});
