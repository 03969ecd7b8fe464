import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { applied, withMaize } from '../testing/reference-files.ts';
import { smallMarket } from '../testing/small-market.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';

const announcementsIn = (events: readonly VenueEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'announcementMade' ? [`${event.announcement}: ${event.message}`] : [],
  );
const bid = (price: number, quantity = 10) => ({ price: asPrice(price), lots: lots(quantity) });
const offer = (price: number, quantity = 10) => ({ side: 'S' as const, ...bid(price, quantity) });
const december = 'DEC26 WMAZ';
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

  const endLocked = (market: TestMarket) => {
    const { high } = limitsOf(market) ?? { high: asPrice(0) };
    market.order('abdul', offer(high, 1));
    market.order('denise', bid(high, 10));
    market.pass(15 * 60_000);
    market.operate({ kind: 'endDay' });
  };
  const widthIn = (market: TestMarket, contract = december) => {
    const { low = 0, high = 0 } = market.contract(contract).limits ?? {};
    return high - low;
  };

  it.each([
    ['the cycle', 'NOV27 WMAZ', []],
    ['a file', 'MAY27 WMAZ', smallMarket.futures.map((future) => ({ ...future, month: 5, year: 2027 }))],
  ])('of a month that %s lists while the band is wider are as wide', (_, listed, [may]) => {
    const file = withMaize(smallMarket, { months: [3, 11, 12] });
    const market = TestMarket.opened(file);
    for (const _day of [18, 19, 20]) endLocked(market);
    if (may !== undefined)
      applied(market, { ...file, futures: [...file.futures, { ...may, displaySeq: 9 }] });
    // NOV26 ends on this day.
    endLocked(market);
    expect([december, listed].map((contract) => widthIn(market, contract))).toEqual([60_000, 60_000]);
    market.operate({ kind: 'endDay' });
    expect([december, listed].map((contract) => widthIn(market, contract))).toEqual([40_000, 40_000]);
  });

  it('are half as wide again after two days that end locked at a limit, until a day does not', () => {
    const market = TestMarket.opened();
    const width = () => widthIn(market);
    endLocked(market);
    expect(width()).toBe(40_000);
    endLocked(market);
    expect(width()).toBe(60_000);
    endLocked(market);
    expect(width()).toBe(60_000);
    // A deal at the limit is not enough to make a limit day.
    const { high } = limitsOf(market) ?? { high: asPrice(0) };
    market.order('abdul', offer(high, 1));
    market.order('denise', bid(high, 1));
    market.operate({ kind: 'endDay' });
    expect(width()).toBe(40_000);
  });
});
