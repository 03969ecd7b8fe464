import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { black76Price, type OptionInputs } from '../black/black76.ts';
import { black76 } from '../black/greeks.ts';
import { ln } from '../elementary/logarithm.ts';
import type { Generated } from '../testing/generated.ts';
import { many } from '../testing/many.ts';
import { publishedTable } from '../testing/options-reference.ts';
import { impliedDeviation } from './implied-deviation.ts';
import { type ImpliedVolatility, impliedVolatility, type QuotedOption } from './implied-volatility.ts';

const published = readFileSync(new URL('../testing/options-reference.json', import.meta.url), 'utf8');
const { black, normalisedBlack } = publishedTable(published, 'lets-be-rational').cases;

/** @throws Error when there is none */
function volatilityIn(implied: ImpliedVolatility): number {
  if (implied.kind !== 'found') throw new Error(`no volatility: ${implied.kind}`);
  return implied.volatility;
}

const ulps = (got: number, expected: number) => Math.abs(got / expected - 1) / Number.EPSILON;

describe("Jäckel's vectors (lets-be-rational)", () => {
  it('give every volatility within 4 ulp from the out-of-the-money side', () => {
    const outside = black.filter(({ input: { F, K, q } }) => (q === 1 ? F <= K : F >= K));
    expect(outside).toHaveLength(6);
    for (const { input, output } of outside) {
      const type = input.q === 1 ? 'call' : 'put';
      const quote = { type, forward: input.F, strike: input.K, years: input.T, price: output.black } as const;
      const where = JSON.stringify(input);
      expect(ulps(volatilityIn(impliedVolatility(quote)), input.sigma), where).toBeLessThanOrEqual(4);
    }
  });

  it('give every volatility from the in-the-money side as exactly as the price determines it', () => {
    const inside = black.filter(({ input: { F, K, q } }) => (q === 1 ? F > K : F < K));
    expect(inside).toHaveLength(4);
    for (const { input, output } of inside) {
      const type = input.q === 1 ? 'call' : 'put';
      const option = { type, forward: input.F, strike: input.K, years: input.T } as const;
      const volatility = volatilityIn(impliedVolatility({ ...option, price: output.black }));
      const error = Math.abs(black76Price({ ...option, volatility }) - output.black);
      expect(error, JSON.stringify(input)).toBeLessThanOrEqual(1e-12 * input.F);
      if (output.impliedBlackVolatility > 0) expect(ulps(volatility, input.sigma)).toBeLessThanOrEqual(10);
      else expect(volatility).toBe(0);
    }
  });

  it('the deviation is found within 4 ulp from every normalised price of full precision', () => {
    const outside = normalisedBlack.filter(
      ({ input: { x, q }, output }) => q * x <= 0 && output.normalisedBlack > 0,
    );
    expect(outside.length).toBeGreaterThanOrEqual(14);
    for (const { input, output } of outside) {
      const distance = Math.abs(input.x);
      const price = output.normalisedBlack;
      const lack = Math.exp(-distance / 2) - price;
      const deviation = impliedDeviation({ distance, price, logPrice: ln(price), lack });
      expect(ulps(deviation, input.s), JSON.stringify(input)).toBeLessThanOrEqual(4);
    }
  });
});

