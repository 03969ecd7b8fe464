// How the feed sends what an outcome changed.
import { Projections } from '@openpit/projections';
import { asPrice, lots, type Outcome } from '@openpit/venue';
import { anOrder, openDealMarket, wholeMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { createMarketFeed, type FeedHub } from './market-feed.ts';

interface Sent {
  readonly to: string;
  readonly event: string;
  readonly isUrgent: boolean;
}

function opened() {
  const market = openDealMarket(wholeMarket);
  const projections = new Projections();
  const sent: Sent[] = [];
  const keep = (to: string, isUrgent: boolean, event: string) => void sent.push({ to, event, isUrgent });
  const hub: FeedHub<string> = {
    group: (to) => ({
      size: 1,
      send: (event) => keep(to, false, event),
      sendMessage: (event, { urgent }) => keep(to, urgent, event),
      conflate: (_key, { update }) => keep(to, false, update),
    }),
    all: { send: (event) => keep('all', false, event) },
    message: (event) => event,
    contexts: () => [],
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
});
