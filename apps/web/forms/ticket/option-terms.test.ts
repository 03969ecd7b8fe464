import { describe, expect, it } from 'vitest';
import { contractTerms } from '../../market/contract-terms.ts';
import { hedgeOf } from './hedge-button.tsx';
import { deltaLegs } from './legs-now.ts';
import { deltaTermsAt, type PricedOption, premiumAt, pricedOption, volatilityAt } from './option-terms.ts';

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

  it('[PANEL-2] is bought against bought puts and sold calls, sold against the others, and is none for small deltas', () => {
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

describe('what a price means', () => {
  const of = (flag: 'F' | 'C' | 'P', strike: number, type: 1 | 2 | 3 | 4 | 5) =>
    contractTerms({ contractDisplay: { flag, strike, CONTRACT_TYPE: type } }, { tick: 1, decimals: 0 });

  it('[PANEL-4] is a difference for splits and spreads, which may be below zero', () => {
    expect(of('F', 0, 4)).toMatchObject({ priceLabel: 'Split Diff', mayBeNegative: true, tick: 1 });
    expect(of('F', 0, 3)).toMatchObject({ priceLabel: 'Spread Diff', mayBeNegative: true });
    expect(of('F', 0, 1)).toMatchObject({ priceLabel: 'Price', mayBeNegative: false });
  });

  it('is a premium for an option, and for a delta a volatility in hundredths of a percent', () => {
    expect(of('C', 4000, 2)).toMatchObject({ meaning: 'premium', tick: 1, decimals: 0 });
    expect(of('P', 4000, 5)).toMatchObject({ meaning: 'volatility', tick: 0.01, decimals: 2 });
  });
});
