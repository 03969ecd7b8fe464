import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';

const announcementsIn = (events: readonly VenueEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'announcementMade' ? [`${event.announcement}: ${event.message}`] : [],
  );
const bid = (price: number, quantity = 10) => ({ price: asPrice(price), lots: lots(quantity) });
const offer = (price: number, quantity = 10) => ({ side: 'S' as const, ...bid(price, quantity) });
const limitsOf = (market: TestMarket) => market.contract().limits;

describe('daily limits', () => {
  const wide = (market: TestMarket, band: number) =>
    market.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: asPrice(band) });

  it('can be widened for the rest of the day, which is announced', () => {
    const market = TestMarket.opened();
    expect(rejectionOf(wide(market, 20_000))).toBe('limitsNotWider');
    expect(rejectionOf(market.operate({ kind: 'widenLimits', instrument: 'NONE', band: asPrice(1) }))).toBe(
      'instrumentUnknown',
    );
    expect(rejectionOf(wide(market, 30_000))).toBeNull();
    expect(limitsOf(market)).toEqual({ low: 373_500, high: 433_500 });
    expect(announcementsIn(market.lastEvents)).toEqual([
      'Limit: Daily limits of WMAZ are 300.00 either side of the last MTM for the rest of the day.',
    ]);
    market.operate({ kind: 'endDay' });
    expect(limitsOf(market)).toEqual({ low: 383_500, high: 423_500 });
  });

  it('are announced once a day when a deal is made at one', () => {
    const market = TestMarket.opened();
    const dealAt = (price: number) => {
      market.order('abdul', offer(price, 1));
      market.order('denise', bid(price, 1));
      return announcementsIn(market.lastEvents);
    };
    expect(dealAt(423_500)).toEqual(['Limit: DEC26 WMAZ has dealt at its upper limit of 4235.00.']);
    expect(dealAt(423_500)).toEqual([]);
    expect(dealAt(383_500)).toEqual(['Limit: DEC26 WMAZ has dealt at its lower limit of 3835.00.']);
  });

  it('are half as wide again after two days that end locked at a limit, until a day does not', () => {
    const market = TestMarket.opened();
    const endLocked = () => {
      const { high } = limitsOf(market) ?? { high: asPrice(0) };
      market.order('abdul', offer(high, 1));
      market.order('denise', bid(high, 10));
      market.pass(15 * 60_000);
      market.operate({ kind: 'endDay' });
    };
    const width = () => (limitsOf(market)?.high ?? 0) - (limitsOf(market)?.low ?? 0);
    endLocked();
    expect(width()).toBe(40_000);
    endLocked();
    expect(width()).toBe(60_000);
    endLocked();
    expect(width()).toBe(60_000);
    // A deal at the limit is not enough to make a limit day.
    const { high } = limitsOf(market) ?? { high: asPrice(0) };
    market.order('abdul', offer(high, 1));
    market.order('denise', bid(high, 1));
    market.operate({ kind: 'endDay' });
    expect(width()).toBe(40_000);
  });
});
