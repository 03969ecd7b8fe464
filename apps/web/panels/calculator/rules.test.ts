import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dash, setFormatLocale } from '../../ui/format.ts';
import {
  amountsOf,
  type CalculatorFieldName,
  emptyInput,
  hedgeText,
  impliedPercent,
  type MarketFacts,
  noAmounts,
  optionValue,
  type PairTerms,
  parseFields,
  steppedNumber,
  steppedStrike,
  typeIn,
} from './rules.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the steps of the calculator', () => {
  const rate = { step: 0.25, decimals: 2, from: 0, to: 100 };

  it('[PREF-3] are exact, and stay within the range of the field', () => {
    expect(steppedNumber('8.00', 1, rate)).toBe('8.25');
    expect(steppedNumber('0.1', 2, { ...rate, step: 0.1 })).toBe('0.30');
    expect(steppedNumber('0.25', -10, rate)).toBe('0.00');
    expect(steppedNumber('99.90', 1, rate)).toBe('100.00');
    expect(steppedNumber('', 1, rate)).toBe('0.25');
    expect(steppedNumber('x', 1, rate)).toBeNull();
  });

  it('step from strike to strike if strikes are listed, otherwise from tick to tick', () => {
    const listed = { strikes: [4000, 4020, 4100], tick: 0.2, decimals: 2 };
    expect(steppedStrike('4000', 1, listed)).toBe('4,020.00');
    expect(steppedStrike('4,050.00', 1, listed)).toBe('4,100.00');
    expect(steppedStrike('4,050.00', -1, listed)).toBe('4,020.00');
    expect(steppedStrike('4,000.00', 10, listed)).toBe('4,100.00');
    expect(steppedStrike('4,100.00', 1, listed)).toBeNull();
    expect(steppedStrike('', 1, listed)).toBe('4,020.00');
    expect(steppedStrike('4,100.00', 1, { ...listed, strikes: [] })).toBe('4,100.20');
  });
});

const facts: MarketFacts = {
  forward: 4077,
  strike: 4200,
  days: 84,
  volatility: 28,
  lots: 10,
  tick: 0.2,
  decimals: 2,
};
const nothingKnown: MarketFacts = { ...facts, forward: null, strike: null, days: null, volatility: null };

/** The fields after these texts were typed, one after another. */
const after = (
  edits: readonly (readonly [CalculatorFieldName, string])[],
  of = facts,
  basis: 'NACC' | 'NACA' = 'NACC',
) =>
  parseFields(
    edits.reduce((typed, [name, text]) => typeIn(typed, name, text), emptyInput),
    of,
    { basis },
  );
