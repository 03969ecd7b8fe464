import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HubState } from '../stores/connection.ts';
import { createDepthStore } from '../stores/depth-store.ts';
import { createManualScheduler } from '../stores/testing/manual-scheduler.ts';
import { createDepthFeed } from './depth-feed.ts';

function depthFeedOf() {
  const store = createDepthStore(createManualScheduler());
  const log: string[] = [];
  let state: HubState = 'Connecting';
  const feed = createDepthFeed({
    store,
    open: () => {
      log.push(`open at ${Date.now()}`);
      return {
        state: () => state,
        invoke: async <Reply>(_method: string, names: unknown) => {
          log.push(`subscribe ${names} at ${Date.now()}`);
          return undefined as Reply;
        },
      };
    },
    delays: () => ({ connectMs: 1_000, subscribeMs: 2_000 }),
    onFailed: (error) => log.push(String(error)),
  });
  const connect = () => {
    state = 'Connected';
    feed.connected();
  };
  return { feed, store, log, connect };
}

describe('the depth connection', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('[HUB-5] connects 1 s and subscribes 2 s after the first panel opens', async () => {
    const { feed, log, connect } = depthFeedOf();
    feed.watch(7);
    await vi.advanceTimersByTimeAsync(1_200);
    connect();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(log).toEqual(['open at 1000', 'subscribe 7 at 2000']);
  });

  it('[HUB-5] subscribes as soon as it is connected when that takes longer than 2 s', async () => {
    const { feed, log, connect } = depthFeedOf();
    feed.watch(7);
    await vi.advanceTimersByTimeAsync(3_000);
    connect();
    await vi.advanceTimersByTimeAsync(10);
    expect(log).toEqual(['open at 1000', 'subscribe 7 at 3000']);
  });

  it('names all open contracts at every change, and none when the last panel has closed', async () => {
    const { feed, log, connect } = depthFeedOf();
    const stop = feed.watch(7);
    await vi.advanceTimersByTimeAsync(1_500);
    connect();
    await vi.advanceTimersByTimeAsync(1_500);
    const stopOther = feed.watch(8);
    feed.watch(8)();
    await vi.advanceTimersByTimeAsync(0);
    stop();
    stopOther();
    await vi.advanceTimersByTimeAsync(0);
    expect(log.slice(1)).toEqual(['subscribe 7 at 2000', 'subscribe 7,8 at 3000', 'subscribe  at 3000']);
  });

  it('shows depth as loading until it arrives, and keeps loaded depth when another panel opens', async () => {
    const { feed, store, connect } = depthFeedOf();
    feed.watch(7);
    await vi.advanceTimersByTimeAsync(1_500);
    connect();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.get(7).status).toBe('loading');
    store.set(7, { rows: [], seq: 3, status: 'success' });
    feed.watch(8);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(7).status).toBe('success');
    expect(store.get(8).status).toBe('loading');
    feed.connected();
    expect(store.get(7).status).toBe('loading');
  });
});
