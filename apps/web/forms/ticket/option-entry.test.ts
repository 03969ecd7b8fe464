import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractTerms } from '../../market/contract-terms.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { deltaLegs } from './deals/deals-now.ts';
import {
  bodyPrice,
  deltaTermsAt,
  deltaTermsOf,
  enteredPrice,
  type OptionConversion,
  optionConversion,
  type PricedOption,
  premiumAt,
  pricedOption,
  quotedPriceText,
  reachingVolatility,
  volatilityAt,
} from './option-entry.ts';
import { hedgeOf } from './option-fields.tsx';

const put: PricedOption = { type: 'put', strike: 4200, reference: 4077, days: 84, tick: 0.2 };

describe('the terms of an option in the ticket', () => {
  it('turn a volatility into the premium on its tick, and that premium back into the volatility', () => {
    expect(premiumAt(put, 28)).toBe(288.4);
    expect(volatilityAt(put, 288.4)).toBeCloseTo(27.99, 1);
  });

  it('have no volatility for a premium below the intrinsic value', () => {
    expect(volatilityAt(put, 100)).toBeNull();
  });

  it('are missing while the price of the future is not known', () => {
    const row = { contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 2 }, daysToExpiry: 84 } as const;
    expect(pricedOption(row, { reference: undefined, tick: 0.2 })).toBeNull();
    expect(pricedOption(row, { reference: 4077, tick: 0.2 })).toEqual(put);
  });
});

describe('the hedge of a delta', () => {
  const legs = (flag: 'C' | 'P', side: 'B' | 'S', option: PricedOption) =>
    deltaLegs(
      {
        contract: `MAR27 WMAZ 4200 ${flag} D`,
        contractDisplay: { flag, strike: 4200, CONTRACT_TYPE: 5 },
        underlying: 'MAR27 WMAZ',
      },
      side,
      [{ qty: 20, terms: deltaTermsAt(option, 28) }],
    ).map((leg) => `${leg.side} ${leg.qty} ${leg.contract} at ${leg.average}`);

  it('[PANEL-3] is 11 futures bought by the buyer of 20 puts at 28 %, and sold by their seller', () => {
    expect(legs('P', 'B', put)).toEqual(['B 20 MAR27 WMAZ 4200 P at 288.4', 'B 11 MAR27 WMAZ at 4077']);
    expect(legs('P', 'S', put)).toEqual(['S 20 MAR27 WMAZ 4200 P at 288.4', 'S 11 MAR27 WMAZ at 4077']);
    expect(deltaTermsAt(put, 28).delta).toBeCloseTo(-0.5612, 4);
  });

  it('is sold by the buyer of calls', () => {
    expect(legs('C', 'B', { ...put, type: 'call' })).toEqual([
      'B 20 MAR27 WMAZ 4200 C at 165.4',
      'S 9 MAR27 WMAZ at 4077',
    ]);
  });
});

describe('the hedge of an option', () => {
  const at = { lots: 20, premium: 288.4 };

  it('[PANEL-2] is bought against bought puts and sold calls, otherwise sold, and is omitted for small deltas', () => {
    expect(hedgeOf(put, { ...at, side: 'B' })).toEqual({ side: 'B', lots: 11 });
    expect(hedgeOf(put, { ...at, side: 'S' })).toEqual({ side: 'S', lots: 11 });
    expect(hedgeOf({ ...put, type: 'call' }, { lots: 20, premium: 165.4, side: 'B' })).toEqual({
      side: 'S',
      lots: 9,
    });
    expect(hedgeOf({ ...put, type: 'call' }, { lots: 20, premium: 165.4, side: 'S' })).toEqual({
      side: 'B',
      lots: 9,
    });
    expect(hedgeOf(put, { lots: 0, premium: 288.4, side: 'B' })).toBeNull();
    expect(hedgeOf(put, { lots: 20, premium: null, side: 'B' })).toBeNull();
  });
});

describe('the meaning of a price', () => {
  const of = (flag: 'F' | 'C' | 'P', strike: number, type: 1 | 2 | 3 | 4 | 5) =>
    contractTerms({ contractDisplay: { flag, strike, CONTRACT_TYPE: type } }, { tick: 1, decimals: 0 });

  it('[PANEL-4] is a difference for splits and spreads, which may be negative', () => {
    expect(of('F', 0, 4)).toMatchObject({ priceLabel: 'Split Diff', mayBeNegative: true, tick: 1 });
    expect(of('F', 0, 3)).toMatchObject({ priceLabel: 'Spread Diff', mayBeNegative: true });
    expect(of('F', 0, 1)).toMatchObject({ priceLabel: 'Price', mayBeNegative: false });
  });

  it('is a premium for an option, and for a delta a volatility in hundredths of a percent', () => {
    expect(of('C', 4000, 2)).toMatchObject({ meaning: 'premium', tick: 1, decimals: 0 });
    expect(of('P', 4000, 5)).toMatchObject({ meaning: 'volatility', tick: 0.01, decimals: 2 });
  });
});

