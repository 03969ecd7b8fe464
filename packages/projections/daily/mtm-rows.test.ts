import { asPrice, lots } from '@openpit/venue';
import { TestMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { Projections } from '../projections.ts';

const future = 'DEC26 WMAZ';

function watched() {
  const market = TestMarket.opened();
  const projections = new Projections();
  let next = 0;
  /** Applies the new outcomes; returns whether one of them changed the MTM. */
  const fold = () => {
    const fresh = market.outcomes.slice(next);
    next = market.outcomes.length;
    return fresh.map((outcome) => projections.apply(outcome).isMtmChanged).includes(true);
  };
  fold();
  const row = () => projections.dailyFigures.mtmRows().find(({ contract }) => contract === future);
  const phase = (to: 'admin' | 'continuous') => {
    const groups = ['deliveryMonth', 'other', 'world'] as const;
    market.operate({ kind: 'beginPhase', groups, phase: to, dueAt: null, next: null, opensAt: null });
  };
  const dealt = (quantity: number, price: number) => {
    market.order('denise', { side: 'S', lots: lots(quantity), price: asPrice(price) });
    market.order('abdul', { lots: lots(quantity), price: asPrice(price) });
  };
  return { market, projections, fold, row, phase, dealt };
}

describe('[PANEL-12] the MTM of a contract', () => {
  it('is the one of its listing until the market is valued, with the initial margin of one contract', () => {
    const { row } = watched();
    expect(row()).toMatchObject({
      mtmToday: null,
      mtmPrevious: 4035,
      method: 'opening',
      status: 'official',
      initialMargin: 21_000,
    });
  });

  it('is provisional after a valuation, with its method, number of deals and time', () => {
    const { market, fold, row, dealt } = watched();
    dealt(60, 403_000);
    dealt(40, 403_520);
    expect(fold()).toBe(false);
    const { at } = market.operate({ kind: 'valueMarket' });
    expect(fold()).toBe(true);
    expect(row()).toMatchObject({
      mtmToday: 4032,
      mtmPrevious: 4035,
      change: -3,
      method: 'VWAP',
      deals: 2,
      volume: 100,
      status: 'provisional',
      time: at,
      businessDay: '2026-11-18',
    });
    market.pass(31 * 60_000);
    market.operate({ kind: 'valueMarket' });
    fold();
    expect(row()).toMatchObject({ mtmToday: 4035.2, method: 'last deal' });
    expect(row()).not.toHaveProperty('deals');
  });

  it('is approved by the operator, until trading continues', () => {
    const { market, fold, row, phase } = watched();
    phase('admin');
    market.operate({ kind: 'valueMarket' });
    market.operate({ kind: 'approveMtm', run: 1 });
    expect(fold()).toBe(true);
    expect(row()?.status).toBe('approved');
    phase('continuous');
    expect(fold()).toBe(true);
    expect(row()?.status).toBe('provisional');
    phase('admin');
    expect(fold()).toBe(false);
  });

  it('is official when the day has ended, even after a restart', () => {
    const { market, projections, fold, row } = watched();
    market.operate({ kind: 'valueMarket' });
    const { at } = market.operate({ kind: 'endDay' });
    fold();
    expect(row()).toMatchObject({ mtmToday: 4035, status: 'official', time: at, method: 'previous' });
    const restarted = Projections.from(JSON.parse(JSON.stringify(projections.save())));
    expect(restarted.dailyFigures.mtmRows()).toEqual(projections.dailyFigures.mtmRows());
  });
});
