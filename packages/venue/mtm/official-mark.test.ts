import type { Phase } from '@openpit/terms';
import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import { marketOfAllTypes, marksAtTheEnd, smallMarket } from '../testing/small-market.ts';
import { TestMarket } from '../testing/test-market.ts';

const name = 'DEC26 WMAZ';
const minuteMs = 60_000;

function dealt(market: TestMarket, quantity: number, price: number): void {
  market.order('denise', { side: 'S', lots: lots(quantity), price: asPrice(price) });
  market.order('abdul', { lots: lots(quantity), price: asPrice(price) });
}

const anyOrder = { instrument: null, contract: null, principal: null, dealer: null };

const markIn = ({ events }: Outcome, contract = name) =>
  events
    .flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []))
    .find((mark) => mark.contract === contract);
const endDay = (market: TestMarket) => markIn(market.operate({ kind: 'endDay' }));
const earlyMark = (market: TestMarket) =>
  market
    .operate({ kind: 'valueMarket' })
    .events.flatMap((event) => (event.kind === 'marketValued' ? event.marks : []))
    .find((mark) => mark.contract === name);
const phase = (market: TestMarket, to: Phase) =>
  market.operate({
    kind: 'beginPhase',
    groups: ['other'],
    phase: to,
    dueAt: null,
    next: null,
    opensAt: null,
  });

