import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { breakEvenText, payoffOf, payoffSentence, pictureOf } from './payoff.ts';
import { readLegs } from './strategy-legs.ts';

const terms = { forward: 4000, strike: 4000, days: 90, rate: 0, tick: 0.2 };
const place = { terms, volatilityAt: () => 25, tons: 100, decimals: 2 };

function payoffAt(...legs: readonly (readonly ['B' | 'S', 'call' | 'put' | 'future', number, string])[]) {
  const { strategy } = readLegs(
    legs.map(([side, type, strike, price], id) => ({
      ...{ id, side, type, price, lots: '1', volatility: '' },
      strike: String(strike),
    })),
    place,
  );
  if (strategy === null) throw new Error('no strategy');
  return payoffOf(strategy, 4000);
}

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the payoff of a strategy', () => {
  it('[PANEL-13] of a call spread has both limits, its break-even, and its value now', () => {
    const payoff = payoffAt(['B', 'call', 4000, '198'], ['S', 'call', 4200, '118']);
    expect(payoff.most).toBe(12_000);
    expect(payoff.least).toBe(-8_000);
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

  it('[PANEL-13] of a sold straddle gains the premiums, loses without a limit, and has two break-evens', () => {
    const payoff = payoffAt(['S', 'call', 4000, '198'], ['S', 'put', 4000, '198']);
    expect(payoff.most).toBe(39_600);
    expect(payoff.least).toBe(Number.NEGATIVE_INFINITY);
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
    const picture = pictureOf(payoffAt(['B', 'call', 4000, '198']));
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
