import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { black76Price } from '../black/black76.ts';
import type { Generated } from '../testing/generated.ts';
import { type ExpiryPositions, type ScannedOption, scanMargin } from './margin-scan.ts';

const maize: ExpiryPositions = {
  forward: 4035,
  initialMargin: 21_000,
  volatilityRange: 0.04,
  tons: 100,
  futures: 0,
  options: [],
};
const years = 84 / 365;
const option = (type: 'call' | 'put', strike: number, lots: number): ScannedOption => ({
  type,
  strike,
  years,
  volatility: 0.28,
  lots,
});
const priced = (type: 'call' | 'put', forward: number, volatility: number, strike = 4200) =>
  black76Price({ type, forward, strike, years, volatility });

describe('the 21 scenarios', () => {
  it('are seven prices by three volatilities, each once', () => {
    const { scenarios } = scanMargin({ ...maize, futures: 1 });
    expect(scenarios).toHaveLength(21);
    expect(
      new Set(scenarios.map((scenario) => `${scenario.priceThirds} ${scenario.volatilityMove}`)).size,
    ).toBe(21);
    expect(Math.min(...scenarios.map((scenario) => scenario.priceThirds))).toBe(-3);
  });

  it('have the initial margin as the largest loss of a future: R 210,000 for 10 lots, long or short', () => {
    const long = scanMargin({ ...maize, futures: 10 });
    expect(long.loss).toBe(210_000);
    expect(long.worst).toEqual({ priceThirds: -3, volatilityMove: -1, loss: 210_000 });
    expect(long.deltaLots).toBe(10);
    const short = scanMargin({ ...maize, futures: -10 });
    expect(short.loss).toBe(210_000);
    expect(short.worst.priceThirds).toBe(3);
  });

  it('have a third of the loss of a future at a third of the price move: R 70,000 for 10 lots', () => {
    const { scenarios } = scanMargin({ ...maize, futures: 10 });
    const loss = scenarios.find(
      (scenario) => scenario.priceThirds === -1 && scenario.volatilityMove === 0,
    )?.loss;
    expect(loss).toBe(70_000);
    expect(scenarios.find((scenario) => scenario.priceThirds === 0)?.loss).toBe(0);
  });

  it('have the largest loss of a written call with price and volatility up', () => {
    const { loss, worst, shortLotsOutOfTheMoney, deltaLots } = scanMargin({
      ...maize,
      options: [option('call', 4200, -10)],
    });
    expect(worst).toMatchObject({ priceThirds: 3, volatilityMove: 1 });
    const expected = 1000 * (priced('call', 4035 + 210, 0.32) - priced('call', 4035, 0.28));
    expect(loss).toBeCloseTo(expected, 6);
    expect(shortLotsOutOfTheMoney).toBe(10);
    expect(deltaLots).toBeLessThan(0);
  });

  it('have a loss of at most the premium for a bought option', () => {
    const { loss, shortLotsOutOfTheMoney } = scanMargin({ ...maize, options: [option('put', 4200, 10)] });
    expect(loss).toBeGreaterThan(0);
    expect(loss).toBeLessThan(1000 * priced('put', 4035, 0.28));
    expect(shortLotsOutOfTheMoney).toBe(0);
    const long = scanMargin({ ...maize, options: [option('call', 4200, 10), option('put', 4200, -3)] });
    expect(long.shortLotsOutOfTheMoney).toBe(0);
  });

  it('count a short option as out of the money a tick from the strike, not at the strike', () => {
    const shortLots = (strike: number) => {
      const options = [option('call', strike, -2), option('put', strike, -3)];
      return scanMargin({ ...maize, options }).shortLotsOutOfTheMoney;
    };
    expect(shortLots(maize.forward)).toBe(0);
    expect(shortLots(maize.forward + 0.2)).toBe(2);
    expect(shortLots(maize.forward - 0.2)).toBe(3);
  });

  it('have a largest loss of a short straddle and its hedge that is less than the sum of the parts', () => {
    const options = [option('call', 4000, -5), option('put', 4000, -5)];
    const whole = scanMargin({ ...maize, options, futures: 1 });
    const parts = [
      scanMargin({ ...maize, options: [options[0]!] }),
      scanMargin({ ...maize, options: [options[1]!] }),
      scanMargin({ ...maize, futures: 1 }),
    ];
    expect(whole.loss).toBeLessThan(parts.reduce((sum, part) => sum + part.loss, 0));
    expect(whole.worst.volatilityMove).toBe(1);
  });

  it('do not move a future below 0', () => {
    const { loss } = scanMargin({ ...maize, forward: 150, futures: 10, options: [option('put', 100, -10)] });
    const expected = 1000 * (150 + 100 - priced('put', 150, 0.28, 100));
    expect(loss).toBeCloseTo(expected, 6);
  });
});

