import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { type FieldName, type MarketFacts, nothingTyped, readFields, typeIn } from './read-fields.ts';

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

/** The fields after these texts were typed, one after the other. */
const after = (
  edits: readonly (readonly [FieldName, string])[],
  of = facts,
  basis: 'NACC' | 'NACA' = 'NACC',
) =>
  readFields(
    edits.reduce((typed, [name, text]) => typeIn(typed, name, text), nothingTyped),
    of,
    { basis },
  );
const textsOf = ({ fields }: ReturnType<typeof readFields>) =>
  (['volatility', 'call', 'put'] as const).map((name) => fields[name].text);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the fields of the option calculator', () => {
  it('[PANEL-13] begin with the market, and follow it where nothing was typed', () => {
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
    const typed = typeIn(nothingTyped, 'forward', '4100');
    const moved = readFields(typed, { ...facts, forward: 4010, volatility: 30 }, { basis: 'NACC' });
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
    ['forward', '0', 'above zero'],
    ['forward', '4077.123', 'two decimals'],
    ['strike', 'abc', 'not a number'],
    ['days', '1.5', 'whole number'],
    ['volatility', '0', 'from 0.01'],
    ['volatility', '25.1234', 'two decimals'],
    ['rate', '-1', 'from 0 to 100'],
    ['lots', '0', 'whole number of lots'],
    ['call', '-1', 'not below zero'],
  ] as const)('reject %s of %s', (name, text, words) => {
    const { fields } = after([[name, text]]);
    expect(fields[name].error).toContain(words);
  });

  it('take a quantity below zero for what was sold', () => {
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
