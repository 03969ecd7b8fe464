import { describe, expect, it } from 'vitest';
import { cents, lots } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import { smallMarket, Trial } from '../testing/small-market.ts';

const name = 'DEC26 WMAZ';
const minuteMs = 60_000;

function dealt(trial: Trial, quantity: number, price: number): void {
  trial.order('denise', { side: 'S', lots: lots(quantity), price: cents(price) });
  trial.order('abdul', { lots: lots(quantity), price: cents(price) });
}

const anyOrder = { instrument: null, contract: null, principal: null, dealer: null };

const markIn = ({ events }: Outcome, contract = name) =>
  events
    .flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []))
    .find((mark) => mark.contract === contract);
const endDay = (trial: Trial) => markIn(trial.operate({ kind: 'endDay' }));
const phase = (trial: Trial, to: 'admin' | 'continuous') =>
  trial.operate({ kind: 'beginPhase', groups: ['other'], phase: to, dueAt: null, next: null, opensAt: null });

describe('the official MTM of a future', () => {
  it('is the average by volume of the last half hour where a hundred lots were dealt, to the nearest tick', () => {
    const trial = Trial.opened();
    dealt(trial, 90, 400_000);
    trial.pass(31 * minuteMs);
    dealt(trial, 60, 403_000);
    dealt(trial, 40, 403_520);
    // 403,208: the deals of an hour ago count no more.
    expect(endDay(trial)).toMatchObject({ mtm: 403_200, previous: 403_500, method: 'VWAP' });
  });

  it('is the last deal where less was dealt in the half hour, however much before', () => {
    const trial = Trial.opened();
    dealt(trial, 100, 403_000);
    trial.pass(31 * minuteMs);
    dealt(trial, 99, 403_520);
    expect(endDay(trial)).toMatchObject({ mtm: 403_520, method: 'last deal' });
  });

  it('moves to the closing bid above the last deal, or to the closing offer below it, and not between them', () => {
    const trial = Trial.opened();
    dealt(trial, 5, 403_500);
    trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    trial.order('denise', { side: 'S', lots: lots(1), price: cents(403_700) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_600, method: 'bid' });
    dealt(trial, 5, 403_800);
    trial.order('abdul', { lots: lots(1), price: cents(403_000) });
    trial.order('denise', { side: 'S', lots: lots(1), price: cents(403_200) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_200, method: 'offer' });
    dealt(trial, 5, 403_800);
    trial.order('abdul', { lots: lots(1), price: cents(403_700) });
    trial.order('denise', { side: 'S', lots: lots(1), price: cents(403_900) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_800, method: 'last deal' });
  });

  it('without a deal is the mark before it, tested by bid and offer in the same way', () => {
    const trial = Trial.opened();
    expect(endDay(trial)).toMatchObject({ mtm: 403_500, method: 'previous' });
    trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_600, method: 'bid' });
  });

  it('is the limit where the book ends locked at it with little trade', () => {
    const trial = Trial.opened();
    dealt(trial, 5, 403_500);
    trial.order('abdul', { lots: lots(50), price: cents(423_500) });
    expect(endDay(trial)).toMatchObject({ mtm: 423_500, method: 'limit' });
    dealt(trial, 5, 423_500);
    trial.order('denise', { side: 'S', lots: lots(50), price: cents(403_500) });
    expect(endDay(trial)).toMatchObject({ mtm: 403_500, method: 'limit' });
  });

  describe('of a future whose book is locked at a limit', () => {
    /** Liquid in the last half hour, then a bid at the limit for so many minutes. */
    function lockedFor(minutes: number, meanwhile: (trial: Trial) => void = () => {}): Trial {
      const trial = Trial.opened();
      dealt(trial, 100, 410_000);
      trial.pass(4 * minuteMs);
      trial.order('abdul', { lots: lots(60), price: cents(423_500) });
      trial.pass((minutes * minuteMs) / 2);
      meanwhile(trial);
      trial.pass((minutes * minuteMs) / 2);
      return trial;
    }
    const sell = (trial: Trial, quantity: number) =>
      trial.order('denise', { side: 'S', lots: lots(quantity), price: cents(423_500) });

    it('is that limit after a quarter of an hour with little dealt, whatever was dealt before', () => {
      const trial = lockedFor(15, (one) => sell(one, 49));
      expect(trial.venue.snapshot().market?.contracts[0]?.lock).toMatchObject({ limit: 423_500 });
      trial.restart();
      expect(endDay(trial)).toMatchObject({ mtm: 423_500, method: 'limit' });
      expect(trial.venue.snapshot().market?.contracts[0]?.lock).toBeNull();
    });

    it('is the average when the lock is younger, or much was dealt meanwhile', () => {
      expect(endDay(lockedFor(14))).toMatchObject({ mtm: 410_000, method: 'VWAP' });
      // 100 at 4100 and 50 at 4235.
      const busy = lockedFor(16, (trial) => sell(trial, 50));
      expect(endDay(busy)).toMatchObject({ mtm: 414_500, method: 'VWAP' });
    });

    it('begins anew when the bid has gone from the limit, by a deal, a deletion or wider limits', () => {
      const gone = lockedFor(16, (trial) => {
        sell(trial, 60);
        trial.order('abdul', { lots: lots(1), price: cents(423_500) });
      });
      expect(endDay(gone)).toMatchObject({ method: 'VWAP' });
      const deleted = lockedFor(16, (trial) => {
        trial.by('abdul', { kind: 'cancelAllActiveOrders', filter: anyOrder, expectedCount: 1 });
        trial.order('abdul', { lots: lots(1), price: cents(423_500) });
      });
      expect(endDay(deleted)).toMatchObject({ mtm: 410_000, method: 'VWAP' });
      const wider = lockedFor(16, (trial) =>
        trial.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: cents(30_000) }),
      );
      expect(endDay(wider)).toMatchObject({ mtm: 410_000, method: 'VWAP' });
    });

    it('goes on when others have joined the bid before it was dealt', () => {
      const joined = lockedFor(16, (trial) => {
        trial.order('abdul', { lots: lots(40), price: cents(423_500) });
        sell(trial, 49);
      });
      expect(endDay(joined)).toMatchObject({ mtm: 423_500, method: 'limit' });
    });

    it('is the lower limit where it is offered there, by the figures of the market, at the end of trading', () => {
      const marks = { windowMinutes: 30, liquidLots: 1, lockMinutes: 2, lockLots: 1, volatilityLots: 10 };
      const trial = Trial.opened({ ...smallMarket, market: { ...smallMarket.market, marks } });
      dealt(trial, 1, 410_000);
      trial.order('denise', { side: 'S', lots: lots(5), price: cents(383_500) });
      trial.pass(3 * minuteMs);
      phase(trial, 'admin');
      trial.by('denise', { kind: 'cancelAllActiveOrders', filter: anyOrder, expectedCount: 1 });
      trial.pass(60 * minuteMs);
      expect(endDay(trial)).toMatchObject({ mtm: 383_500, method: 'limit' });
    });

    it('locks no book whose orders wait for an opening', () => {
      const trial = Trial.opened();
      const begin = (to: 'preOpen' | 'continuous') =>
        trial.operate({
          kind: 'beginPhase',
          groups: ['other'],
          phase: to,
          dueAt: null,
          next: null,
          opensAt: null,
        });
      begin('preOpen');
      trial.order('abdul', { lots: lots(60), price: cents(423_500) });
      const locked = () => trial.venue.snapshot().market?.contracts[0]?.lock ?? null;
      expect(locked()).toBeNull();
      begin('continuous');
      expect(locked()).toMatchObject({ limit: 423_500, since: trial.venue.lastAt });
    });
  });

  it('follows deals up to the limits that were widened during the day', () => {
    const trial = Trial.opened();
    trial.operate({ kind: 'widenLimits', instrument: 'WMAZ', band: cents(30_000) });
    dealt(trial, 100, 433_000);
    expect(endDay(trial)).toMatchObject({ mtm: 433_000, method: 'VWAP' });
  });

  it('takes bid, offer and half hour from the end of trading, not from what is left in the administration', () => {
    const trial = Trial.opened();
    dealt(trial, 100, 403_000);
    const { activeOrderSeq } = trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    phase(trial, 'admin');
    trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    trial.pass(120 * minuteMs);
    trial.restart();
    expect(endDay(trial)).toMatchObject({ mtm: 403_000, method: 'VWAP' });
  });

  it('forgets an end of trading after which trading went on', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', { lots: lots(1), price: cents(403_600) });
    phase(trial, 'admin');
    phase(trial, 'continuous');
    trial.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    expect(endDay(trial)).toMatchObject({ mtm: 403_500, method: 'previous' });
  });

  it('leaves out a deal that was cancelled as an error, and takes its new price where it was given one', () => {
    const trial = Trial.opened();
    dealt(trial, 60, 403_000);
    dealt(trial, 60, 404_000);
    trial.operate({ kind: 'repriceDeal', matchSeq: 2, price: cents(403_200), reason: 'typed wrong' });
    expect(endDay(trial)).toMatchObject({ mtm: 403_100, method: 'VWAP' });
    dealt(trial, 60, 403_000);
    dealt(trial, 60, 404_000);
    trial.operate({ kind: 'cancelDeal', matchSeq: 3, reason: 'typed wrong' });
    expect(endDay(trial)).toMatchObject({ mtm: 404_000, method: 'last deal' });
  });
});