describe('the margin of every account', () => {
  const positions = fc.record({
    futures: fc.integer({ min: -50, max: 50 }),
    options: fc.array(
      fc.record({
        type: fc.constantFrom<'call' | 'put'>('call', 'put'),
        strike: fc.integer({ min: 30, max: 50 }).map((count) => 100 * count),
        years: fc.double({ min: 0, max: 1, noNaN: true }),
        volatility: fc.double({ min: 0, max: 0.8, noNaN: true }),
        lots: fc.integer({ min: -40, max: 40 }),
      }),
      { maxLength: 6 },
    ),
  });
  type Account = Generated<typeof positions>;
  const scan = (account: Account) => scanMargin({ ...maize, ...account });
  const times = ({ futures, options }: Account, factor: number): Account => ({
    futures: factor * futures,
    options: options.map((option) => ({ ...option, lots: factor * option.lots })),
  });

  it('is never negative, and 0 for an empty or flat account', () => {
    fc.assert(
      fc.property(positions, (account: Account) => {
        expect(scan(account).loss).toBeGreaterThanOrEqual(0);
        const flat = {
          futures: 0,
          options: [...account.options, ...times(account, -1).options],
        };
        expect(scan(flat).loss).toBeLessThan(1e-6);
        expect(scan(flat).deltaLots).toBeCloseTo(0, 9);
      }),
    );
    expect(scanMargin(maize)).toMatchObject({ loss: 0, deltaLots: 0, shortLotsOutOfTheMoney: 0 });
  });

  it('is not larger for two accounts together than apart, and twice as large for twice the account', () => {
    fc.assert(
      fc.property(positions, positions, (a: Account, b: Account) => {
        const together = {
          futures: a.futures + b.futures,
          options: [...a.options, ...b.options],
        };
        const apart = scan(a).loss + scan(b).loss;
        expect(scan(together).loss).toBeLessThanOrEqual(apart + 1e-6);
        expect(scan(times(a, 2)).loss).toBeCloseTo(2 * scan(a).loss, 4);
      }),
    );
  });

  it('is the same with the opposite sign if there are only futures', () => {
    fc.assert(
      fc.property(positions, (account: Account) => {
        const futures = { futures: account.futures, options: [] };
        expect(scan(times(futures, -1)).loss).toBe(scan(futures).loss);
      }),
    );
  });
});

describe('invalid positions', () => {
  it.each<[string, Partial<ExpiryPositions>, RegExp]>([
    ['tons', { tons: 0 }, /^tons: /],
    ['a margin', { initialMargin: -1 }, /^initialMargin: /],
    ['a price', { forward: Number.NaN }, /^forward: /],
    ['futures', { futures: Number.NaN }, /^futures: /],
    ['a strike', { options: [option('call', 4000, 1), option('put', -1, 1)] }, /^options\[1\]\.strike: /],
    ['lots', { options: [option('call', 4000, Number.NaN)] }, /^options\[0\]\.lots: /],
  ])('throw an error that begins with their path: %s', (_, wrong, message) => {
    expect(() => scanMargin({ ...maize, ...wrong })).toThrow(message);
  });
});