describe('the official MTM of a future', () => {
  it('is the volume-weighted average of the last half hour if 100 lots were dealt then, to the nearest tick', () => {
    const market = TestMarket.opened();
    dealt(market, 90, 400_000);
    market.pass(31 * minuteMs);
    dealt(market, 60, 403_000);
    dealt(market, 40, 403_520);
    // 403,208: the deals of an hour ago count no more.
    expect(endDay(market)).toMatchObject({ mtm: 403_200, previous: 403_500, method: 'VWAP', deals: 2 });
  });

  it('is the last deal if fewer lots were dealt in the last half hour, however many before', () => {
    const market = TestMarket.opened();
    dealt(market, 100, 403_000);
    market.pass(31 * minuteMs);
    dealt(market, 99, 403_520);
    expect(endDay(market)).toMatchObject({ mtm: 403_520, method: 'last deal' });
  });

  it('is the closing bid if that is above the last deal, and the closing offer if that is below it', () => {
    const market = TestMarket.opened();
    dealt(market, 5, 403_500);
    market.order('abdul', { lots: lots(1), price: asPrice(403_600) });
    market.order('denise', { side: 'S', lots: lots(1), price: asPrice(403_700) });
    expect(endDay(market)).toMatchObject({ mtm: 403_600, method: 'bid' });
    dealt(market, 5, 403_800);
    market.order('abdul', { lots: lots(1), price: asPrice(403_000) });
    market.order('denise', { side: 'S', lots: lots(1), price: asPrice(403_200) });
    expect(endDay(market)).toMatchObject({ mtm: 403_200, method: 'offer' });
    dealt(market, 5, 403_800);
    market.order('abdul', { lots: lots(1), price: asPrice(403_700) });
    market.order('denise', { side: 'S', lots: lots(1), price: asPrice(403_900) });
    expect(endDay(market)).toMatchObject({ mtm: 403_800, method: 'last deal' });
  });

  it('is the previous MTM on a day without a deal, moved to the bid or the offer in the same way', () => {
    const market = TestMarket.opened();
    expect(endDay(market)).toMatchObject({ mtm: 403_500, method: 'previous' });
    market.order('abdul', { lots: lots(1), price: asPrice(403_600) });
    expect(endDay(market)).toMatchObject({ mtm: 403_600, method: 'bid' });
  });

  it('is a bid or an offer at the limit, which makes no limit day, if the book was not locked there', () => {
    const market = TestMarket.opened();
    dealt(market, 5, 403_500);
    market.order('abdul', { lots: lots(50), price: asPrice(423_500) });
    expect(endDay(market)).toMatchObject({ mtm: 423_500, method: 'bid' });
    dealt(market, 5, 423_500);
    market.order('denise', { side: 'S', lots: lots(50), price: asPrice(403_500) });
    expect(endDay(market)).toMatchObject({ mtm: 403_500, method: 'offer' });
    expect(market.venue.snapshot().limits.limitDays).toEqual([]);
  });

  describe('of a future whose book is locked at a limit', () => {
    /** Liquid in the last half hour, then a bid at the limit for this number of minutes. */
    function lockedFor(minutes: number, meanwhile: (market: TestMarket) => void = () => {}): TestMarket {
      const market = TestMarket.opened();
      dealt(market, 100, 410_000);
      market.pass(4 * minuteMs);
      market.order('abdul', { lots: lots(60), price: asPrice(423_500) });
      market.pass((minutes * minuteMs) / 2);
      meanwhile(market);
      market.pass((minutes * minuteMs) / 2);
      return market;
    }
    const sell = (market: TestMarket, quantity: number) =>
      market.order('denise', { side: 'S', lots: lots(quantity), price: asPrice(423_500) });

    it('is that limit after a quarter of an hour with few deals, regardless of earlier deals', () => {
      const market = lockedFor(15, (testMarket) => sell(testMarket, 49));
      expect(market.contract().lock).toMatchObject({ limit: 423_500 });
      market.restart();
      expect(endDay(market)).toMatchObject({ mtm: 423_500, method: 'limit' });
      expect(market.contract().lock).toBeNull();
    });

    it('is the average if the lock is younger, or if many lots were dealt since it began', () => {
      expect(endDay(lockedFor(14))).toMatchObject({ mtm: 410_000, method: 'VWAP' });
      // 100 at 4100 and 50 at 4235.
      const busy = lockedFor(16, (market) => sell(market, 50));
      expect(endDay(busy)).toMatchObject({ mtm: 414_500, method: 'VWAP' });
    });

    it('starts a new lock when the bid was away from the limit, by a deal, a deletion or wider limits', () => {
      const gone = lockedFor(16, (market) => {
        sell(market, 60);
        market.order('abdul', { lots: lots(1), price: asPrice(423_500) });
      });
      expect(endDay(gone)).toMatchObject({ method: 'VWAP' });
      const deleted = lockedFor(16, (market) => {
        market.by('abdul', { kind: 'cancelAllActiveOrders', filter: anyOrder, expectedCount: 1 });
        market.order('abdul', { lots: lots(1), price: asPrice(423_500) });
      });
      expect(endDay(deleted)).toMatchObject({ mtm: 410_000, method: 'VWAP' });
      const wider = lockedFor(16, (market) =>
        market.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: asPrice(30_000) }),
      );
      expect(endDay(wider)).toMatchObject({ mtm: 410_000, method: 'VWAP' });
    });

    it('keeps the lock when other orders joined the bid before it was dealt', () => {
      const joined = lockedFor(16, (market) => {
        market.order('abdul', { lots: lots(40), price: asPrice(423_500) });
        sell(market, 49);
      });
      expect(endDay(joined)).toMatchObject({ mtm: 423_500, method: 'limit' });
    });

    it('is the lower limit when the book is offered there at the end of trading, by the market’s own figures', () => {
      const marks = { ...marksAtTheEnd, liquidLots: 1, lockMinutes: 2, lockLots: 1 };
      const market = TestMarket.opened({ ...smallMarket, market: { ...smallMarket.market, marks } });
      dealt(market, 1, 410_000);
      market.order('denise', { side: 'S', lots: lots(5), price: asPrice(383_500) });
      market.pass(3 * minuteMs);
      phase(market, 'admin');
      market.by('denise', { kind: 'cancelAllActiveOrders', filter: anyOrder, expectedCount: 1 });
      market.pass(60 * minuteMs);
      expect(endDay(market)).toMatchObject({ mtm: 383_500, method: 'limit' });
    });

    it.each(['closed', 'admin', 'preOpen', 'delivery', 'halt'] as const)(
      'is not that limit shortly after trading has resumed (%s), because the lock begins again',
      (pause) => {
        const resumedFor = (minutes: number): TestMarket => {
          const market = lockedFor(20);
          if (pause === 'halt')
            market.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'crop estimate' });
          else phase(market, pause);
          market.pass(60 * minuteMs);
          market.restart();
          if (pause === 'halt') market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
          else phase(market, 'continuous');
          market.pass(minutes * minuteMs);
          return market;
        };
        expect(earlyMark(resumedFor(14))).toMatchObject({ mtm: 423_500, method: 'bid' });
        expect(endDay(resumedFor(14))).toMatchObject({ mtm: 423_500, method: 'bid' });
        expect(endDay(resumedFor(15))).toMatchObject({ mtm: 423_500, method: 'limit' });
      },
    );

    it('locks no book whose orders wait for the call auction', () => {
      const market = TestMarket.opened();
      const begin = (to: 'preOpen' | 'continuous') =>
        market.operate({
          kind: 'beginPhase',
          groups: ['other'],
          phase: to,
          dueAt: null,
          next: null,
          opensAt: null,
        });
      begin('preOpen');
      market.order('abdul', { lots: lots(60), price: asPrice(423_500) });
      const locked = () => market.contract().lock ?? null;
      expect(locked()).toBeNull();
      begin('continuous');
      expect(locked()).toMatchObject({ limit: 423_500, since: market.venue.lastAt });
    });
  });

  it('can be beyond the first limits when they were widened during the day', () => {
    const market = TestMarket.opened();
    market.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: asPrice(30_000) });
    dealt(market, 100, 433_000);
    expect(endDay(market)).toMatchObject({ mtm: 433_000, method: 'VWAP' });
  });

  it('uses bid, offer and half hour of the end of trading, not of the admin period', () => {
    const market = TestMarket.opened();
    dealt(market, 100, 403_000);
    const { activeOrderSeq } = market.order('abdul', { lots: lots(1), price: asPrice(403_600) });
    phase(market, 'admin');
    market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    market.pass(120 * minuteMs);
    market.restart();
    expect(endDay(market)).toMatchObject({ mtm: 403_000, method: 'VWAP' });
  });

  it('ignores an end of trading if trading continued afterwards', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', { lots: lots(1), price: asPrice(403_600) });
    phase(market, 'admin');
    phase(market, 'continuous');
    market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    expect(endDay(market)).toMatchObject({ mtm: 403_500, method: 'previous' });
  });

  it('ignores a deal that was cancelled as an error, and uses the new price of a repriced deal', () => {
    const market = TestMarket.opened();
    dealt(market, 60, 403_000);
    dealt(market, 60, 404_000);
    market.operate({ kind: 'repriceDeal', matchSeq: 2, price: asPrice(403_200), reason: 'typed wrong' });
    expect(endDay(market)).toMatchObject({ mtm: 403_100, method: 'VWAP' });
    dealt(market, 60, 403_000);
    dealt(market, 60, 404_000);
    market.operate({ kind: 'cancelDeal', matchSeq: 3, reason: 'typed wrong' });
    expect(endDay(market)).toMatchObject({ mtm: 404_000, method: 'last deal' });
  });
});

