import { describe, expect, it, vi } from 'vitest';
import type { HubState } from '../stores/connection.ts';
import { createScreenFeeds } from './screen-feeds.ts';

function screens() {
  let state: HubState = 'Connected';
  const calls: string[] = [];
  const opened: string[] = [];
  const failed: unknown[] = [];
  const feeds = createScreenFeeds({
    open: (component) => {
      opened.push(component);
      return {
        state: () => state,
        invoke: async <Reply>(method: string, names: unknown = []) => {
          calls.push(
            Array.isArray(names) && names.length > 3
              ? `${method} ${names.length}`
              : `${method} ${names}`.trim(),
          );
          if (String(names).includes('BAD')) throw new Error('rejected');
          return { Status: 'Success' } as Reply;
        },
        stop: async () => void calls.push('stop'),
      };
    },
    onFailed: (error) => failed.push(error),
    lingerMs: 1_000,
  });
  return {
    feeds,
    calls,
    opened,
    failed,
    setState: (next: HubState) => {
      state = next;
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

/** A market connection that the screens may share. */
function marketLink() {
  const calls: string[] = [];
  const link = {
    state: (): HubState => 'Connected',
    invoke: async <Reply>(method: string, names: unknown = []) => {
      calls.push(`${method} ${names}`.trim());
      return { Status: 'Success' } as Reply;
    },
    stop: async () => void calls.push('stop'),
  };
  return { link, calls };
}

describe('the connections of market screens', () => {
  it('[HUB-2] subscribes once for several panels that open in the same task', async () => {
    const { feeds, calls, opened, settle } = screens();
    feeds.watch('Futures', ['DEC26 WMAZ', 'MAR27 WMAZ']);
    feeds.watch('Futures', ['DEC26 WMAZ']);
    await settle();
    expect(opened).toEqual(['Futures']);
    expect(calls).toEqual(['Subscribe DEC26 WMAZ,MAR27 WMAZ']);
  });

  it('[HUB-2] subscribes in batches of 500', async () => {
    const { feeds, calls, settle } = screens();
    feeds.watch(
      'Options',
      Array.from({ length: 1_100 }, (_, index) => `contract ${index}`),
    );
    await settle();
    expect(calls).toEqual(['Subscribe 500', 'Subscribe 500', 'Subscribe 100']);
  });

  it('unsubscribes a contract when the last panel that watches it closes', async () => {
    const { feeds, calls, settle } = screens();
    const stop = feeds.watch('Futures', ['A', 'B']);
    feeds.watch('Futures', ['B']);
    await settle();
    calls.length = 0;
    stop();
    stop();
    await settle();
    expect(calls).toEqual(['Unsubscribe A']);
  });

  it('waits for the connection, and subscribes everything again when it reconnects', async () => {
    const { feeds, calls, setState, settle } = screens();
    setState('Connecting');
    feeds.watch('Futures', ['A']);
    await settle();
    expect(calls).toEqual([]);
    setState('Connected');
    feeds.connected('Futures');
    await settle();
    feeds.connected('Futures');
    await settle();
    expect(calls).toEqual(['Subscribe A', 'Subscribe A']);
  });

  it('tries a rejected subscription again with the next change', async () => {
    const { feeds, calls, failed, settle } = screens();
    feeds.watch('Futures', ['BAD']);
    await settle();
    expect(failed).toHaveLength(1);
    calls.length = 0;
    feeds.watch('Futures', ['A']);
    await settle();
    expect(calls).toEqual(['Subscribe BAD,A']);
  });

  it('closes the connection some time after the last panel, unless another opens first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { feeds, calls, opened, settle } = screens();
    const stop = feeds.watch('Futures', ['A']);
    await settle();
    stop();
    vi.advanceTimersByTime(900);
    const stopAgain = feeds.watch('Futures', ['A']);
    vi.advanceTimersByTime(5_000);
    await settle();
    expect(calls).not.toContain('stop');
    expect(opened).toEqual(['Futures']);
    stopAgain();
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(calls.at(-1)).toBe('stop');
    vi.useRealTimers();
  });

  it('[HUB-8] opens none while the screens share the market connection, which subscribes for all of them', async () => {
    const { feeds, opened, calls, settle } = screens();
    const market = marketLink();
    feeds.share(market.link);
    const stop = feeds.watch('Futures', ['A', 'B']);
    feeds.watch('Options', ['C']);
    await settle();
    feeds.watch('Deltas', ['B', 'D']);
    stop();
    await settle();
    expect(market.calls).toEqual(['Subscribe A,B,C', 'Subscribe D', 'Unsubscribe A']);
    feeds.requestRows('Options');
    expect(market.calls.at(-1)).toBe('GetMarketDisplayChunks');
    expect({ opened, calls }).toEqual({ opened: [], calls: [] });
  });

  it('[HUB-8] closes the connections of the screens when the market connection has lost its WebSocket, and subscribes over it', async () => {
    const { feeds, opened, calls, settle } = screens();
    feeds.watch('Futures', ['A']);
    feeds.watch('Options', ['B']);
    await settle();
    expect(opened).toEqual(['Futures', 'Options']);
    calls.length = 0;
    const market = marketLink();
    feeds.share(market.link);
    await settle();
    expect(calls).toEqual(['stop', 'stop']);
    expect(market.calls).toEqual(['Subscribe A,B']);
    feeds.share(market.link);
    await settle();
    expect(market.calls).toEqual(['Subscribe A,B', 'Subscribe A,B']);
    expect(opened).toHaveLength(2);
  });

  it('[HUB-8] gives each open screen its own connection again when the market connection has a WebSocket', async () => {
    const { feeds, opened, calls, settle } = screens();
    const market = marketLink();
    feeds.share(market.link);
    feeds.watch('Futures', ['A']);
    const stop = feeds.watch('Options', ['B']);
    await settle();
    stop();
    await settle();
    feeds.share(null);
    await settle();
    expect(opened).toEqual(['Futures']);
    expect(calls).toEqual(['Subscribe A']);
    feeds.share(null);
    await settle();
    expect({ opened, calls }).toEqual({ opened: ['Futures'], calls: ['Subscribe A'] });
    expect(market.calls).not.toContain('stop');
  });
});
