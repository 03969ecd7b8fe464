import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractTerms } from '../../market/contract-terms.ts';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import {
  askedPrice,
  deltaTermsOf,
  entryWords,
  type OptionEntry,
  optionEntry,
  reachingVolatility,
  sideEntry,
} from './option-entry.ts';
import { premiumAt } from './option-terms.ts';

const premium = { tick: 0.2, decimals: 2 };
function entryOf(contract: string, type: 2 | 5, typedReference = ''): OptionEntry {
  const row = marketRow(contract, {
    contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: type },
    reference: 4077,
    daysToExpiry: 84,
  });
  const entry = optionEntry(row, contractTerms(row, premium), premium, typedReference);
  if (entry === null) throw new Error(`${contract} is no option`);
  return entry;
}
const option = entryOf('MAR27 WMAZ 4200 P', 2);
const delta = entryOf('MAR27 WMAZ 4200 P D', 5);
const sent = (price: number, typed: ReturnType<typeof sideEntry>, entry: OptionEntry) =>
  askedPrice(price, typed.other, entry);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('an order on an option', () => {
  it('[PANEL-2] is sent as the volatility that was typed, and shows the premium that follows', () => {
    const typed = sideEntry('', '28', option);
    expect(typed).toEqual({ priceText: '288.40', other: 28, otherError: null });
    expect(entryWords(typed, option)).toBe('28.00\u00a0% (288.40 on 4,077.00)');
    expect(sent(288.4, typed, option)).toEqual({ volatility: 28 });
  });

  it('is sent as the premium that was typed', () => {
    const typed = sideEntry('288.40', '', option);
    expect(entryWords(typed, option)).toBe('288.40');
    expect(sent(288.4, typed, option)).toEqual({ price: 288.4 });
  });

  it('has a volatility that the market takes', () => {
    const errorOf = (text: string) => sideEntry('', text, option).otherError;
    expect(errorOf('0.5')).toBe('A volatility is from 1 to 200 %.');
    expect(errorOf('201')).toBe('A volatility is from 1 to 200 %.');
    expect(errorOf('28.0051')).toBe('A volatility has at most two decimals.');
    expect(errorOf('x')).toContain('is not a number');
    expect(sideEntry('', '28', { ...option, option: null }).otherError).toBe(
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
  it('[PANEL-3] is sent as the volatility or the premium that was typed, and names its reference', () => {
    const byVolatility = sideEntry('28.00', '', delta);
    expect(entryWords(byVolatility, delta)).toBe('28.00\u00a0% @ ref 4,077.00');
    expect(sent(28, byVolatility, delta)).toEqual({ volatility: 28 });
    const byPremium = sideEntry('', '288.40', delta);
    expect(byPremium).toEqual({ priceText: '27.99', other: 288.4, otherError: null });
    expect(entryWords(byPremium, delta)).toBe('288.40 (27.99\u00a0% @ ref 4,077.00)');
    expect(sent(27.99, byPremium, delta)).toEqual({ price: 288.4 });
  });

  it('takes the typed reference, and says what it agrees to there', () => {
    const at = entryOf('MAR27 WMAZ 4200 P D', 5, '4,100.00');
    expect(entryWords(sideEntry('28.00', '', at), at)).toBe('28.00\u00a0% @ ref 4,100.00');
    expect(deltaTermsOf(sideEntry('28.00', '', at), at)).toMatchObject({ reference: 4100, premium: 275.8 });
    expect(deltaTermsOf(sideEntry('', '', at), at)).toBeNull();
    expect(deltaTermsOf(sideEntry('288.40', '', option), option)).toBeNull();
  });

  it('has a premium on its tick that some volatility gives', () => {
    const errorOf = (text: string) => sideEntry('', text, delta).otherError;
    expect(errorOf('288.45')).toBe('Premiums go in steps of 0.20.');
    expect(errorOf('0')).toBe('A premium is above zero.');
    expect(errorOf('100')).toBe('No volatility gives this premium.');
  });
});
