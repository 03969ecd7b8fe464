import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normalDistribution } from '../normal/distribution.ts';
import { publishedTable } from '../testing/options-reference.ts';
import { errorInUlp } from '../testing/ulp-error.ts';
import { countsFromZero, gap, slopeInDeviation, spread } from './normalised-price.ts';

const published = readFileSync(new URL('../testing/options-reference.json', import.meta.url), 'utf8');
const { normalDistribution: points, normalisedBlack } = publishedTable(published, 'lets-be-rational').cases;

/** The normalised price of the call (q = 1) or put, in the money or out. */
function price({ x, s, q }: { readonly x: number; readonly s: number; readonly q: 1 | -1 }): number {
  const z = Math.abs(x) / s;
  const t = s / 2;
  const ceiling = Math.exp(-Math.abs(x) / 2);
  const outOfTheMoney = countsFromZero(z, t)
    ? slopeInDeviation(z, t) * spread(z, t)
    : ceiling - slopeInDeviation(z, t) * gap(z, t);
  const intrinsic = q * x > 0 ? 2 * Math.sinh(Math.abs(x) / 2) : 0;
  return intrinsic + outOfTheMoney;
}

describe("Jäckel's vectors (lets-be-rational)", () => {
  it('have all 11 points of N to 1e-14', () => {
    expect(points).toHaveLength(11);
    for (const { z, normCdf } of points) {
      expect(Math.abs(normalDistribution(z) / normCdf - 1), `N(${z})`).toBeLessThanOrEqual(1e-14);
    }
  });

  it('have an error of 36 ulp at −8: to 40 digits N(−8) is 6.22096057427178412…e-16', () => {
    const published8 = points.find(({ z }) => z === -8)?.normCdf ?? 0;
    const exact = { nearest: 6.220960574271785e-16, missing: 0 };
    expect(errorInUlp(published8, exact)).toBeGreaterThan(30);
    expect(errorInUlp(normalDistribution(-8), exact)).toBeLessThan(3);
  });

  it('have all 28 normalised prices to 1e-14, and their slopes to 2e-14', () => {
    expect(normalisedBlack).toHaveLength(28);
    for (const { input, output } of normalisedBlack) {
      const where = JSON.stringify(input);
      const z = Math.abs(input.x) / input.s;
      const t = input.s / 2;
      const got = price(input);
      if (output.normalisedBlack === 0) expect(got, where).toBe(0);
      else expect(Math.abs(got / output.normalisedBlack - 1), where).toBeLessThanOrEqual(1e-14);
      if (output.normalisedVega > 0) {
        expect(Math.abs(slopeInDeviation(z, t) / output.normalisedVega - 1), where).toBeLessThanOrEqual(
          2e-14,
        );
      }
    }
  });

  it('have the distance of a price from its ceiling to 1e-14, for s = 4 and 8', () => {
    const wide = normalisedBlack.filter(({ input }) => input.s >= 4 && !(Math.abs(input.x) > 8));
    expect(wide).toHaveLength(2);
    for (const { input, output } of wide) {
      const z = Math.abs(input.x) / input.s;
      const lack = slopeInDeviation(z, input.s / 2) * gap(z, input.s / 2);
      expect(Math.abs(lack / output.complementaryNormalisedBlack - 1)).toBeLessThanOrEqual(1e-14);
    }
  });
});

describe('the two ways of computing a price', () => {
  it('agree at the limit between them', () => {
    for (const t of [0.999999, 1.000001]) {
      for (const z of [0, 0.3, 0.99, 1.01, 1.2, 1.99, 2.01, 5]) {
        const ceiling = Math.exp(-z * t);
        const slope = slopeInDeviation(z, t);
        const fromZero = z >= t || t < 1 ? slope * spread(z, t) : undefined;
        const fromCeiling = t >= z ? ceiling - slope * gap(z, t) : undefined;
        const exact = ceiling * normalDistribution(t - z) - normalDistribution(-t - z) / ceiling;
        if (fromZero !== undefined) expect(fromZero / exact).toBeCloseTo(1, 12);
        if (fromCeiling !== undefined) expect(fromCeiling / exact).toBeCloseTo(1, 12);
      }
    }
  });
});
