import { describe, expect, it } from 'vitest';
import { noConnection } from './connection.ts';
import { feedOf } from './feed.ts';

const connected = {
  ...noConnection,
  market: 'Connected',
  venueReady: true,
  ownOrdersLoaded: true,
  lastMessageAt: 10_000,
} as const;
const at = (now: number) => ({ now, staleAfterMs: 5_000, isOnline: true });

describe('the feed', () => {
  it('is live, and order entry is open, while messages arrive', () => {
    expect(feedOf(connected, at(10_250))).toEqual({ state: 'live', ageMs: 200, reason: null });
  });

  it('is stale, and order entry is closed with the reason, after the time that the server configures', () => {
    expect(feedOf(connected, at(15_000)).state).toBe('live');
    expect(feedOf(connected, at(15_001))).toEqual({
      state: 'stale',
      ageMs: 5_000,
      reason: 'Order entry is closed: prices are more than 5 s old.',
    });
  });

  it.each([
    [{ market: 'Reconnecting', attempt: 2 } as const, 'reconnecting', 'try 2 of 4'],
    [{ market: 'Connecting', attempt: 0 } as const, 'reconnecting', 'is being made'],
    [{ market: 'Disconnected' } as const, 'down', 'Connect again'],
    [{ venueReady: false }, 'notReady', 'accepts no orders at the moment'],
    [{ ownOrdersLoaded: false }, 'ordersNotLoaded', 'until your own orders have been loaded'],
  ])('[HUB-4] with %j is %s, with a reason', (change, state, words) => {
    const feed = feedOf({ ...connected, ...change }, at(10_100));
    expect(feed.state).toBe(state);
    expect(feed.reason).toContain(words);
  });

  it('[SHELL-8] is offline while the browser is, regardless of the hubs', () => {
    expect(feedOf(connected, { ...at(10_250), isOnline: false })).toEqual({
      state: 'offline',
      ageMs: 200,
      reason: 'Order entry is closed: this device is offline.',
    });
  });
});