const textsOf = ({ fields }: ReturnType<typeof parseFields>) =>
  (['volatility', 'call', 'put'] as const).map((name) => fields[name].text);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the fields of the option calculator', () => {
  it('[PANEL-13] start from the market, and follow it in untouched fields', () => {
    const { fields, calculation } = after([]);
    expect(Object.values(fields).map(({ text }) => text)).toEqual([
      '4,077.00',
      '4,200.00',
      '84',
      '0.00',
      '10',
      '28.00',
      '165.40',
      '288.40',
    ]);
    expect(calculation).toMatchObject({ volatility: 28, lots: 10 });
    const typed = typeIn(emptyInput, 'forward', '4100');
    const moved = parseFields(typed, { ...facts, forward: 4010, volatility: 30 }, { basis: 'NACC' });
    expect(moved.fields.forward.text).toBe('4100');
    expect(moved.calculation).toMatchObject({ volatility: 30, terms: { forward: 4100 } });
  });

  it('[PANEL-13] compute both premiums from a volatility, and the volatility and the other premium from a premium', () => {
    expect(textsOf(after([['volatility', '25']]))).toEqual(['25', '142.40', '265.40']);
    const [volatility, call, put] = textsOf(after([['put', '265.4']]));
    expect(Number(volatility)).toBeCloseTo(25, 1);
    expect([call, put]).toEqual(['142.40', '265.4']);
    expect(
      textsOf(
        after([
          ['volatility', '40'],
          ['call', '165.40'],
        ]),
      )[0],
    ).toBe('27.99');
  });

  it('[PANEL-13] say why a premium has no volatility', () => {
    const low = after([['put', '100']]);
    expect(low.fields.put.error).toBe(
      'No volatility gives this premium: it is below the intrinsic value of 123.00.',
    );
    expect(low.fields.volatility.text).toBe('');
    expect(low.calculation).toBeNull();
    expect(after([['call', '4077']]).fields.call.error).toContain('a call is worth less than 4,077.00');
    expect(
      after([
        ['days', '0'],
        ['call', '1'],
      ]).fields.call.error,
    ).toContain('At expiry');
  });

  it.each([
    ['forward', '0', 'The price must be above zero'],
    ['forward', '4077.123', 'two decimals'],
    ['strike', 'abc', 'not a number'],
    ['days', '1.5', 'whole number'],
    ['volatility', '0', 'from 0.01'],
    ['volatility', '25.1234', 'two decimals'],
    ['rate', '-1', 'from 0 to 100'],
    ['lots', '0', 'whole number of lots'],
    ['call', '-1', 'not be negative'],
  ] as const)('reject %s of %s', (name, text, words) => {
    const { fields } = after([[name, text]]);
    expect(fields[name].error).toContain(words);
  });

  it('accept a negative quantity for a sale', () => {
    expect(after([['lots', '-20']]).calculation?.lots).toBe(-20);
    expect(after([['lots', 'x']]).calculation?.lots).toBeNull();
  });

  it('[PANEL-13] take the rate as compounded continuously or once a year', () => {
    expect(after([['rate', '8']]).calculation?.terms.rate).toBe(0.08);
    expect(after([['rate', '8']], facts, 'NACA').calculation?.terms.rate).toBeCloseTo(Math.log(1.08), 15);
  });

  it('[PANEL-13] compute nothing while something is missing, and everything from free input', () => {
    expect(after([], nothingKnown).calculation).toBeNull();
    expect(after([], nothingKnown).fields.forward).toMatchObject({ text: '', error: null });
    const free = after(
      [
        ['forward', '4077'],
        ['strike', '4200'],
        ['days', '84'],
        ['volatility', '28'],
      ],
      nothingKnown,
    );
    expect(free.calculation?.put.premium).toBe(288.4);
  });
});

const at = (forward: number, strike: number, days: number, rate = 0): PairTerms => ({
  forward,
  strike,
  days,
  rate,
  tick: 0.2,
});

describe('the value of an option', () => {
  // The table of market/options.md, Options.
  it.each([
    ['call', at(4000, 4000, 90), 25, 197.9731, 0.5247, 0.000802, 7.9088, -1.0984],
    ['put', at(4000, 4000, 90), 25, 197.9731, -0.4753, 0.000802, 7.9088, -1.0984],
    ['call', at(4077, 4200, 84), 28, 165.4989, 0.4388, 0.00072, 7.7106, -1.2851],
    ['put', at(4077, 4200, 84), 28, 288.4989, -0.5612, 0.00072, 7.7106, -1.2851],
    ['call', at(7590, 7800, 45), 22, 146.7156, 0.3765, 0.000648, 10.1183, -2.4734],
  ] as const)(
    '[PANEL-13] of a %s has premium and greeks in rand per ton as published for it',
    (type, terms, volatility, premium, delta, gamma, vega, theta) => {
      const value = optionValue(type, terms, volatility);
      expect(value.exact).toBeCloseTo(premium, 4);
      expect(value.delta).toBeCloseTo(delta, 4);
      expect(value.greeks.gamma).toBeCloseTo(gamma, 6);
      expect(value.greeks.vegaPerPoint).toBeCloseTo(vega, 4);
      expect(value.greeks.thetaPerDay).toBeCloseTo(theta, 4);
    },
  );

  it('[PANEL-13] has its premium on the tick of the market', () => {
    expect(optionValue('put', at(4077, 4200, 84), 28).premium).toBe(288.4);
    expect(optionValue('call', { ...at(4077, 4200, 84), tick: 1 }, 28).premium).toBe(165);
  });

  it('[PANEL-13] includes the right to exercise early when there is a rate', () => {
    // 162.4798 is the European value at 8 % (market/options.md, Options).
    const value = optionValue('call', at(4077, 4200, 84, 0.08), 28);
    expect(value.exact).toBeGreaterThan(162.4798);
    expect(value.exact).toBeLessThan(165.4989);
    expect(optionValue('put', at(3000, 4200, 84, 0.08), 10).exact).toBe(1200);
  });

  it('is its intrinsic value on the last day', () => {
    expect(optionValue('call', at(4100, 4000, 0), 25).premium).toBe(100);
    expect(optionValue('put', at(4100, 4000, 0), 25).premium).toBe(0);
  });
});

