import { describe, expect, it } from 'vitest';
import { requestOf } from './figures.tsx';
import { emptyInput, parseFields, typeIn } from './rules.ts';

const facts = { forward: 4077, strike: 4200, days: 84, volatility: 28, lots: 10, tick: 0.2, decimals: 2 };
const calculated = (lots: string) => {
  const typed = typeIn(emptyInput, 'lots', lots);
  return parseFields(typed, facts, { basis: 'NACC' }).calculation;
};
const of = {
  half: 'put',
  isDelta: false,
  contract: 'MAR27 WMAZ 4200 P',
  calculation: calculated('-20'),
} as const;

describe('the ticket that the calculator opens', () => {
  it('[PANEL-13] is for the option by volatility', () => {
    expect(requestOf(of, 'S')).toEqual({
      kind: 'order',
      contract: 'MAR27 WMAZ 4200 P',
      side: 'S',
      qty: 20,
      type: 'Normal',
      price: 288.4,
      volatility: 28,
      isByVolatility: true,
      anchor: null,
    });
  });

  it('[PANEL-13] is for the delta at the volatility and the price of the future', () => {
    expect(requestOf({ ...of, isDelta: true, contract: 'MAR27 WMAZ 4200 P D' }, 'B')).toMatchObject({
      contract: 'MAR27 WMAZ 4200 P D',
      side: 'B',
      qty: 20,
      price: 28,
      reference: 4077,
    });
  });

  it('is none without a contract and without a quantity', () => {
    expect(requestOf({ ...of, contract: undefined }, 'B')).toBeNull();
    expect(requestOf({ ...of, calculation: calculated('x') }, 'B')).toBeNull();
  });
});
