import { describe, expect, it } from 'vitest';
import { black76 } from './black/greeks.ts';
import { roundToTick } from './conventions/tick-rounding.ts';
import { hedgeLots, roundedDelta } from './delta-trade.ts';

describe('a delta trade', () => {
  const option = { forward: 4077, strike: 4200, volatility: 0.28, years: 84 / 365 } as const;
  const inCents = { ...option, forward: 407_700, strike: 420_000 };

  it('of 20 JUL 4200 P at 28 % with 84 days, reference 4077, has a premium of 288.40 and 11 futures', () => {
    const { price, delta } = black76({ ...option, type: 'put' });
    expect(roundToTick(price, 0.2)).toBe(288.4);
    expect(roundedDelta(delta)).toBeCloseTo(-0.5612, 4);
    expect(hedgeLots(20, roundedDelta(delta))).toBe(11);
  });

  it('of the call has a premium of 165.40 and 9 futures, and the same premium in cents', () => {
    const { price, delta } = black76({ ...option, type: 'call' });
    expect(roundToTick(price, 0.2)).toBe(165.4);
    expect(hedgeLots(20, roundedDelta(delta))).toBe(9);
    expect(roundToTick(black76({ ...inCents, type: 'call' }).price, 20)).toBe(16_540);
  });

  it('rounds half a lot of hedge up', () => {
    const atStrike = { type: 'put', forward: 4000, strike: 4000, volatility: 0.2, years: 0 } as const;
    expect(roundedDelta(black76(atStrike).delta)).toBe(-0.5);
    expect(hedgeLots(3, -0.5)).toBe(2);
  });
});
