import { valueStrategy } from '@openpit/pricing';
import type { MarketRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { emptyInput, optionValue, parseFields, typeIn } from './rules.ts';
import { scenariosOf } from './scenarios-view.tsx';
import {
  breakEvenText,
  type LegFields,
  legsOfPositions,
  parseLegs,
  payoffDiagramOf,
  payoffOf,
  payoffSentence,
  singleLeg,
  withNewLeg,
} from './strategy.ts';

const series = { id: 'MAR27 WMAZ 2027-02-19', underlying: 'MAR27 WMAZ' };
const option = (contract: string, flag: 'C' | 'P', strike: number): MarketRow =>
  marketRow(contract, {
    contractDisplay: { flag, strike, CONTRACT_TYPE: 2 },
    underlying: 'MAR27 WMAZ',
    optionExpiry: '2027-02-19',
  });
const rows = [
  marketRow('MAR27 WMAZ'),
  marketRow('DEC26 WMAZ'),
  option('MAR27 WMAZ 4200 C', 'C', 4200),
  option('MAR27 WMAZ 3900 P', 'P', 3900),
  option('MAR27 WMAZ 4000 P', 'P', 4000),
  option('MAR27 WMAZ 4100 C', 'C', 4100),
];
const legs = (...positions: readonly (readonly [string, number, number])[]) =>
  legsOfPositions(
    positions.map(([contract, net, price]) => ({ contract, net, cost: net * price })),
    series,
    (contract) => rows.find((row) => row.contract === contract),
  ).map(({ side, lots, type, strike, price }) => `${side} ${lots} ${type} ${strike} at ${price}`);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the positions as legs', () => {
  it('[PANEL-13] are those in the future and its options, the largest first, at their average price', () => {
    expect(
      legs(
        ['MAR27 WMAZ', -5, 4077],
        ['MAR27 WMAZ 4200 C', 20, 165.4],
        ['DEC26 WMAZ', 100, 4035],
        ['MAR27 WMAZ 3900 P', -8, 151],
      ),
    ).toEqual(['B 20 call 4,200.00 at 165.40', 'S 8 put 3,900.00 at 151.00', 'S 5 future  at 4,077.00']);
  });

  it('are added up over the accounts, and leave out flat positions', () => {
    expect(
      legs(
        ['MAR27 WMAZ 4200 C', 3, 160],
        ['MAR27 WMAZ 4200 C', 1, 170],
        ['MAR27 WMAZ', 2, 4000],
        ['MAR27 WMAZ', -2, 4000],
      ),
    ).toEqual(['B 4 call 4,200.00 at 162.50']);
  });

  it('are the four largest, and none of contracts that are not listed', () => {
    const five = rows.flatMap(({ contract }, index) =>
      index === 1 ? [] : [[contract, index + 1, 100] as const],
    );
    expect(legs(...five)).toHaveLength(4);
    expect(legs(['MAY27 WMAZ', 1, 100])).toEqual([]);
  });
});

