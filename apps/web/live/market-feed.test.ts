import { describe, expect, it } from 'vitest';
import type { HubState } from '../stores/connection.ts';
import { type CheckResult, createMarketFeed } from './market-feed.ts';

function marketFeedOf() {
  let state: HubState = 'Connecting';
  const log: string[] = [];
  const checks: CheckResult[] = [];
  let quiet: () => void = () => undefined;
  const feed = createMarketFeed({
    open: () => ({
      state: () => state,
      invoke: async <Reply>(method: string, ...args: unknown[]) => {
        log.push([method, ...args.map((arg) => JSON.stringify(arg))].join(' '));
        if (args[0] === 12) throw new Error('Data set 12 is not available.');
        return { Message: 'False' } as Reply;
      },
      tryNow: () => void log.push('try now'),
    }),
    onRequested: (what) => log.push(`requested ${what}`),
    onRequestFailed: (what) => log.push(`request failed ${what}`),
    onChecked: (result) => checks.push(result),
    whenQuiet: (run) => {
      quiet = run;
    },
    onFailed: () => undefined,
  });
  const connect = () => {
    state = 'Connected';
    feed.connected();
  };
  return { feed, log, checks, connect, beQuiet: () => quiet() };
}

describe('the market connection', () => {
  it('requests what the loaders load when it connects, and again each time it reconnects', async () => {
    const { feed, log, connect } = marketFeedOf();
    const instruments = feed.load(2);
    const rows = feed.load('marketRows');
    expect(log).toEqual(['try now']);
    log.length = 0;
    connect();
    const requests = [
      // First, so that the round trip does not wait behind the rows.
      'DisconnectCheck',
      'SubscribeToGroups ["announcements"]',
      'requested 2',
      'PublishAllData 2 null',
      'requested marketRows',
      'GetMarketDisplayChunks',
    ];
    expect(log).toEqual(requests);
    feed.loaded(2, 6);
    feed.loaded('marketRows', 18);
    expect(await Promise.all([instruments, rows])).toEqual([6, 18]);
    log.length = 0;
    connect();
    expect(log).toEqual(requests);
  });

  it('fails the load of a data set that the hub rejects, and no other load', async () => {
    const { feed, log, connect } = marketFeedOf();
    feed.start();
    connect();
    const trends = feed.load(12);
    const mtm = feed.load(9);
    await expect(trends).rejects.toThrow('Data set 12 is not available.');
    expect(log).toContain('request failed 12');
    feed.loaded(9, 18);
    expect(await mtm).toBe(18);
  });

  it('fails all loads with a sentence when no try is left', async () => {
    const { feed } = marketFeedOf();
    const waiting = feed.load(2);
    feed.gaveUp();
    await expect(waiting).rejects.toThrow('The connection to the market could not be made.');
  });

  it('[HUB-2] [DATA-1] subscribes to the trend of each watched contract once, and again with a new connection', () => {
    const { feed, log, connect } = marketFeedOf();
    const trends = () => log.filter((line) => line.startsWith('SubscribeToDailyTrend'));
    feed.start();
    const stop = feed.watchTrend('DEC26 WMAZ');
    expect(trends()).toEqual([]);
    connect();
    expect(trends()).toEqual(['SubscribeToDailyTrend "DEC26 WMAZ"']);
    feed.watchTrend('MAR27 WMAZ');
    const stopSecond = feed.watchTrend('DEC26 WMAZ');
    expect(trends().slice(1)).toEqual(['SubscribeToDailyTrend "MAR27 WMAZ"']);
    stop();
    log.length = 0;
    connect();
    expect(trends()).toHaveLength(2);
    stopSecond();
    log.length = 0;
    connect();
    expect(trends()).toEqual(['SubscribeToDailyTrend "MAR27 WMAZ"']);
  });

  it('[HUB-2] [HUB-3] subscribes to new strikes per instrument, and only while connected', () => {
    const { feed, log, connect } = marketFeedOf();
    feed.start();
    feed.subscribeToStrikes(['WMAZ']);
    expect(log).toEqual([]);
    connect();
    log.length = 0;
    feed.subscribeToStrikes(['WMAZ', 'YMAZ']);
    expect(log).toEqual(['SubscribeToStrike "WMAZ"', 'SubscribeToStrike "YMAZ"']);
  });

  it('measures no round trip while it is not connected, and reports one when the page has loaded the market', async () => {
    const { feed, checks, connect, beQuiet } = marketFeedOf();
    feed.start();
    await feed.check();
    expect(checks).toEqual([]);
    connect();
    await expect.poll(() => checks).toEqual([{ roundTripMs: null, isOver: false }]);
    // The first one was measured while the page was loading the market.
    beQuiet();
    await expect.poll(() => checks.length).toBe(2);
    expect(checks[1]).toEqual({ roundTripMs: expect.any(Number), isOver: false });
    connect();
    await expect.poll(() => checks.length).toBe(3);
    expect(checks[2]).toEqual({ roundTripMs: null, isOver: false });
  });
});
