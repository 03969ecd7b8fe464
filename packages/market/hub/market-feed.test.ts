// How the feed sends what an outcome changed.
import { Projections } from '@openpit/projections';
import { asPrice, lots, type Outcome } from '@openpit/venue';
import { anOrder, openDealMarket, wholeMarket } from '@openpit/venue/testing';
import type { MarginRow, MarketHubEvents, MtmRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createMarketFeed, type FeedHub } from './market-feed.ts';

interface Sent {
  readonly to: string;
  readonly event: string;
  readonly isUrgent: boolean;
  readonly payload?: unknown;
}

/** `users`: of the connections of the hub. */
function opened(users: readonly string[] = []) {
  const market = openDealMarket(wholeMarket);
  const projections = new Projections();
  const sent: Sent[] = [];
  const keep = (to: string, isUrgent: boolean, event: string, payload?: unknown) =>
    void sent.push({ to, event, isUrgent, payload });
  const hub: FeedHub<string> = {
    group: (to) => ({
      size: 1,
      send: (event, payload) => keep(to, false, event, payload),
      sendMessage: (event, { urgent }) => keep(to, urgent, event),
      conflate: (_key, { update }) => keep(to, false, update),
    }),
    all: { send: (event) => keep('all', false, event) },
    message: (event) => event,
    contexts: () => users.map((userId) => ({ user: { userId }, close: () => undefined })),
  };
  const feed = createMarketFeed(hub, projections, {
    epoch: 'e',
    nowMs: () => 0,
    inSlices: (steps) => ({
      begin: () => {
        for (const it = steps(); it.next().done !== true; );
      },
      stop: () => undefined,
    }),
  });
  let published = 0;
  const publish = () => {
    for (const outcome of market.outcomes.slice(published)) feed.publish(outcome, projections.apply(outcome));
    published = market.outcomes.length;
  };
  publish();
  sent.length = 0;
  return { market, projections, feed, publish, sent };
}

const terms = { contract: 'NOV26 WMAZ', lots: lots(5), price: asPrice(399_000), capacity: 'P' } as const;

describe('the market feed', () => {
  it("[issue 48] sends members' own rows urgently, in order, and nothing else", () => {
    const { market, feed, publish, sent } = opened();
    market.order('denise', { ...anOrder, ...terms, principal: 'VELD', side: 'S' });
    market.order('abdul', { ...anOrder, ...terms, principal: 'KAND', side: 'B' });
    market.operate({ kind: 'valueMarket' });
    publish();
    feed.poll();
    feed.beat();

    const own = sent.filter(({ to }) => /^(member|dealer):/.test(to));
    expect(own.length).toBeGreaterThan(2);
    // The places in queues are not part of the ordered stream.
    expect(own.slice(0, 3).map(({ isUrgent }) => isUrgent)).toEqual([true, true, true]);
    const others = sent.filter(({ to }) => !/^(member|dealer):/.test(to));
    expect(others.map(({ event }) => event)).toEqual(expect.arrayContaining(['MTMInit', 'MarketDisplay']));
    expect(others.filter(({ isUrgent }) => isUrgent)).toEqual([]);
  });

  it('[issue 48] sends no prices while a long outcome is taken in, and what has changed after it', () => {
    const { market, projections, feed, sent } = opened();
    market.order('denise', { ...anOrder, ...terms, principal: 'VELD', side: 'S' });
    const outcome = market.outcomes.at(-1) as Outcome;
    const steps = projections.applyInSteps(outcome);
    steps.next();
    feed.poll();
    expect(sent).toEqual([]);
    while (steps.next().done !== true);
    feed.poll();
    expect(sent.map(({ event }) => event)).toContain('MarketDisplay');
  });

  it('[PANEL-14] sends margins and fees that the operator sets for the next day to the screens that show them', () => {
    const { market, publish, sent } = opened();
    const fee = asPrice(30);
    const fees = { ownFuture: fee, ownOption: fee, clientFuture: fee, clientOption: fee };
    market.operate({ kind: 'setBookingFees', instrument: 'WMAZ', ...fees });
    publish();
    const updates = sent.filter(({ event }) => event === 'DataSetUpdate');
    expect(updates).toMatchObject(
      [15, 16].map((dataSetId) => ({ to: 'announcements', payload: { dataSetId } })),
    );
    const { rows } = (updates[0]?.payload ?? { rows: [] }) as MarketHubEvents['DataSetUpdate'];
    expect(new Set(rows.map((row) => (row as MarginRow).effectiveFrom)).size).toBe(2);
  });

  it('[AUTH-9] tells the users of a member once that the operator has changed its parties, so that they read the profile again', () => {
    const { market, publish, sent } = opened(['abdul', 'abdul', 'denise']);
    const client = { code: '7777N', name: 'New Client', active: true, subAccount: null };
    market.operate({ kind: 'putClient', member: 'KAND', ...client });
    publish();
    const told = sent.filter(({ event }) => event === 'InfoErrorMessage');
    expect(told).toEqual([
      {
        to: 'user:abdul',
        event: 'InfoErrorMessage',
        isUrgent: false,
        payload: {
          message: 'The operator has changed the accounts or dealers of your member.',
          topic: 'permissions',
        },
      },
    ]);
  });

  it('[PANEL-12] sends the MTM of a strike that a dealer lists, so that no screen has to ask for all of them', () => {
    const { market, publish, sent } = opened();
    const strike = asPrice(420_000);
    market.by('abdul', { kind: 'addStrike', instrument: 'WMAZ', contractDate: 'MAR27', strike });
    publish();
    const [update, ...others] = sent.filter(({ event }) => event === 'DataSetUpdate' || event === 'MTMInit');
    expect(others).toEqual([]);
    expect(update?.to).toBe('announcements');
    // No earlier message of the set counts as missing.
    expect(update?.payload).toMatchObject({ dataSetId: 9, removed: [], epoch: 'e', prev: 0 });
    const { rows } = (update?.payload ?? { rows: [] }) as MarketHubEvents['DataSetUpdate'];
    expect(rows.map((row) => (row as MtmRow).contract)).toEqual([
      'MAR27 WMAZ 4200 C',
      'MAR27 WMAZ 4200 P',
      'MAR27 WMAZ 4200 C D',
      'MAR27 WMAZ 4200 P D',
    ]);
    expect(rows[0]).toMatchObject({ mtmToday: null, mtmPrevious: expect.any(Number), method: 'opening' });
  });
});