describe('the implied volatility of a computed price', () => {
  const quotes = fc.record({
    type: fc.constantFrom<'call' | 'put'>('call', 'put'),
    forward: fc.double({ min: 1, max: 20_000, noNaN: true }),
    moneyness: fc.double({ min: -8, max: 8, noNaN: true }),
    years: fc.double({ min: 1 / 365, max: 10, noNaN: true }),
    volatility: fc.double({ min: 0.005, max: 4, noNaN: true }),
    rate: fc.constantFrom(0, 0, 0.05, -0.02),
  });
  const optionOf = ({ moneyness, ...rest }: Generated<typeof quotes>): OptionInputs => {
    const away = moneyness * rest.volatility * Math.sqrt(rest.years);
    return { ...rest, strike: rest.forward * Math.exp(Math.min(5, Math.max(-5, away))) };
  };
  type Infer = Generated<typeof quotes>;

  it('is the volatility to 1e-14 where the price determines it, and elsewhere to the effect of half an ulp of the price', () => {
    let informative = 0;
    fc.assert(
      fc.property(quotes, (generated: Infer) => {
        const option = optionOf(generated);
        const { price, vega } = black76(option);
        const { volatility } = option;
        const implied = impliedVolatility({ ...option, price });
        const intrinsic = Math.max(
          0,
          option.type === 'call' ? option.forward - option.strike : option.strike - option.forward,
        );
        // The change of the volatility for an ulp of the price or of the intrinsic value.
        const perUlp = (Number.EPSILON * (price + intrinsic)) / (vega * volatility);
        if (intrinsic === 0 && perUlp < 1e-15) {
          informative += 1;
          expect(Math.abs(volatilityIn(implied) / volatility - 1)).toBeLessThanOrEqual(1e-14);
        } else if (implied.kind === 'found') {
          const error = Math.abs(black76Price({ ...option, volatility: implied.volatility }) - price);
          expect(error).toBeLessThanOrEqual(1e-12 * option.forward);
          if (perUlp < 1e-3) {
            expect(Math.abs(implied.volatility / volatility - 1)).toBeLessThanOrEqual(20 * perUlp + 1e-14);
          }
        } else {
          // The price was rounded to its bound and has no time value left.
          expect(perUlp).toBeGreaterThan(1e-3);
        }
      }),
      { numRuns: 4000 * many },
    );
    expect(informative).toBeGreaterThan(1000 * many);
  });

  it('is found for every price that the library gives, in 120,000 options', () => {
    let state = 13;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const rejected: object[] = [];
    for (let run = 0; run < 120_000 * many; run += 1) {
      const type = random() < 0.5 ? 'call' : 'put';
      // In rand with cents, as people type them: not binary fractions.
      const forward = Math.round(50_000 + 500_000 * random()) / 100;
      const strike = Math.round(forward * (40 + 120 * random())) / 100;
      const years = random() < 0.3 ? Math.ceil(400 * random()) / 365 : Math.ceil(20 * random()) / 10;
      const volatility = Math.ceil(20_000 * random() ** 3) / 10_000;
      const rate = random() < 0.5 ? 0 : Math.round(1_000 * random()) / 10_000;
      const quote = { type, forward, strike, years, rate, price: 0 } as const;
      const price = black76Price({ ...quote, volatility });
      const implied = impliedVolatility({ ...quote, price });
      const back =
        implied.kind === 'found' ? black76Price({ ...quote, volatility: implied.volatility }) : NaN;
      if (!(Math.abs(back - price) <= 1e-12 * (forward + strike)))
        rejected.push({ ...quote, price, implied });
    }
    expect(rejected.slice(0, 3)).toEqual([]);
  });

  it('is 0 for a price within rounding of the intrinsic value, and none further below', () => {
    const option = { type: 'call', forward: 4101.1, strike: 4000, years: 0.1 } as const;
    expect(impliedVolatility({ ...option, price: 101.1 })).toEqual({ kind: 'found', volatility: 0 });
    expect(impliedVolatility({ ...option, price: 101.0999 })).toMatchObject({ kind: 'belowIntrinsic' });
    const put = { type: 'put', forward: 4000, strike: 4101.1, years: 0.1 } as const;
    expect(impliedVolatility({ ...put, price: 101.1 })).toEqual({ kind: 'found', volatility: 0 });
    expect(impliedVolatility({ ...put, forward: 5000, price: -1e-9 })).toMatchObject({
      kind: 'belowIntrinsic',
    });
  });

  it('is not lower for a higher price', () => {
    /**
     * A price that was rounded below its intrinsic value ranks below every volatility, one at its ceiling
     * above.
     */
    const rankOf = (implied: ImpliedVolatility): number => {
      switch (implied.kind) {
        case 'belowIntrinsic':
          return 0;
        case 'found':
          return implied.volatility;
        case 'notBelowCeiling':
          return Number.POSITIVE_INFINITY;
        case 'expired':
          throw new Error('no option here has expired');
      }
    };
    let bothFound = 0;
    fc.assert(
      fc.property(quotes, fc.double({ min: 1e-6, max: 0.01, noNaN: true }), (generated: Infer, more) => {
        const option = optionOf(generated);
        const price = black76Price(option);
        const low = impliedVolatility({ ...option, price });
        const high = impliedVolatility({ ...option, price: price * (1 + more) });
        expect(rankOf(high)).toBeGreaterThanOrEqual(rankOf(low) * (1 - 1e-14));
        if (low.kind === 'found' && high.kind === 'found') bothFound += 1;
      }),
      { numRuns: 1000 * many },
    );
    expect(bothFound).toBeGreaterThan(700 * many);
  });

  it('is the same for a call and its put at parity', () => {
    for (const strike of [3000, 3900, 4000, 4100, 5000]) {
      const option = { forward: 4000, strike, years: 0.25, volatility: 0.28 };
      const [call, put] = (['call', 'put'] as const).map((type) =>
        volatilityIn(impliedVolatility({ ...option, type, price: black76Price({ ...option, type }) })),
      );
      expect(call).toBeCloseTo(0.28, 11);
      expect(put).toBeCloseTo(0.28, 11);
    }
  });

  it('is exact for an in-the-money price far from the strike, because parity does not round F − K', () => {
    const option = { forward: 4000, strike: 0.7, years: 4 };
    const call = 3999.4;
    // Two exact steps; 4000 − 0.7 is not a double.
    const put = call - option.forward + option.strike;
    const [fromCall, fromPut] = [
      volatilityIn(impliedVolatility({ ...option, type: 'call', price: call })),
      volatilityIn(impliedVolatility({ ...option, type: 'put', price: put })),
    ];
    expect(ulps(fromCall, fromPut)).toBeLessThanOrEqual(4);
  });

  it('is found for prices down to 1e-300', () => {
    for (const price of [1e-12, 1e-50, 1e-100, 1e-200, 1e-300]) {
      const option = { type: 'call', forward: 4000, strike: 5000, years: 0.25 } as const;
      const volatility = volatilityIn(impliedVolatility({ ...option, price }));
      expect(black76Price({ ...option, volatility }) / price).toBeCloseTo(1, 10);
    }
  });

  it('is found where the price over √(F·K) is a subnormal number', () => {
    const volatility = volatilityIn(
      impliedVolatility({ type: 'call', forward: 1, strike: 1e80, years: 1, price: 1e-280 }),
    );
    expect(volatility).toBeCloseTo(4.829897170400662, 13);
  });

  it('is found for prices just below the ceiling: thousands of percent', () => {
    for (const lack of [1, 1e-3, 1e-6, 1e-9]) {
      const option = { type: 'call', forward: 4000, strike: 5000, years: 1 } as const;
      const volatility = volatilityIn(impliedVolatility({ ...option, price: 4000 - lack }));
      expect(volatility).toBeGreaterThan(6);
      expect(Math.abs(black76Price({ ...option, volatility }) - (4000 - lack))).toBeLessThanOrEqual(4e-12);
    }
  });
});