describe('the closing moment', () => {
  /** A market with the published rules, where 5 lots were dealt an hour ago. */
  function published(): TestMarket {
    const { marks: _marks, ...rules } = smallMarket.market;
    const market = TestMarket.opened({ ...smallMarket, market: rules });
    dealt(market, 5, 403_500);
    market.pass(60 * minuteMs);
    return market;
  }
  const bid = (market: TestMarket, price: number) =>
    market.order('abdul', { lots: lots(60), price: asPrice(price) }).activeOrderSeq;
  const remove = (market: TestMarket, activeOrderSeq: number) =>
    market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });

  it('does not count a bid that has rested for less than a minute: one at the limit just before the end moves nothing', () => {
    const market = published();
    bid(market, 423_500);
    expect(endDay(market)).toMatchObject({ mtm: 403_500, method: 'last deal' });
    expect(market.venue.snapshot().limits.limitDays).toEqual([]);
  });

  it('counts a bid that has rested for six minutes, whenever it is', () => {
    const market = published();
    bid(market, 404_000);
    market.pass(6 * minuteMs);
    expect(endDay(market)).toMatchObject({ mtm: 404_000, method: 'bid' });
  });

  it('is the same time for all contracts, within the last five minutes, and other for another seed', () => {
    const times = new Set<number>();
    const market = published();
    for (let day = 0; day < 20; day += 1) {
      market.pass(60 * minuteMs);
      phase(market, 'admin');
      const closings = market.venue.snapshot().mtm.closings.map(([, { at }]) => at);
      expect(new Set(closings).size).toBe(1);
      const before = market.venue.lastAt - (closings[0] ?? 0);
      expect(before).toBeGreaterThanOrEqual(0);
      expect(before).toBeLessThan(5 * minuteMs);
      times.add(before);
      market.operate({ kind: 'endDay' });
      phase(market, 'continuous');
    }
    expect(times.size).toBeGreaterThan(10);
  });

  it('counts a bid that was there at the moment and has left since, even after a restart', () => {
    const methods = new Set<string | undefined>();
    for (let tries = 0; tries < 12; tries += 1) {
      const market = published();
      for (let command = 0; command < tries; command += 1) market.operate({ kind: 'suspendTimedOutOrders' });
      const seq = bid(market, 404_000);
      market.pass(8 * minuteMs);
      remove(market, seq);
      market.pass(2.5 * minuteMs);
      market.restart();
      phase(market, 'admin');
      const [, { at, bid: standing } = { at: 0, bid: null }] = market.venue.snapshot().mtm.closings[0] ?? [];
      const wasThere = market.venue.lastAt - at > 2.5 * minuteMs + 1000;
      expect(standing).toBe(wasThere ? 404_000 : null);
      methods.add(endDay(market)?.method);
    }
    expect(methods).toEqual(new Set(['bid', 'last deal']));
  });

  /** Halts WMAZ, or begins the pre-open. The bid can deal for less than a minute, if at all; the book opens shortly before trading ends. */
  const neverStood: Readonly<Record<string, (market: TestMarket, meanwhile: (seq: number) => void) => void>> =
    {
      'a halt': (market, meanwhile) => {
        const seq = bid(market, 420_000);
        market.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'crop estimate' });
        market.pass(10 * minuteMs);
        meanwhile(seq);
        market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
      },
      'the pre-open': (market, meanwhile) => {
        phase(market, 'preOpen');
        const seq = bid(market, 420_000);
        market.pass(10 * minuteMs);
        meanwhile(seq);
        phase(market, 'continuous');
      },
      administration: (market, meanwhile) => {
        const seq = bid(market, 420_000);
        phase(market, 'admin');
        market.pass(10 * minuteMs);
        meanwhile(seq);
        phase(market, 'continuous');
      },
    };
  it.each(
    Object.keys(neverStood).flatMap((name) => [
      [name, 'deleted then'],
      [name, 'left until the end'],
    ]),
  )('counts no bid that stood only during %s, %s', (during, what) => {
    const isDeleted = what === 'deleted then';
    for (let tries = 0; tries < 12; tries += 1) {
      const market = published();
      for (let command = 0; command < tries; command += 1) market.operate({ kind: 'suspendTimedOutOrders' });
      neverStood[during]?.(market, (seq) => {
        if (isDeleted) remove(market, seq);
        market.restart();
      });
      const opened = market.venue.lastAt;
      if (isDeleted) market.pass(2 * minuteMs);
      else market.pass(50_000);
      phase(market, 'admin');
      const [, { at } = { at: 0 }] = market.venue.snapshot().mtm.closings[0] ?? [];
      expect(at).toBeGreaterThanOrEqual(opened);
      expect(endDay(market)).toMatchObject({ mtm: 403_500, method: 'last deal' });
    }
  });

  it('counts a bid that has rested for a minute since the book opened', () => {
    const market = published();
    neverStood['a halt']?.(market, () => {});
    market.pass(7 * minuteMs);
    expect(endDay(market)).toMatchObject({ mtm: 420_000, method: 'bid' });
  });

  it('keeps the books of the futures that still trade, and of no other contract', () => {
    const market = TestMarket.opened(marketOfAllTypes);
    for (let day = 0; day < 4; day += 1) market.operate({ kind: 'endDay' });
    const groups = ['deliveryMonth', 'other', 'world'] as const;
    market.operate({ kind: 'beginPhase', groups, phase: 'admin', dueAt: null, next: null, opensAt: null });
    const kept = market.venue.snapshot().mtm.closings.map(([index]) => market.listings[index]?.contract);
    const futures = market.listings.filter(({ kind }) => kind === 'future').map(({ contract }) => contract);
    expect(kept).toEqual(futures.filter((contract) => contract !== 'NOV26 WMAZ'));
  });

  it('ignores deals that were made after it', () => {
    const market = published();
    market.pass(60 * minuteMs);
    dealt(market, 100, 405_000);
    phase(market, 'admin');
    const [, { at } = { at: 0 }] = market.venue.snapshot().mtm.closings[0] ?? [];
    const mark = endDay(market);
    expect(mark?.mtm).toBe(market.venue.lastAt - at > 3000 ? 403_500 : 405_000);
  });
});
