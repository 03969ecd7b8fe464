import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dash, setFormatLocale } from '../../ui/format.ts';
import { amountsOf, hedgeText, noAmounts } from './amounts.ts';
import { optionValue } from './valuation.ts';

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