describe('the result without an implied volatility', () => {
  const quote: QuotedOption = { type: 'call', forward: 4077, strike: 4000, years: 0.25, price: 200 };

  it('names the intrinsic value if the price is below it, discounted when the premium is paid up front', () => {
    expect(impliedVolatility({ ...quote, price: 76.99 })).toEqual({ kind: 'belowIntrinsic', min: 77 });
    const discounted = impliedVolatility({ ...quote, price: 75, rate: 0.08 });
    expect(discounted.kind === 'belowIntrinsic' && discounted.min).toBeCloseTo(77 * Math.exp(-0.02), 10);
    expect(impliedVolatility({ ...quote, price: 76, rate: 0.08 }).kind).toBe('found');
    expect(impliedVolatility({ ...quote, type: 'put', price: -1 })).toEqual({
      kind: 'belowIntrinsic',
      min: 0,
    });
  });

  it('names the ceiling if the price is at or above the future (call) or the strike (put)', () => {
    expect(impliedVolatility({ ...quote, price: 4077 })).toEqual({ kind: 'notBelowCeiling', ceiling: 4077 });
    expect(impliedVolatility({ ...quote, price: 5000 }).kind).toBe('notBelowCeiling');
    expect(impliedVolatility({ ...quote, type: 'put', price: 4000 })).toEqual({
      kind: 'notBelowCeiling',
      ceiling: 4000,
    });
    expect(impliedVolatility({ ...quote, type: 'put', price: 3999.9 }).kind).toBe('found');
  });

  it('is expired at expiry at any price', () => {
    expect(impliedVolatility({ ...quote, years: 0 })).toEqual({ kind: 'expired' });
    expect(impliedVolatility({ ...quote, years: 0, price: 1e6 })).toEqual({ kind: 'expired' });
  });

  it('a price of exactly the intrinsic value implies a volatility of 0', () => {
    expect(impliedVolatility({ ...quote, price: 77 })).toEqual({ kind: 'found', volatility: 0 });
    expect(impliedVolatility({ ...quote, strike: 4200, price: 0 })).toEqual({ kind: 'found', volatility: 0 });
  });

  it('the result has no NaN for any quote', () => {
    const any = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        any,
        any,
        any,
        any,
        fc.constantFrom<'call' | 'put'>('call', 'put'),
        (f, k, years, price, type) => {
          const forward = f + 1e-3;
          const strike = k + 1e-3;
          const implied = impliedVolatility({ type, forward, strike, years, price });
          if (implied.kind === 'found') expect(Number.isFinite(implied.volatility)).toBe(true);
          expect(Object.values(implied).some(Number.isNaN)).toBe(false);
        },
      ),
      { numRuns: 2000 * many },
    );
  });

  it.each<[string, Partial<QuotedOption>]>([
    ['forward', { forward: 0 }],
    ['strike', { strike: 0 }],
    ['price', { price: Number.NaN }],
    ['years', { years: -1 }],
    ['rate', { rate: 1e5, price: 0 }],
    ['strike', { strike: 1e-320 }],
  ])('an invalid input throws an error that begins with its name: %s', (field, wrong) => {
    expect(() => impliedVolatility({ ...quote, ...wrong })).toThrow(new RegExp(`^${field}: `));
  });
});
