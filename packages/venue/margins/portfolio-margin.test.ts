import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asMoney } from '../kernel/units.ts';
import { type ClassPortfolio, type ExpiryPortfolio, portfolioMargin } from './portfolio-margin.ts';

const forward = 400_000;
const initialMargin = asMoney(2_100_000);
const terms = { forward, initialMargin, volatilityRange: 0.04, tons: 100 };

const expiry = (
  contract: string,
  futures: number,
  options: ExpiryPortfolio['positions']['options'] = [],
): ExpiryPortfolio => ({
  contract,
  positions: { ...terms, futures, options },
});
const maize = (expiries: readonly ExpiryPortfolio[], instrument = 'WMAZ'): ClassPortfolio => ({
  instrument,
  tonsPerContract: 100,
  marginGroup: 'maize',
  initialMargin,
  classSpreadMargin: asMoney(1_050_000),
  expiries,
});
/** Lots of JUL, SEP and DEC. */
const futures = (lots: readonly number[], instrument?: string) =>
  maize(
    lots.map((net, at) => expiry(['JUL', 'SEP', 'DEC'][at] ?? '', net)),
    instrument,
  );
const marginOf = (...classes: readonly ClassPortfolio[]): number => portfolioMargin(classes).margin;
const rand = (amount: number): number => amount * 100;

describe('initial margin', () => {
  it('is R210 000 for 10 long JUL, and the same with 10 short SEP instead of R420 000', () => {
    expect(marginOf(futures([10]))).toBe(rand(210_000));
    expect(marginOf(futures([10, -10]))).toBe(rand(210_000));
    expect(portfolioMargin([futures([10, -10])]).classes[0]?.classRelief).toBe(rand(210_000));
    expect(marginOf(futures([10, 10]))).toBe(rand(420_000));
  });

  it('pairs the nearest expiries first', () => {
    // 5 JUL with 5 SEP, then 3 SEP remain with nothing opposite; DEC is also long.
    expect(marginOf(futures([5, -8, 2]))).toBe(rand(7 * 2 * 10_500 + 1 * 21_000));
  });

  it('relieves 40 % of paired lots between instruments of a group, and nothing between others', () => {
    const [white, yellow] = [futures([10]), futures([-4], 'YMAZ')];
    expect(marginOf(white, yellow)).toBe(rand(14 * 21_000 - 0.4 * 8 * 21_000));
    expect(marginOf(white, { ...yellow, marginGroup: null })).toBe(rand(14 * 21_000));
    expect(marginOf(white, futures([4], 'YMAZ'))).toBe(rand(14 * 21_000));
  });

  it('is at most the value of a long option, and at least R50 per ton for a short option out of the money', () => {
    const far = { type: 'call', strike: 800_000, years: 0.01, volatility: 0.2 } as const;
    expect(marginOf(maize([expiry('JUL', 0, [{ ...far, lots: 10 }])]))).toBe(0);
    expect(marginOf(maize([expiry('JUL', 0, [{ ...far, lots: -10 }])]))).toBe(rand(50 * 100 * 10));
  });

  it('is the scan losses of an instrument, without a relief, if its pairs would need more', () => {
    const lastDay = { strike: forward, years: 1 / 365, volatility: 0.2 };
    const options = maize([
      expiry('JUL', 0, [{ ...lastDay, type: 'call', lots: 10 }]),
      expiry('SEP', 0, [{ ...lastDay, type: 'put', lots: 10 }]),
    ]);
    const { margin, classes } = portfolioMargin([options]);
    const scanned = classes[0]?.expiries.reduce((sum, { scanLoss }) => sum + scanLoss, 0);
    // About 5 delta lots are paired, with a class-spread margin of R10 500 for each leg.
    expect(scanned).toBeLessThan(rand(5 * 2 * 10_500));
    expect([margin, classes[0]?.classRelief]).toEqual([scanned, 0]);
  });

  it('revalues futures and options of an expiry together', () => {
    const put = { type: 'put', strike: forward, years: 0.25, volatility: 0.25 } as const;
    const covered = marginOf(maize([expiry('JUL', 10, [{ ...put, lots: 10 }])]));
    expect(covered).toBeGreaterThan(0);
    expect(covered).toBeLessThan(marginOf(futures([10])));
  });
});

const lots = fc.integer({ min: -50, max: 50 });
const position = fc.array(lots, { minLength: 3, maxLength: 3 });
const option = fc.record({
  type: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.integer({ min: 30, max: 50 }).map((hundreds) => hundreds * 10_000),
  years: fc.integer({ min: 0, max: 300 }).map((days) => days / 365),
  volatility: fc.integer({ min: 10, max: 60 }).map((percent) => percent / 100),
  lots,
});
const anyClass = fc
  .array(fc.tuple(lots, fc.array(option, { maxLength: 3 })), { maxLength: 3 })
  .map((all) => maize(all.map(([net, options], at) => expiry(`E${at}`, net, options))));

describe('any initial margin', () => {
  it('is not negative, and in a class not above the sum of its scan losses', () => {
    fc.assert(
      fc.property(anyClass, anyClass, (white, yellow) => {
        const { margin, classes } = portfolioMargin([white, { ...yellow, instrument: 'YMAZ' }]);
        expect(Number.isSafeInteger(margin)).toBe(true);
        expect(margin).toBeGreaterThanOrEqual(0);
        for (const { expiries, classRelief, seriesRelief, margin: own } of classes) {
          const scanned = expiries.reduce((sum, { scanLoss }) => sum + scanLoss, 0);
          expect(own).toBeGreaterThanOrEqual(0);
          expect(own).toBeLessThanOrEqual(scanned);
          expect(own + classRelief + seriesRelief).toBe(scanned);
        }
      }),
    );
  });

  it('is not raised by combining two portfolios of futures, in one class or in several', () => {
    const added = (a: readonly number[], b: readonly number[]) => a.map((net, at) => net + (b[at] ?? 0));
    const inBoth = fc.tuple(position, position);
    fc.assert(
      fc.property(inBoth, inBoth, ([white, yellow], [moreWhite, moreYellow]) => {
        const margin = (a: readonly number[], b: readonly number[]) =>
          marginOf(futures(a), { ...futures(b, 'YMAZ'), marginGroup: null });
        expect(marginOf(futures(added(white, moreWhite)))).toBeLessThanOrEqual(
          marginOf(futures(white)) + marginOf(futures(moreWhite)),
        );
        expect(margin(added(white, moreWhite), added(yellow, moreYellow))).toBeLessThanOrEqual(
          margin(white, yellow) + margin(moreWhite, moreYellow),
        );
      }),
    );
  });

  it('is the same, as are its scan losses, with every sign of a portfolio of futures reversed', () => {
    fc.assert(
      fc.property(position, (net) => {
        const [own, reversed] = [futures(net), futures(net.map((one) => 0 - one))].map((one) =>
          portfolioMargin([one]),
        );
        expect(own?.margin).toBeGreaterThanOrEqual(0);
        expect(reversed).toEqual(own);
      }),
    );
  });

  it('is zero for a flat account', () => {
    expect(marginOf()).toBe(0);
    expect(marginOf(futures([0, 0, 0]))).toBe(0);
  });
});
