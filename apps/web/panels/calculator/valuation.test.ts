import { describe, expect, it } from 'vitest';
import { impliedPercent, optionValue, type PairTerms } from './valuation.ts';

const at = (forward: number, strike: number, days: number, rate = 0): PairTerms => ({
  forward,
  strike,
  days,
  rate,
  tick: 0.2,
});

describe('the value of an option', () => {
  // The table of market.md, Options.
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
    // 162.4798 is the European value at 8 % (market.md, Options).
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
  it('[PANEL-13] gives the premium again', () => {
    const terms = at(4077, 4200, 84);
    expect(impliedPercent('put', terms, 288.4)).toEqual({ kind: 'found', volatility: 27.99 });
    expect(optionValue('put', terms, 27.99).premium).toBe(288.4);
  });

  it('with a rate, gives the premium again', () => {
    const terms = at(4077, 4200, 84, 0.08);
    const { premium } = optionValue('call', terms, 28);
    const found = impliedPercent('call', terms, premium);
    expect(found.kind === 'found' && Math.abs(found.volatility - 28)).toBeLessThan(0.02);
  });

  it('says why there is none', () => {
    expect(impliedPercent('put', at(4077, 4200, 84), 122.8)).toEqual({ kind: 'belowIntrinsic', least: 123 });
    expect(impliedPercent('call', at(4077, 4200, 84), 4077)).toEqual({
      kind: 'notBelowCeiling',
      ceiling: 4077,
    });
    expect(impliedPercent('call', at(4077, 4000, 0), 77)).toEqual({ kind: 'expired' });
  });
});