const terms = { forward: 4077, strike: 4200, days: 84, rate: 0, tick: 0.2 };
const place = {
  terms,
  volatilityAt: (strike: number) => (strike === 4200 ? 28 : 30),
  tons: 100,
  decimals: 2,
};
const leg = (change: Partial<LegFields> = {}): LegFields => ({
  id: 1,
  side: 'B',
  type: 'call',
  lots: '10',
  strike: '4200',
  volatility: '',
  price: '',
  ...change,
});

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the legs of a strategy', () => {
  it("[PANEL-13] use the market's volatility at their strike and their current value, unless the user enters others", () => {
    const { legs, strategy } = parseLegs(
      [
        leg(),
        leg({ id: 2, side: 'S', type: 'put', strike: '3900', price: '150' }),
        leg({ id: 3, type: 'future' }),
      ],
      place,
    );
    expect(legs.map(({ volatilityText, priceText }) => [volatilityText, priceText])).toEqual([
      ['28.00', '165.40'],
      ['30.00', '151.00'],
      ['', '4,077.00'],
    ]);
    expect(strategy?.legs).toMatchObject([
      { type: 'call', strike: 420_000, volatility: 0.28, lots: 10 },
      { type: 'put', strike: 390_000, volatility: 0.3, lots: -10, premium: 15_000 },
      { type: 'future', lots: 10, price: 407_700 },
    ]);
  });

  it('[PANEL-13] are worth nothing more than was paid, until the market moves', () => {
    const { strategy } = parseLegs([leg(), leg({ id: 2, side: 'S', type: 'put', strike: '3900' })], place);
    if (strategy === null) throw new Error('no strategy');
    expect(valueStrategy(strategy, { forward: 407_700 }).profit).toBeCloseTo(0, 6);
    expect(valueStrategy(strategy, { forward: 417_700 }).profit).toBeGreaterThan(0);
  });

  it.each([
    [{ lots: '0' }, 'lots'],
    [{ lots: '-1' }, 'lots'],
    [{ strike: '' }, 'strike'],
    [{ volatility: '0' }, 'volatility'],
    [{ price: 'x' }, 'price'],
  ] as const)('make no strategy with %o', (change, field) => {
    const { legs, strategy } = parseLegs([leg(change)], place);
    expect(strategy).toBeNull();
    expect(Object.keys(legs[0]?.errors ?? {})).toEqual([field]);
  });

  it('make none while there are none', () => {
    expect(parseLegs([], place).strategy).toBeNull();
  });

  it.each([
    ['5', 'B'],
    ['−5', 'S'],
  ])('begin with the call of the fields above: %s lots', (lots, side) => {
    const facts = { forward: 4077, strike: 4200, days: 84, volatility: 28, lots: 10, tick: 0.2, decimals: 2 };
    const read = parseFields(typeIn(emptyInput, 'lots', lots), facts, { basis: 'NACC' });
    const first = withNewLeg([], read);
    expect(first).toMatchObject([{ id: 1, type: 'call', strike: '4,200.00', lots: '5', side }]);
    expect(parseLegs(first, place).strategy?.legs).toHaveLength(1);
    expect(withNewLeg(first, read).map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('the scenarios of an option', () => {
  const strategy = singleLeg('put', { terms, volatility: 28, lots: -10, tons: 100 });
  const { rows, forwards, volatilityShifts } = scenariosOf(strategy, 4077);

  it('[PANEL-13] are ten percent of the future and five points of volatility to each side', () => {
    expect(forwards[0]).toBeCloseTo(366_930, 6);
    expect(forwards.at(-1)).toBeCloseTo(448_470, 6);
    expect(volatilityShifts).toEqual([-0.05, -0.025, 0, 0.025, 0.05]);
    expect(rows.map((cells) => cells.length)).toEqual(Array.from({ length: 11 }, () => 5));
  });

  it('[PANEL-13] have no profit where nothing moves, and elsewhere the difference of the values', () => {
    expect(rows[5]?.[2]?.profit).toBeCloseTo(0, 6);
    const [now, then] = [
      optionValue('put', terms, 28).exact,
      optionValue('put', { ...terms, forward: 4484.7 }, 33).exact,
    ];
    expect((rows[10]?.[4]?.profit ?? 0) / 100).toBeCloseTo((now - then) * 100 * 10, 6);
  });
});

const payoffTerms = { forward: 4000, strike: 4000, days: 90, rate: 0, tick: 0.2 };
const payoffPlace = { terms: payoffTerms, volatilityAt: () => 25, tons: 100, decimals: 2 };

function payoffAt(...legs: readonly (readonly ['B' | 'S', 'call' | 'put' | 'future', number, string])[]) {
  const { strategy } = parseLegs(
    legs.map(([side, type, strike, price], id) => ({
      ...{ id, side, type, price, lots: '1', volatility: '' },
      strike: String(strike),
    })),
    payoffPlace,
  );
  if (strategy === null) throw new Error('no strategy');
  return payoffOf(strategy, 4000);
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the payoff of a strategy', () => {
  it('[PANEL-13] has both limits, the break-even and the value now for a call spread', () => {
    const payoff = payoffAt(['B', 'call', 4000, '198'], ['S', 'call', 4200, '118']);
    expect(payoff.max).toBe(12_000);
    expect(payoff.min).toBe(-8_000);
    expect(payoff.breakEvens).toEqual([{ from: 4080, to: 4080 }]);
    const at = (forward: number) => payoff.atExpiry.find((point) => point.forward === forward)?.profit;
    // The corners at the strikes are points of the curve.
    expect([at(4000), at(4200)]).toEqual([-8_000, 12_000]);
    expect(payoff.now).toHaveLength(41);
    expect(payoffSentence(payoff, 2)).toBe(
      'Profit at expiry from R\u00a0−8,000 with the future at 3,400.00 to R\u00a0+12,000 with the future at 4,600.00. ' +
        'Highest R\u00a0+12,000, lowest R\u00a0−8,000, break-even 4,080.00. ' +
        `Now R\u00a0${payoff.presentProfit < 0 ? '−' : '+'}${Math.abs(Math.round(payoff.presentProfit)).toLocaleString('en-GB')}.`,
    );
  });

  it('[PANEL-13] gains the premiums, loses without a limit and has two break-evens for a sold straddle', () => {
    const payoff = payoffAt(['S', 'call', 4000, '198'], ['S', 'put', 4000, '198']);
    expect(payoff.max).toBe(39_600);
    expect(payoff.min).toBe(Number.NEGATIVE_INFINITY);
    expect(breakEvenText(payoff, 2)).toBe('3,604.00 and 4,396.00');
    expect(payoffSentence(payoff, 2)).toContain('lowest no limit');
  });

  it('shows the far strikes of a strategy', () => {
    const { atExpiry } = payoffAt(['B', 'put', 3000, '10'], ['B', 'call', 5000, '10']);
    expect(atExpiry[0]?.forward).toBeLessThan(3000);
    expect(atExpiry.at(-1)?.forward).toBeGreaterThan(5000);
  });
});

describe('the picture of a payoff', () => {
  it('has the lowest price at the left, the highest profit at the top, and the line of no profit between', () => {
    const picture = payoffDiagramOf(payoffAt(['B', 'call', 4000, '198']));
    const points = picture.atExpiry.split(' ').map((point) => point.split(',').map(Number));
    expect(points[0]?.[0]).toBe(0);
    expect(points.at(-1)?.[0]).toBe(100);
    expect(picture.x(4000)).toBe(50);
    expect(points.at(-1)?.[1]).toBeLessThan(picture.zero);
    expect(points[0]?.[1]).toBeGreaterThan(picture.zero);
    for (const [, y] of points) expect(y).toBeGreaterThan(0);
    for (const [, y] of points) expect(y).toBeLessThan(100);
  });
});
