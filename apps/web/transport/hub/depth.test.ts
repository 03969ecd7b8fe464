import { type DepthUpdate, emptyDepthRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HubState } from '../../stores/connection.ts';
import { createDepthStore } from '../../stores/stores.ts';
import { createManualScheduler } from '../../stores/testing/manual-scheduler.ts';
import { createDepthFeed, createDepthReceiver } from './depth.ts';

const bid = (bidPrice: number, bidQty: number) => ({ ...emptyDepthRow, buyer: 'KAND', bidPrice, bidQty });
const quantity = (updateValue: number): DepthUpdate => ({ updateType: 3, updateValue, rowNumber: 0 });

/** Contracts 7 and 8 are known, 7 is watched. */
function depthOf({ isMarketLoaded = true } = {}) {
  const store = createDepthStore(createManualScheduler());
  const requests: string[] = [];
  const receiver = createDepthReceiver({
    store,
    isKnown: (displaySeq) => displaySeq === 7 || displaySeq === 8,
    isMarketLoaded: () => isMarketLoaded,
    isWatched: (displaySeq) => displaySeq === 7,
    requestAgain: () => requests.push('again'),
  });
  receiver.snapshot({ DisplaySeq: 7, DepthRows: [bid(4_034.8, 12)], seq: 20 });
  const update = (prev: number, seq: number, ...Updates: DepthUpdate[]) =>
    receiver.update({ DisplaySeq: 7, Updates, prev, seq });
  return { store, receiver, requests, update };
}

describe('receiving depth', () => {
  it('[MODEL-2] sets the snapshot, then applies updates cell by cell', () => {
    const { store, update } = depthOf();
    update(20, 21, quantity(9));
    expect(store.get(7)).toEqual({ rows: [bid(4_034.8, 9)], seq: 21, status: 'received' });
  });

  it('drops an update that the snapshot already contains', () => {
    const { store, update, requests } = depthOf();
    update(19, 20, quantity(1));
    expect(store.get(7).rows).toEqual([bid(4_034.8, 12)]);
    expect(requests).toEqual([]);
  });

  it.each([
    ['after a gap', 21, 22],
    ['made from an older state', 19, 22],
  ])('requests the snapshot again at an update %s and applies none until it arrives', (_what, prev, seq) => {
    const { store, receiver, update, requests } = depthOf();
    update(prev, seq, quantity(1));
    update(seq, seq + 1, quantity(2));
    expect(store.get(7)).toMatchObject({ rows: [bid(4_034.8, 12)], status: 'loading' });
    expect(requests).toEqual(['again']);
    receiver.snapshot({ DisplaySeq: 7, DepthRows: [bid(4_034.8, 2)], seq: 23 });
    expect(store.get(7)).toEqual({ rows: [bid(4_034.8, 2)], seq: 23, status: 'received' });
  });

  it('[HUB-6] throws for a snapshot or an update of an unknown contract', () => {
    const { store, receiver } = depthOf();
    expect(() => receiver.snapshot({ DisplaySeq: 99, DepthRows: [], seq: 1 })).toThrow(
      /^No contract found for snapshot$/,
    );
    expect(() => receiver.update({ DisplaySeq: 99, Updates: [], prev: 1, seq: 2 })).toThrow(
      /^No contract for depth update$/,
    );
    expect(store.get(99).status).toBe('notStarted');
  });

  it('[HUB-6] drops messages of an unknown contract without an error while the market is being loaded', () => {
    const { store, receiver, requests } = depthOf({ isMarketLoaded: false });
    receiver.snapshot({ DisplaySeq: 99, DepthRows: [bid(1, 1)], seq: 1 });
    receiver.update({ DisplaySeq: 99, Updates: [], prev: 1, seq: 2 });
    expect(store.get(99).status).toBe('notStarted');
    expect(requests).toEqual([]);
  });

  it('ignores a contract that is no longer watched', () => {
    const { store, receiver, requests } = depthOf();
    receiver.snapshot({ DisplaySeq: 8, DepthRows: [bid(1, 1)], seq: 5 });
    receiver.update({ DisplaySeq: 8, Updates: [], prev: 9, seq: 10 });
    expect(store.get(8).status).toBe('notStarted');
    expect(requests).toEqual([]);
  });

  it('throws for an update of an impossible row, and keeps the depth', () => {
    const { store, update } = depthOf();
    expect(() => update(20, 21, { updateType: 3, updateValue: 1, rowNumber: 200 })).toThrow(RangeError);
    expect(store.get(7)).toMatchObject({ seq: 20, rows: [bid(4_034.8, 12)] });
  });
});

