import { describe, expect, it } from 'vitest';
import { black76 } from './black/greeks.ts';
import {
  daysToExpiry,
  exactHedge,
  hedgeLots,
  naccFromNaca,
  roundedDelta,
  roundToTick,
  scaleGreeks,
  screenGreeks,
  wholeLots,
  yearsFromDays,
} from './conventions.ts';

describe('time to expiry', () => {
  const expiryMs = Date.UTC(2026, 10, 20, 10);

  it('is counted in calendar days, a begun day as a whole one', () => {
    expect(daysToExpiry({ nowMs: Date.UTC(2026, 10, 18, 10), expiryMs })).toBe(2);
    expect(daysToExpiry({ nowMs: Date.UTC(2026, 10, 18, 9, 59, 59, 999), expiryMs })).toBe(3);
    expect(daysToExpiry({ nowMs: Date.UTC(2026, 10, 20, 9, 59, 59, 999), expiryMs })).toBe(1);
  });

  it('is 0 at expiry and does not go below it', () => {
    expect(daysToExpiry({ nowMs: expiryMs, expiryMs })).toBe(0);
    expect(daysToExpiry({ nowMs: expiryMs + 1, expiryMs })).toBe(0);
    expect(daysToExpiry({ nowMs: expiryMs + 9e9, expiryMs })).toBe(0);
  });

  it('is 1/365 of a year per day', () => {
    expect(yearsFromDays(365)).toBe(1);
    expect(yearsFromDays(84)).toBe(84 / 365);
  });
});

describe('rates', () => {
  it('8 % compounded once a year is 7.696 % compounded continuously', () => {
    expect(naccFromNaca(0.08)).toBeCloseTo(0.0769610411361284, 15);
    expect(naccFromNaca(0)).toBe(0);
    expect(naccFromNaca(1e-12)).toBeCloseTo(1e-12, 23);
  });
});

describe('greeks of a position', () => {
  it('are the screen greeks × lots × tons, with the opposite sign for a short position', () => {
    const option = { type: 'put', forward: 4077, strike: 4200, volatility: 0.28, years: 84 / 365 } as const;
    const greeks = screenGreeks(black76(option));
    const short = scaleGreeks(greeks, { lots: -20, tons: 100 });
    expect(short.premium).toBeCloseTo(-288.4989 * 2000, 0);
    expect(short.delta).toBeCloseTo(0.5612 * 2000, 0);
    expect(short.vegaPerPoint).toBeLessThan(0);
    expect(short.thetaPerDay).toBeGreaterThan(0);
    expect(short.gamma).toBe(-2000 * greeks.gamma);
    expect(short.rhoPerPercent).toBe(-2000 * greeks.rhoPerPercent);
    expect(greeks.rhoPerPercent).toBeCloseTo((-84 / 365) * 2.884989, 6);
  });
});

describe('a price on the tick', () => {
  it('is the nearest one, half a tick rounded up', () => {
    expect(roundToTick(288.4989, 0.2)).toBe(288.4);
    expect(roundToTick(288.51, 0.2)).toBe(288.6);
    expect(roundToTick(28_850, 20)).toBe(28_860);
    expect(roundToTick(28_849, 20)).toBe(28_840);
    expect(roundToTick(0.5, 1)).toBe(1);
    expect(roundToTick(-0.5, 1)).toBe(0);
    expect(roundToTick(-0.7, 1)).toBe(-1);
  });

  it('is the shortest decimal number: no 288.40000000000003', () => {
    const counts = Array.from({ length: 20_000 }, (_, count) => count);
    expect(counts.filter((count) => roundToTick(count / 5, 0.2) !== count / 5)).toEqual([]);
    expect(counts.filter((count) => roundToTick(count / 20, 0.05) !== count / 20)).toEqual([]);
    expect(roundToTick(7.4, 2.5)).toBe(7.5);
  });
});

describe('a delta trade', () => {
  const option = { forward: 4077, strike: 4200, volatility: 0.28, years: 84 / 365 } as const;
  const inCents = { ...option, forward: 407_700, strike: 420_000 };

  it('has a premium of 288.40 and 11 futures for 20 JUL 4200 P at 28 % with 84 days and reference 4077', () => {
    const { price, delta } = black76({ ...option, type: 'put' });
    expect(roundToTick(price, 0.2)).toBe(288.4);
    expect(roundedDelta(delta)).toBeCloseTo(-0.5612, 4);
    expect(hedgeLots(20, roundedDelta(delta))).toBe(11);
  });

  it('has a premium of 165.40 and 9 futures for the call, and the same premium in cents', () => {
    const { price, delta } = black76({ ...option, type: 'call' });
    expect(roundToTick(price, 0.2)).toBe(165.4);
    expect(hedgeLots(20, roundedDelta(delta))).toBe(9);
    expect(roundToTick(black76({ ...inCents, type: 'call' }).price, 20)).toBe(16_540);
  });

  it('adds up to the hedge of the whole if the fractions are kept', () => {
    let unhedged = 0;
    let dealt = 0;
    for (let part = 0; part < 20; part += 1) {
      unhedged += exactHedge(1, -0.506);
      const lots = wholeLots(unhedged);
      unhedged -= lots * 1_000_000;
      dealt += lots;
    }
    expect(dealt).toBe(hedgeLots(20, -0.506));
  });

  it('rounds half a lot of hedge up', () => {
    const atStrike = { type: 'put', forward: 4000, strike: 4000, volatility: 0.2, years: 0 } as const;
    expect(roundedDelta(black76(atStrike).delta)).toBe(-0.5);
    expect(hedgeLots(3, -0.5)).toBe(2);
  });
});
