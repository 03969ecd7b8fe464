import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lnOfRatio } from '../elementary/logarithm.ts';
import { many } from '../testing/many.ts';
import { asOptionOnFuture, publishedTable } from '../testing/options-reference.ts';
import { errorInUlp } from '../testing/ulp-error.ts';
import { black76Price, type OptionInputs, type OptionType, undiscountedPrice } from './black76.ts';

const published = readFileSync(new URL('../testing/options-reference.json', import.meta.url), 'utf8');
type PriceRow = readonly [OptionType, number, number, number, number, number, number];
const { prices }: { readonly prices: readonly PriceRow[] } = JSON.parse(
  readFileSync(new URL('../testing/black-values.json', import.meta.url), 'utf8'),
);
const days = (count: number) => count / 365;
/** |ln(F/K)| / σ√T: the distance of the strike in deviations. */
const distance = ({ forward, strike, years, volatility }: OptionInputs) =>
  Math.abs(lnOfRatio(forward, strike)) / (volatility * Math.sqrt(years));

describe('the premium of an option on a future', () => {
  it.each<[OptionInputs, number]>([
    [{ type: 'call', forward: 4000, strike: 4000, volatility: 0.25, years: days(90) }, 197.9731],
    [{ type: 'put', forward: 4000, strike: 4000, volatility: 0.25, years: days(90) }, 197.9731],
    [{ type: 'call', forward: 4077, strike: 4200, volatility: 0.28, years: days(84) }, 165.4989],
    [{ type: 'put', forward: 4077, strike: 4200, volatility: 0.28, years: days(84) }, 288.4989],
    [{ type: 'put', forward: 4077, strike: 3900, volatility: 0.3, years: days(84) }, 151.0766],
    [{ type: 'call', forward: 4077, strike: 4200, volatility: 0.28, years: days(84), rate: 0.08 }, 162.4798],
    [{ type: 'call', forward: 7590, strike: 7800, volatility: 0.22, years: days(45) }, 146.7156],
  ])('is the one that the market expects for %o', (option, premium) => {
    expect(black76Price(option)).toBeCloseTo(premium, 4);
  });

  it('is discounted only when a rate is given, which costs 8 % of this premium', () => {
    const option = { type: 'call', forward: 4000, strike: 4000, volatility: 0.25, years: 1 } as const;
    expect(black76Price(option)).toBeCloseTo(397.9, 1);
    expect(black76Price({ ...option, rate: 0.0825 })).toBeCloseTo(366.4, 1);
  });
});

describe('published tables', () => {
  it('haug-european: all 43 rows within 1e-4, as options on the forward', () => {
    const { cases, tolerance } = publishedTable(published, 'haug-european');
    expect(cases).toHaveLength(43);
    for (const publishedCase of cases) {
      const error = Math.abs(black76Price(asOptionOnFuture(publishedCase)) - publishedCase.value);
      expect(error, JSON.stringify(publishedCase)).toBeLessThanOrEqual(tolerance);
    }
  });

  it("lets-be-rational: Jäckel's 10 Black prices to 1e-14", () => {
    const { black } = publishedTable(published, 'lets-be-rational').cases;
    expect(black).toHaveLength(10);
    for (const { input, output } of black) {
      const type = input.q === 1 ? 'call' : 'put';
      const price = black76Price({
        type,
        forward: input.F,
        strike: input.K,
        years: input.T,
        volatility: input.sigma,
      });
      expect(Math.abs(price / output.black - 1), JSON.stringify(input)).toBeLessThanOrEqual(1e-14);
    }
  });

  it('264 values of 60 digits, up to 35 deviations away: within 5 ulp plus 3 for each squared deviation', () => {
    expect(prices).toHaveLength(264);
    for (const [type, forward, strike, years, volatility, nearest, missing] of prices) {
      const option = { type, forward, strike, years, volatility };
      const ulp = errorInUlp(black76Price(option), { nearest, missing });
      expect(ulp, JSON.stringify(option)).toBeLessThan(5 + 3 * distance(option) ** 2);
    }
    const worstNear = prices
      .map(([type, forward, strike, years, volatility, nearest, missing]) => {
        const option = { type, forward, strike, years, volatility };
        return distance(option) < 1 ? errorInUlp(black76Price(option), { nearest, missing }) : 0;
      })
      .reduce((a, b) => Math.max(a, b));
    expect(worstNear).toBeLessThan(5);
    expect(worstNear).toBeGreaterThan(0.4);
  });
});

