import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { deal, dealMarket, openDealMarket, report } from '../testing/deal-market.ts';
import { smallMarket } from '../testing/small-market.ts';
import { TestMarket } from '../testing/test-market.ts';

const kinds = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);

describe('the end of a day', () => {
  it('[AUTH-10] expires open orders, marks all contracts, begins the next business day and announces it', () => {
    const market = TestMarket.opened();
    market.order('abdul', { side: 'S', price: asPrice(404_000), lots: lots(3) });
    market.order('denise', { price: asPrice(404_000), lots: lots(1) });
    const suspended = market.order('denise', { price: asPrice(403_000) }).activeOrderSeq;
    market.by('denise', { kind: 'suspendActiveOrder', activeOrderSeq: suspended });
    const { events } = market.operate({ kind: 'endDay' });
    expect(kinds(events)).toEqual([
      'marginRequired',
      'moneyMoved',
      'marginRequired',
      'moneyMoved',
      'paymentDue',
      'paymentDue',
      'orderExpired',
      'orderExpired',
      'dayEnded',
      'positionChanged',
      'positionChanged',
      'announcementMade',
    ]);
    expect(events.at(-1)).toMatchObject({ announcement: 'EndOfDay' });
    const ended = events.find((event) => event.kind === 'dayEnded');
    expect(ended).toMatchObject({ businessDay: '2026-11-18', nextBusinessDay: '2026-11-19' });
    expect(ended?.marks[0]).toMatchObject({ mtm: 404_000, previous: 403_500, method: 'last deal' });
    expect(ended?.marks[0]?.limits).toEqual({ low: 384_000, high: 424_000 });
    expect(ended?.marks[1]).toMatchObject({ mtm: 406_000, method: 'previous' });
    expect(market.orders).toEqual([]);
    expect(market.order('abdul', { price: asPrice(424_000) }).state).toBe('Active');
  });

  it('ends items, clears accounts, ends orders, publishes day, months and positions, and then lets orders rest again', () => {
    const instruments = smallMarket.instruments.map((instrument) => ({
      ...instrument,
      months: [3, 5, 11, 12],
    }));
    const market = openDealMarket({ ...dealMarket, instruments });
    // NOV26 trades until 23 November.
    for (const _day of [18, 19, 20]) market.operate({ kind: 'endDay' });
    market.order('abdul', { holdOverUntil: '2026-11-25' });
    market.order('abdul', { price: asPrice(403_000) });
    deal(market, { price: 403_500, lots: 2 });
    market.by('abdul', report());
    const { events } = market.operate({ kind: 'endDay' });
    expect(kinds(events)).toEqual([
      'unmatchedDealEnded',
      'marginRequired',
      'moneyMoved',
      'marginRequired',
      'moneyMoved',
      'paymentDue',
      'paymentDue',
      'orderHeldOver',
      'orderExpired',
      'dayEnded',
      'contractsListed',
      'positionChanged',
      'positionChanged',
      'announcementMade',
      'orderRested',
    ]);
  });

  it('skips weekends and holidays', () => {
    const market = TestMarket.opened();
    const days = Array.from({ length: 21 }, () => {
      const ended = market.operate({ kind: 'endDay' }).events.find((event) => event.kind === 'dayEnded');
      return ended?.nextBusinessDay;
    });
    expect(days.slice(0, 3)).toEqual(['2026-11-19', '2026-11-20', '2026-11-23']);
    expect(days).not.toContain('2026-12-16');
    expect(days).toContain('2026-12-17');
  });
});
