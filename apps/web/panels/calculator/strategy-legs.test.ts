import { valueStrategy } from '@openpit/pricing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { scenariosOf } from './scenario-table.tsx';
import { type LegFields, readLegs, singleLeg } from './strategy-legs.ts';
import { optionValue } from './valuation.ts';

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
  it('[PANEL-13] have the volatility of the market at their strike and their present value, unless others are typed', () => {
    const { legs, strategy } = readLegs(
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
    const { strategy } = readLegs([leg(), leg({ id: 2, side: 'S', type: 'put', strike: '3900' })], place);
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
    const { legs, strategy } = readLegs([leg(change)], place);
    expect(strategy).toBeNull();
    expect(Object.keys(legs[0]?.errors ?? {})).toEqual([field]);
  });

  it('make none while there are none', () => {
    expect(readLegs([], place).strategy).toBeNull();
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