describe('every option', () => {
  const options = fc.record({
    forward: fc.double({ min: 1, max: 20_000, noNaN: true }),
    moneyness: fc.double({ min: -2, max: 2, noNaN: true }),
    years: fc.double({ min: 1 / 365, max: 5, noNaN: true }),
    volatility: fc.double({ min: 0.01, max: 2, noNaN: true }),
    rate: fc.double({ min: -0.05, max: 0.3, noNaN: true }),
  });
  const both = ({ forward, moneyness, ...rest }: { forward: number; moneyness: number } & Rest) => {
    const option = { ...rest, forward, strike: forward * Math.exp(moneyness) };
    return { call: { ...option, type: 'call' as const }, put: { ...option, type: 'put' as const } };
  };
  type Rest = { years: number; volatility: number; rate: number };
  const check = (law: (call: OptionInputs, put: OptionInputs, discount: number) => void) =>
    fc.assert(
      fc.property(options, (generated) => {
        const { call, put } = both(generated);
        law(call, put, Math.exp(-generated.rate * generated.years));
      }),
      { numRuns: 1000 * many },
    );

  it('has parity: a call minus a put is the discounted difference of future and strike', () => {
    check((call, put, discount) => {
      const parity = black76Price(call) - black76Price(put) - discount * (call.forward - call.strike);
      expect(Math.abs(parity)).toBeLessThanOrEqual(4e-16 * discount * (call.forward + call.strike));
    });
  });

  it('is worth at least the discounted intrinsic value and at most the discounted future or strike', () => {
    check((call, put, discount) => {
      const rounding = 1 + 1e-15;
      expect(black76Price(call) * rounding).toBeGreaterThanOrEqual(
        discount * Math.max(0, call.forward - call.strike),
      );
      expect(black76Price(put) * rounding).toBeGreaterThanOrEqual(
        discount * Math.max(0, put.strike - put.forward),
      );
      expect(black76Price(call)).toBeLessThanOrEqual(discount * call.forward * rounding);
      expect(black76Price(put)).toBeLessThanOrEqual(discount * put.strike * rounding);
      expect(Math.min(black76Price(call), black76Price(put))).toBeGreaterThanOrEqual(0);
    });
  });

  it('is never negative or −0, however far from the strike and close to expiry', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-8, max: 1e8, noNaN: true }),
        fc.double({ min: 1e-8, max: 1e8, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.constantFrom<OptionType>('call', 'put'),
        (forward, strike, deviation, type) => {
          const price = undiscountedPrice(type, forward, strike, deviation);
          expect(price).toBeGreaterThanOrEqual(0);
          expect(Object.is(price, -0)).toBe(false);
          expect(price).toBeLessThanOrEqual(type === 'call' ? forward : strike);
        },
      ),
      { numRuns: 2000 * many },
    );
  });

  it('gains value with volatility and time, and a call also with the future, and a put with the strike', () => {
    const grows = (less: OptionInputs, more: OptionInputs) => {
      const scale = 1e-14 * (less.forward + less.strike);
      expect(black76Price(more) - black76Price(less)).toBeGreaterThanOrEqual(-scale);
    };
    check((call, put) => {
      grows(call, { ...call, volatility: call.volatility * 1.01 });
      grows(put, { ...put, volatility: put.volatility * 1.01 });
      grows({ ...call, rate: 0 }, { ...call, rate: 0, years: call.years * 1.01 });
      grows(call, { ...call, forward: call.forward * 1.0001 });
      grows(put, { ...put, strike: put.strike * 1.0001 });
      grows({ ...put, forward: put.forward * 1.0001 }, put);
      grows({ ...call, strike: call.strike * 1.0001 }, call);
    });
  });

  it('is convex in the strike: a butterfly is not worth less than 0', () => {
    check((call) => {
      const step = 0.01 * call.strike;
      const at = (strike: number) => black76Price({ ...call, strike });
      const butterfly = at(call.strike - step) - 2 * at(call.strike) + at(call.strike + step);
      expect(butterfly).toBeGreaterThanOrEqual(-1e-12 * call.forward);
    });
  });

  it('has the same value as a call on F at K and as a put on K at F, and twice the prices give twice the premium', () => {
    check((call) => {
      const { forward, strike } = call;
      const mirrored = black76Price({ ...call, type: 'put', forward: strike, strike: forward });
      expect(mirrored).toBeCloseTo(black76Price(call), 8);
      const price = black76Price(call);
      const twice = black76Price({ ...call, forward: 2 * forward, strike: 2 * strike });
      // Halving one of the smallest doubles rounds.
      if (price > 1e-300) expect(twice).toBe(2 * price);
      else expect(Math.abs(twice - 2 * price)).toBeLessThanOrEqual(1e-307);
    });
  });
});