const premium = { tick: 0.2, decimals: 2 };
function entryOf(contract: string, type: 2 | 5, typedReference = ''): OptionConversion {
  const row = marketRow(contract, {
    contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: type },
    reference: 4077,
    daysToExpiry: 84,
  });
  const entry = optionConversion(row, contractTerms(row, premium), premium, typedReference);
  if (entry === null) throw new Error(`${contract} is not an option`);
  return entry;
}
const option = entryOf('MAR27 WMAZ 4200 P', 2);
const delta = entryOf('MAR27 WMAZ 4200 P D', 5);
const sent = (price: number, typed: ReturnType<typeof enteredPrice>, entry: OptionConversion) =>
  bodyPrice(price, typed.other, entry);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('an order on an option', () => {
  it('[PANEL-2] is sent as the volatility entered, and shows the resulting premium', () => {
    const typed = enteredPrice('', '28', option);
    expect(typed).toEqual({ priceText: '288.40', other: 28, otherError: null });
    expect(quotedPriceText(typed, option)).toBe('28.00\u00a0% (288.40 on 4,077.00)');
    expect(sent(288.4, typed, option)).toEqual({ volatility: 28 });
  });

  it('is sent as the premium entered', () => {
    const typed = enteredPrice('288.40', '', option);
    expect(quotedPriceText(typed, option)).toBe('288.40');
    expect(sent(288.4, typed, option)).toEqual({ price: 288.4 });
  });

  it('has a volatility that the market accepts', () => {
    const errorOf = (text: string) => enteredPrice('', text, option).otherError;
    expect(errorOf('0.5')).toBe('The volatility must be from 1 to 200 %.');
    expect(errorOf('201')).toBe('The volatility must be from 1 to 200 %.');
    expect(errorOf('28.0051')).toBe('A volatility has at most two decimals.');
    expect(errorOf('x')).toContain('is not a number');
    expect(enteredPrice('', '28', { ...option, option: null }).otherError).toBe(
      'The price of the future is not known yet.',
    );
  });

  it('[PANEL-2] opens by volatility at one that reaches the premium of the price that was pressed', () => {
    if (option.option === null) throw new Error('unpriced');
    for (let price = 130; price < 400; price += 0.2) {
      const rounded = Math.round(price * 10) / 10;
      const bought = reachingVolatility(option.option, rounded, 'B') ?? 0;
      const sold = reachingVolatility(option.option, rounded, 'S') ?? 0;
      expect(premiumAt(option.option, bought)).toBeGreaterThanOrEqual(rounded);
      expect(premiumAt(option.option, sold)).toBeLessThanOrEqual(rounded);
    }
  });
});

describe('an order on a delta', () => {
  it('[PANEL-3] is sent as the volatility or the premium entered, and names its reference', () => {
    const byVolatility = enteredPrice('28.00', '', delta);
    expect(quotedPriceText(byVolatility, delta)).toBe('28.00\u00a0% @ ref 4,077.00');
    expect(sent(28, byVolatility, delta)).toEqual({ volatility: 28 });
    const byPremium = enteredPrice('', '288.40', delta);
    expect(byPremium).toEqual({ priceText: '27.99', other: 288.4, otherError: null });
    expect(quotedPriceText(byPremium, delta)).toBe('288.40 (27.99\u00a0% @ ref 4,077.00)');
    expect(sent(27.99, byPremium, delta)).toEqual({ price: 288.4 });
  });

  it('uses the reference entered for its terms', () => {
    const at = entryOf('MAR27 WMAZ 4200 P D', 5, '4,100.00');
    expect(quotedPriceText(enteredPrice('28.00', '', at), at)).toBe('28.00\u00a0% @ ref 4,100.00');
    expect(deltaTermsOf(enteredPrice('28.00', '', at), at)).toMatchObject({
      reference: 4100,
      premium: 275.8,
    });
    expect(deltaTermsOf(enteredPrice('', '', at), at)).toBeNull();
    expect(deltaTermsOf(enteredPrice('288.40', '', option), option)).toBeNull();
  });

  it('has a premium on its tick that some volatility yields', () => {
    const errorOf = (text: string) => enteredPrice('', text, delta).otherError;
    expect(errorOf('288.45')).toBe('The premium must be a multiple of 0.20.');
    expect(errorOf('0')).toBe('The premium must be above zero.');
    expect(errorOf('100')).toBe('No volatility gives this premium.');
  });
});