/** The time since the last message whenever the connection is lost or silent. */
const silenceMs = 400;

function depthFeedOf() {
  const store = createDepthStore(createManualScheduler());
  const log: string[] = [];
  let state: HubState = 'Connecting';
  let isSilent = false;
  const feed = createDepthFeed({
    store,
    open: () => {
      log.push(`open at ${Date.now()}`);
      return {
        state: () => state,
        isSilent: () => isSilent,
        lastMessageAt: () => Date.now() - silenceMs,
        invoke: async <Reply>(_method: string, names: unknown) => {
          log.push(`subscribe ${names} at ${Date.now()}`);
          return undefined as Reply;
        },
      };
    },
    delays: () => ({ connectMs: 1_000, subscribeMs: 2_000 }),
    onFailed: (error) => log.push(String(error)),
  });
  const become = (next: HubState) => {
    state = next;
    feed.checkConnection();
  };
  const fallSilent = (next: boolean) => {
    isSilent = next;
    feed.checkConnection();
  };
  return { feed, store, log, become, fallSilent, connect: () => become('Connected') };
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
    store.set(7, { rows: [], seq: 3, status: 'received' });
    feed.watch(8);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(7).status).toBe('received');
    expect(store.get(8).status).toBe('loading');
  });

  const book = [bid(4_034.8, 12)];
  /** Contracts 7 and 8 are watched, and the depth of 7 has been received. */
  async function received() {
    const depth = depthFeedOf();
    const stop = depth.feed.watch(7);
    depth.feed.watch(8);
    await vi.advanceTimersByTimeAsync(1_500);
    depth.connect();
    await vi.advanceTimersByTimeAsync(1_000);
    depth.store.set(7, { rows: book, seq: 3, status: 'received' });
    return { ...depth, stop };
  }

  it('shows depth as old, with the rows as last received, while the connection is lost, and loads it again', async () => {
    const { store, log, become } = await received();
    for (const state of ['Reconnecting', 'Connecting', 'Disconnected'] as const) {
      become(state);
      await vi.advanceTimersByTimeAsync(0);
      expect([7, 8].map((displaySeq) => store.get(displaySeq).status)).toEqual(['old', 'old']);
      expect(store.get(7)).toMatchObject({ rows: book, asOf: Date.now() - silenceMs });
      const lostAt = Date.now();
      log.length = 0;
      await vi.advanceTimersByTimeAsync(60_000);
      become('Connected');
      await vi.advanceTimersByTimeAsync(0);
      const asOf = lostAt - silenceMs;
      expect(store.get(7)).toEqual({ rows: book, seq: 3, status: 'loading', asOf });
      expect(log).toEqual([`subscribe 7,8 at ${Date.now()}`]);
      store.set(7, { rows: book, seq: 3, status: 'received' });
    }
  });

  it('shows depth as old while the connection is silent, and loads it again because it has dropped updates', async () => {
    const { store, log, fallSilent } = await received();
    fallSilent(true);
    fallSilent(true);
    await vi.advanceTimersByTimeAsync(0);
    const asOf = Date.now() - silenceMs;
    expect(store.get(7)).toEqual({ rows: book, seq: 3, status: 'old', asOf });
    log.length = 0;
    fallSilent(false);
    fallSilent(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(7).status).toBe('loading');
    expect(log).toEqual([`subscribe 7,8 at ${Date.now()}`]);
  });

  it('forgets the depth of a contract that is no longer watched, so that it is not dated like the prices', async () => {
    const { feed, store, stop, become } = await received();
    stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(7)).toEqual({ rows: [], seq: 0, status: 'notStarted' });
    await vi.advanceTimersByTimeAsync(600_000);
    become('Reconnecting');
    feed.watch(7);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(7).rows).toEqual([]);
    become('Connected');
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(7).status).toBe('loading');
  });

  it('keeps depth when a panel of the contract replaces another', async () => {
    const { feed, store, stop } = await received();
    stop();
    feed.watch(7);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.get(7).status).toBe('received');
  });

  it('subscribes to the last 50 contracts, and keeps no other as received', async () => {
    const { feed, store } = await received();
    for (let displaySeq = 100; displaySeq < 149; displaySeq += 1) feed.watch(displaySeq);
    await vi.advanceTimersByTimeAsync(0);
    expect([7, 8, 100].map((displaySeq) => store.get(displaySeq).status)).toEqual([
      'error',
      'loading',
      'loading',
    ]);
  });
});