describe('the volatility of a premium', () => {
  it('[PANEL-13] reproduces the premium', () => {
    const terms = at(4077, 4200, 84);
    expect(impliedPercent('put', terms, 288.4)).toEqual({ kind: 'found', volatility: 27.99 });
    expect(optionValue('put', terms, 27.99).premium).toBe(288.4);
  });

  it('reproduces the premium with a rate', () => {
    const terms = at(4077, 4200, 84, 0.08);
    const { premium } = optionValue('call', terms, 28);
    const implied = impliedPercent('call', terms, premium);
    expect(implied.kind === 'found' && Math.abs(implied.volatility - 28)).toBeLessThan(0.02);
  });

  it('states why there is none', () => {
    expect(impliedPercent('put', at(4077, 4200, 84), 122.8)).toEqual({ kind: 'belowIntrinsic', min: 123 });
    expect(impliedPercent('call', at(4077, 4200, 84), 4077)).toEqual({
      kind: 'notBelowCeiling',
      ceiling: 4077,
    });
    expect(impliedPercent('call', at(4077, 4000, 0), 77)).toEqual({ kind: 'expired' });
  });
});

const put = optionValue('put', { forward: 4077, strike: 4200, days: 84, rate: 0, tick: 0.2 }, 28);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the figures of an option', () => {
  it('[PANEL-13] are for one ton, one contract or the quantity', () => {
    expect(amountsOf(put, { per: 'ton', tons: 100, lots: 20 })).toMatchObject({
      value: '288.40',
      delta: '−56.12\u00a0%',
      gamma: '+0.000720',
      vega: '+7.7106',
      theta: '−1.2851',
    });
    expect(amountsOf(put, { per: 'contract', tons: 100, lots: 20 })).toMatchObject({
      value: '28,840.00',
      delta: '−56.12\u00a0t',
      vega: '+771.06',
      theta: '−128.51',
    });
    expect(amountsOf(put, { per: 'quantity', tons: 100, lots: 20 })).toMatchObject({
      value: '576,800.00',
      vega: '+15,421.13',
    });
  });

  it('[PANEL-13] have the other sign when the quantity was sold', () => {
    expect(amountsOf(put, { per: 'quantity', tons: 100, lots: -20 })).toMatchObject({
      value: '−576,800.00',
      vega: '−15,421.13',
    });
  });

  it('are unknown for a wrong quantity, and known for one ton and one contract', () => {
    expect(amountsOf(put, { per: 'quantity', tons: 100, lots: null })).toEqual(noAmounts);
    expect(amountsOf(put, { per: 'contract', tons: 100, lots: null }).value).toBe('28,840.00');
  });
});

describe('the hedge of the quantity', () => {
  it('[PANEL-13] is bought against bought puts and sold calls, sold against the others', () => {
    expect(hedgeText(-0.5612, 20)).toBe('buy 11');
    expect(hedgeText(-0.5612, -20)).toBe('sell 11');
    expect(hedgeText(0.4388, 20)).toBe('sell 9');
    expect(hedgeText(0.4388, -20)).toBe('buy 9');
    expect(hedgeText(0.01, 20)).toBe('none');
    expect(hedgeText(0.4388, null)).toBe(dash);
  });
});
