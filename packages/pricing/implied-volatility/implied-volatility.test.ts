import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { black76Price, type OptionInputs } from '../black/black76.ts';
import { black76 } from '../black/greeks.ts';
import { ln } from '../elementary/logarithm.ts';
import type { Drawn } from '../testing/drawn.ts';
import { publishedTable } from '../testing/options-reference.ts';
import { impliedDeviation } from './implied-deviation.ts';
import { type ImpliedVolatility, impliedVolatility, type QuotedOption } from './implied-volatility.ts';

/** Times as many draws, for those who have the time. */
const many = process.env.OPENPIT_LONG === '1' ? 30 : 1;

const published = readFileSync(new URL('../testing/options-reference.json', import.meta.url), 'utf8');
const { black, normalisedBlack } = publishedTable(published, 'lets-be-rational').cases;

/** @throws Error when there is none */
function found(implied: ImpliedVolatility): number {
  if (implied.kind !== 'found') throw new Error(`no volatility: ${implied.kind}`);
  return implied.volatility;
}

const ulps = (got: number, wanted: number) => Math.abs(got / wanted - 1) / Number.EPSILON;

describe("Jäckel's vectors (lets-be-rational)", () => {
  it('from the out-of-the-money side every volatility comes back within 4 ulp', () => {
    const outside = black.filter(({ input: { F, K, q } }) => (q === 1 ? F <= K : F >= K));
    expect(outside).toHaveLength(6);
    for (const { input, output } of outside) {
      const type = input.q === 1 ? 'call' : 'put';
      const quote = { type, forward: input.F, strike: input.K, years: input.T, price: output.black } as const;
      const where = JSON.stringify(input);
      expect(ulps(found(impliedVolatility(quote)), input.sigma), where).toBeLessThanOrEqual(4);
    }
  });

  it('from the in-the-money side as well as the price still tells', () => {
    const inside = black.filter(({ input: { F, K, q } }) => (q === 1 ? F > K : F < K));
    expect(inside).toHaveLength(4);
    for (const { input, output } of inside) {
      const type = input.q === 1 ? 'call' : 'put';
      const option = { type, forward: input.F, strike: input.K, years: input.T } as const;
      const volatility = found(impliedVolatility({ ...option, price: output.black }));
      const error = Math.abs(black76Price({ ...option, volatility }) - output.black);
      expect(error, JSON.stringify(input)).toBeLessThanOrEqual(1e-12 * input.F);
      if (output.impliedBlackVolatility > 0) expect(ulps(volatility, input.sigma)).toBeLessThanOrEqual(10);
      else expect(volatility).toBe(0);
    }
  });

  it('the normalised prices to 4 ulp, as far as they are a number of full precision', () => {
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

describe('there and back again', () => {
  const quotes = fc.record({
    type: fc.constantFrom<'call' | 'put'>('call', 'put'),
    forward: fc.double({ min: 1, max: 20_000, noNaN: true }),
    moneyness: fc.double({ min: -8, max: 8, noNaN: true }),
    years: fc.double({ min: 1 / 365, max: 10, noNaN: true }),
    volatility: fc.double({ min: 0.005, max: 4, noNaN: true }),
    rate: fc.constantFrom(0, 0, 0.05, -0.02),
  });
  const optionOf = ({ moneyness, ...rest }: Drawn<typeof quotes>): OptionInputs => {
    const away = moneyness * rest.volatility * Math.sqrt(rest.years);
    return { ...rest, strike: rest.forward * Math.exp(Math.min(5, Math.max(-5, away))) };
  };
  type Infer = Drawn<typeof quotes>;

  it('a volatility comes back to 1e-14 wherever the price holds it, and to what half an ulp of the price does elsewhere', () => {
    let informative = 0;
    fc.assert(
      fc.property(quotes, (drawn: Infer) => {
        const option = optionOf(drawn);
        const { price, vega } = black76(option);
        const { volatility } = option;
        const implied = impliedVolatility({ ...option, price });
        const intrinsic = Math.max(
          0,
          option.type === 'call' ? option.forward - option.strike : option.strike - option.forward,
        );
        // How much of the volatility an ulp of the price, of the intrinsic value or of the ceiling stands for.
        const perUlp = (Number.EPSILON * (price + intrinsic)) / (vega * volatility);
        if (intrinsic === 0 && perUlp < 1e-15) {
          informative += 1;
          expect(Math.abs(found(implied) / volatility - 1)).toBeLessThanOrEqual(1e-14);
        } else if (implied.kind === 'found') {
          const error = Math.abs(black76Price({ ...option, volatility: implied.volatility }) - price);
          expect(error).toBeLessThanOrEqual(1e-12 * option.forward);
          if (perUlp < 1e-3) {
            expect(Math.abs(implied.volatility / volatility - 1)).toBeLessThanOrEqual(20 * perUlp + 1e-14);
          }
        } else {
          // Rounded to its bound: no time value is left in the price.
          expect(perUlp).toBeGreaterThan(1e-3);
        }
      }),
      { numRuns: 4000 * many },
    );
    expect(informative).toBeGreaterThan(1000 * many);
  });

  it('a higher price never implies a lower volatility', () => {
    fc.assert(
      fc.property(quotes, fc.double({ min: 1e-6, max: 0.01, noNaN: true }), (drawn: Infer, more) => {
        const option = optionOf(drawn);
        const price = black76Price(option);
        const low = impliedVolatility({ ...option, price });
        const high = impliedVolatility({ ...option, price: price * (1 + more) });
        if (low.kind !== 'found' || high.kind !== 'found') return;
        expect(high.volatility).toBeGreaterThanOrEqual(low.volatility * (1 - 1e-14));
      }),
      { numRuns: 1000 * many },
    );
  });

  it('a call and its put at parity imply one volatility', () => {
    for (const strike of [3000, 3900, 4000, 4100, 5000]) {
      const option = { forward: 4000, strike, years: 0.25, volatility: 0.28 };
      const [call, put] = (['call', 'put'] as const).map((type) =>
        found(impliedVolatility({ ...option, type, price: black76Price({ ...option, type }) })),
      );
      expect(call).toBeCloseTo(0.28, 11);
      expect(put).toBeCloseTo(0.28, 11);
    }
  });

  it('an in-the-money price far from the strike loses nothing to parity: F − K is never rounded by itself', () => {
    const option = { forward: 4000, strike: 0.7, years: 4 };
    const call = 3999.4;
    // By two exact steps; 4000 − 0.7 is no double.
    const put = call - option.forward + option.strike;
    const [fromCall, fromPut] = [
      found(impliedVolatility({ ...option, type: 'call', price: call })),
      found(impliedVolatility({ ...option, type: 'put', price: put })),
    ];
    expect(ulps(fromCall, fromPut)).toBeLessThanOrEqual(4);
  });

  it('the smallest prices there are still imply a volatility', () => {
    for (const price of [1e-12, 1e-50, 1e-100, 1e-200, 1e-300]) {
      const option = { type: 'call', forward: 4000, strike: 5000, years: 0.25 } as const;
      const volatility = found(impliedVolatility({ ...option, price }));
      expect(black76Price({ ...option, volatility }) / price).toBeCloseTo(1, 10);
    }
  });

  it('also where price over √(F·K) is no full double any more', () => {
    const volatility = found(
      impliedVolatility({ type: 'call', forward: 1, strike: 1e80, years: 1, price: 1e-280 }),
    );
    expect(volatility).toBeCloseTo(4.829897170400662, 13);
  });

  it('prices just under the ceiling imply volatilities of thousands of percent', () => {
    for (const lack of [1, 1e-3, 1e-6, 1e-9]) {
      const option = { type: 'call', forward: 4000, strike: 5000, years: 1 } as const;
      const volatility = found(impliedVolatility({ ...option, price: 4000 - lack }));
      expect(volatility).toBeGreaterThan(6);
      expect(Math.abs(black76Price({ ...option, volatility }) - (4000 - lack))).toBeLessThanOrEqual(4e-12);
    }
  });
});

describe('where there is no volatility the answer says why', () => {
  const quote: QuotedOption = { type: 'call', forward: 4077, strike: 4000, years: 0.25, price: 200 };

  it('below the intrinsic value, discounted when the premium is paid up front', () => {
    expect(impliedVolatility({ ...quote, price: 76.99 })).toEqual({ kind: 'belowIntrinsic', least: 77 });
    const discounted = impliedVolatility({ ...quote, price: 75, rate: 0.08 });
    expect(discounted.kind === 'belowIntrinsic' && discounted.least).toBeCloseTo(77 * Math.exp(-0.02), 10);
    expect(impliedVolatility({ ...quote, price: 76, rate: 0.08 }).kind).toBe('found');
    expect(impliedVolatility({ ...quote, type: 'put', price: -1 })).toEqual({
      kind: 'belowIntrinsic',
      least: 0,
    });
  });

  it('at and above the future (call) or the strike (put)', () => {
    expect(impliedVolatility({ ...quote, price: 4077 })).toEqual({ kind: 'notBelowCeiling', ceiling: 4077 });
    expect(impliedVolatility({ ...quote, price: 5000 }).kind).toBe('notBelowCeiling');
    expect(impliedVolatility({ ...quote, type: 'put', price: 4000 })).toEqual({
      kind: 'notBelowCeiling',
      ceiling: 4000,
    });
    expect(impliedVolatility({ ...quote, type: 'put', price: 3999.9 }).kind).toBe('found');
  });

  it('at expiry, whatever the price', () => {
    expect(impliedVolatility({ ...quote, years: 0 })).toEqual({ kind: 'expired' });
    expect(impliedVolatility({ ...quote, years: 0, price: 1e6 })).toEqual({ kind: 'expired' });
  });

  it('a price of exactly the intrinsic value is one of no volatility', () => {
    expect(impliedVolatility({ ...quote, price: 77 })).toEqual({ kind: 'found', volatility: 0 });
    expect(impliedVolatility({ ...quote, strike: 4200, price: 0 })).toEqual({ kind: 'found', volatility: 0 });
  });

  it('is never NaN, whatever the quote', () => {
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
  ])('refuses a bad %s by its name', (field, wrong) => {
    expect(() => impliedVolatility({ ...quote, ...wrong })).toThrow(new RegExp(`^${field}: `));
  });
});