describe('at the limits of its inputs, an option', () => {
  const option = { type: 'call', forward: 4000, strike: 3900, years: 0.25, volatility: 0.25 } as const;

  it('is worth its intrinsic value at expiry and without volatility', () => {
    expect(black76Price({ ...option, years: 0 })).toBe(100);
    expect(black76Price({ ...option, years: 0, strike: 4100 })).toBe(0);
    expect(black76Price({ ...option, volatility: 0 })).toBe(100);
    expect(black76Price({ ...option, type: 'put', volatility: 0 })).toBe(0);
  });

  it('may be rounded to its ceiling in the money, never above it', () => {
    const [forward, strike] = [0.14928820953797264, 0.013663475996987293];
    expect(undiscountedPrice('call', forward, strike, 16.99477264646554)).toBe(forward);
    expect(undiscountedPrice('put', strike, forward, 16.99477264646554)).toBe(forward);
  });

  it('is worth 0, not −0, far out of the money', () => {
    for (let deviation = 1e-3; deviation > 1e-320; deviation *= 0.7) {
      expect(Object.is(undiscountedPrice('call', 4000, 4200, deviation), 0), String(deviation)).toBe(true);
      expect(Object.is(undiscountedPrice('put', 4000, 1e-3, deviation), 0), String(deviation)).toBe(true);
    }
  });

  it('has a value for a future or a strike of 0', () => {
    expect(black76Price({ ...option, forward: 0 })).toBe(0);
    expect(black76Price({ ...option, forward: 0, type: 'put' })).toBe(3900);
    expect(black76Price({ ...option, strike: 0 })).toBe(4000);
    expect(black76Price({ ...option, strike: 0, type: 'put' })).toBe(0);
    expect(black76Price({ ...option, forward: 0, strike: 0 })).toBe(0);
  });

  it('has the value of the future (call) or the strike (put) if it has a million years', () => {
    expect(black76Price({ ...option, years: 1e6 })).toBe(4000);
    expect(black76Price({ ...option, type: 'put', years: 1e6 })).toBe(3900);
  });

  it('is valued even where the product of future and strike overflows or underflows', () => {
    const big = { ...option, forward: 4e200, strike: 3.9e200 };
    expect(black76Price(big) / black76Price(option)).toBeCloseTo(1e197, -183);
    const small = { ...option, forward: 4e-200, strike: 3.9e-200 };
    expect((black76Price(small) * 1e200) / black76Price(option)).toBeCloseTo(1e-3, 14);
  });

  it.each<[string, Partial<Record<keyof OptionInputs, unknown>>]>([
    ['type', { type: 'straddle' }],
    ['forward', { forward: -1 }],
    ['forward', { forward: Number.NaN }],
    ['strike', { strike: Number.POSITIVE_INFINITY }],
    ['years', { years: -0.1 }],
    ['volatility', { volatility: -0.2 }],
    ['rate', { rate: Number.NaN }],
    ['rate', { rate: -2801 }],
    ['rate', { rate: 2801 }],
  ])('throws an error that begins with the name of the invalid input: %s', (field, wrong) => {
    const bad: OptionInputs = { ...option, ...(wrong as Partial<OptionInputs>) };
    expect(() => black76Price(bad)).toThrow(RangeError);
    expect(() => black76Price(bad)).toThrow(new RegExp(`^${field}: it is .* and must be`));
  });
});
