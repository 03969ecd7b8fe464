import { describe, expect, it, vi } from 'vitest';
import type { HubState } from '../../stores/connection.ts';
import { createScreenFeeds } from './screen-feeds.ts';

function screens({ retryMs }: { retryMs?: number } = {}) {
  let state: HubState = 'Connected';
  let isSilent = false;
  let fails = (names: unknown) => String(names).includes('BAD');
  const calls: string[] = [];
  const opened: string[] = [];
  const failed: unknown[] = [];
  const feeds = createScreenFeeds({
    open: (component) => {
      opened.push(component);
      return {
        state: () => state,
        isSilent: () => isSilent,
        invoke: async <Reply>(method: string, names: unknown = []) => {
          calls.push(
            Array.isArray(names) && names.length > 3
              ? `${method} ${names.length}`
              : `${method} ${names}`.trim(),
          );
          if (fails(names)) throw new Error('rejected');
          const unknown = Array.isArray(names) ? names.filter((name) => name === 'UNKNOWN') : [];
          return { Status: 'Success', Unknown: unknown } as Reply;
        },
        stop: async () => void calls.push('stop'),
      };
    },
    onFailed: (error) => failed.push(error),
    lingerMs: 1_000,
    ...(retryMs !== undefined && { retryMs }),
  });
  return {
    feeds,
    calls,
    opened,
    failed,
    setState: (next: HubState) => {
      state = next;
    },
    setSilent: (next: boolean) => {
      isSilent = next;
    },
    recover: () => {
      fails = () => false;
    },
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

/** A market connection that the screens may share. */
function marketLink() {
  const calls: string[] = [];
  const link = {
    state: (): HubState => 'Connected',
    isSilent: () => false,
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
    feeds.marketConnected(market.link, { carriesScreens: true });
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
    feeds.marketConnected(market.link, { carriesScreens: true });
    await settle();
    expect(calls).toEqual(['stop', 'stop']);
    expect(market.calls).toEqual(['Subscribe A,B']);
    feeds.marketConnected(market.link, { carriesScreens: true });
    await settle();
    expect(market.calls).toEqual(['Subscribe A,B', 'Subscribe A,B']);
    expect(opened).toHaveLength(2);
  });

  it('[HUB-8] reopens a connection for each open screen when the market connection has a WebSocket', async () => {
    const { feeds, opened, calls, settle } = screens();
    const market = marketLink();
    feeds.marketConnected(market.link, { carriesScreens: true });
    feeds.watch('Futures', ['A']);
    const stop = feeds.watch('Options', ['B']);
    await settle();
    stop();
    await settle();
    feeds.marketConnected(market.link, { carriesScreens: false });
    await settle();
    expect(opened).toEqual(['Futures']);
    expect(calls).toEqual(['Subscribe A']);
    feeds.marketConnected(market.link, { carriesScreens: false });
    await settle();
    expect({ opened, calls }).toEqual({ opened: ['Futures'], calls: ['Subscribe A'] });
    expect(market.calls).not.toContain('stop');
  });

  it('subscribes over the market connection for values that belong to no screen, and opens no other', async () => {
    const { feeds, opened, settle } = screens();
    const market = marketLink();
    const stop = feeds.watch('Market', ['A', 'B']);
    await settle();
    feeds.marketConnected(market.link, { carriesScreens: false });
    feeds.watch('Futures', ['C']);
    await settle();
    stop();
    await settle();
    expect(market.calls).toEqual(['Subscribe A,B', 'Unsubscribe A,B']);
    expect(opened).toEqual(['Futures']);
  });

  it('count no row as received before the answer, of an unknown contract, or after a loss', async () => {
    const { feeds, setState, settle } = screens();
    const changes: boolean[] = [];
    feeds.onReceived(() => changes.push(feeds.isReceived('A')));
    const stop = feeds.watch('Futures', ['A', 'UNKNOWN']);
    expect({ watched: feeds.isWatched('A'), received: feeds.isReceived('A') }).toEqual({
      watched: true,
      received: false,
    });
    await settle();
    expect(['A', 'UNKNOWN', 'B'].map(feeds.isReceived)).toEqual([true, false, false]);
    setState('Reconnecting');
    expect(feeds.isReceived('A')).toBe(false);
    setState('Connected');
    feeds.connected('Futures');
    expect(feeds.isReceived('A')).toBe(false);
    await settle();
    expect(feeds.isReceived('A')).toBe(true);
    stop();
    await settle();
    expect({ watched: feeds.isWatched('A'), received: feeds.isReceived('A') }).toEqual({
      watched: false,
      received: false,
    });
    expect(changes).toEqual([true, false, true, false]);
  });

  it('mark only the rows of a lost or silent connection as old', async () => {
    const { feeds, setState, setSilent, settle } = screens();
    const market = marketLink();
    feeds.marketConnected(market.link, { carriesScreens: false });
    feeds.watch('Futures', ['A']);
    feeds.watch('Market', ['B']);
    await settle();
    feeds.checkLines();
    const seen: string[] = [];
    feeds.onReceived(() => {
      const rows = ['A', 'B'].filter(feeds.isReceived);
      seen.push(`${rows} ${feeds.isLineLive('Futures')} ${feeds.isLineLive('Market')}`);
    });
    for (const change of [() => setState('Reconnecting'), () => setState('Connected')]) {
      change();
      feeds.checkLines();
      feeds.checkLines();
    }
    for (const silence of [true, false]) {
      setSilent(silence);
      feeds.checkLines();
    }
    expect(seen).toEqual(['B false true', 'A,B true true', 'B false true', 'A,B true true']);
  });

  it('retry a rejected subscription automatically, because its prices stand still until then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { feeds, calls, recover, settle } = screens({ retryMs: 500 });
    feeds.watch('Futures', ['BAD']);
    await settle();
    expect(feeds.isReceived('BAD')).toBe(false);
    recover();
    vi.advanceTimersByTime(500);
    await settle();
    expect(calls).toEqual(['Subscribe BAD', 'Subscribe BAD']);
    expect(feeds.isReceived('BAD')).toBe(true);
    vi.useRealTimers();
  });

  it('subscribes to a contract that is first watched when another has been received, a few microtasks later', async () => {
    for (let microtasks = 0; microtasks < 8; microtasks += 1) {
      const { feeds, calls, settle } = screens();
      const stop = feeds.onReceived(() => {
        stop();
        let after = Promise.resolve();
        for (let left = microtasks; left > 0; left -= 1) after = after.then(() => undefined);
        void after.then(() => feeds.watch('Futures', ['B']));
      });
      feeds.watch('Futures', ['A']);
      await settle();
      expect(calls).toEqual(['Subscribe A', 'Subscribe B']);
    }
  });

  it('sends the changes made before the hub has answered in one call: a desk may deal in many contracts in a second', async () => {
    const { feeds, calls, settle } = screens();
    feeds.watch('Futures', ['A']);
    await Promise.resolve();
    feeds.watch('Futures', ['B']);
    await Promise.resolve();
    feeds.watch('Futures', ['C']);
    await settle();
    expect(calls).toEqual(['Subscribe A', 'Subscribe B,C']);
  });
});
