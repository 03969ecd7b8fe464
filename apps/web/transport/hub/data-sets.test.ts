import { type ActiveOrderRow, dataSets, type FilledDataSet } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createKeyedStore, type KeyedStore, type LoadStatus } from '../../stores/keyed-store.ts';
import { createManualScheduler } from '../../stores/testing/manual-scheduler.ts';
import { activeOrder } from '../../testing/rows.ts';
import type { RowKey } from '../../ui/live-grid/grid-column.ts';
import { createDataSetReceiver, createDataSetWatch, createOrderedStream } from './data-sets.ts';

const change = (prev: number, seq: number, epoch = 'e1') => ({ epoch, prev, seq });

function streamAt(asOf: number) {
  const stream = createOrderedStream();
  stream.requested();
  stream.snapshot({ epoch: 'e1', asOf });
  return stream;
}

describe('a stream of changes', () => {
  it('applies one change after another from the snapshot on', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(10, 11))).toBe('apply');
    expect(stream.receive(change(11, 15))).toBe('apply');
  });

  it('drops changes that the snapshot or an earlier change already contains', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(8, 9))).toBe('old');
    expect(stream.receive(change(9, 10))).toBe('old');
    stream.receive(change(10, 11));
    expect(stream.receive(change(10, 11))).toBe('old');
  });

  it('applies a change that begins before the snapshot and ends after it', () => {
    expect(streamAt(10).receive(change(8, 12))).toBe('apply');
  });

  it('reports a gap for every change after it until a snapshot is requested', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(12, 13))).toBe('gap');
    expect(stream.receive(change(13, 14))).toBe('gap');
    stream.requested();
    expect(stream.receive(change(14, 15))).toBe('wait');
  });

  it('reports a gap for a change of another epoch and for one before any snapshot', () => {
    expect(streamAt(10).receive(change(10, 11, 'e2'))).toBe('gap');
    expect(createOrderedStream().receive(change(0, 1))).toBe('gap');
  });

  it('keeps changes that arrive before the snapshot and returns those that it does not contain', () => {
    const stream = streamAt(10);
    stream.requested();
    for (const seq of [11, 12, 13]) stream.receive(change(seq - 1, seq));
    expect(stream.snapshot({ epoch: 'e1', asOf: 11 })).toEqual({
      newer: [change(11, 12), change(12, 13)],
      hasGap: false,
    });
    expect(stream.receive(change(13, 14))).toBe('apply');
  });

  it('reports a gap between the snapshot and a change that arrived before it', () => {
    const stream = streamAt(10);
    stream.requested();
    stream.receive(change(14, 15));
    expect(stream.snapshot({ epoch: 'e1', asOf: 12 })).toEqual({ newer: [], hasGap: true });
  });

  it('reports a gap after a request for a snapshot has failed', () => {
    const stream = streamAt(10);
    stream.requested();
    stream.requestFailed();
    expect(stream.receive(change(10, 11))).toBe('gap');
  });

  it('applies a state that is sent between two changes without advancing', () => {
    const stream = streamAt(10);
    // The snapshot counts all outcomes, the chain only the outcomes of the user's member.
    expect(stream.receive(change(7, 7))).toBe('apply');
    expect(stream.receive(change(10, 11))).toBe('apply');
    expect(stream.receive(change(11, 11))).toBe('apply');
    expect(stream.receive(change(11, 12))).toBe('apply');
  });

  it('drops a state sent between changes that is older than the last change or the snapshot', () => {
    const stream = streamAt(10);
    stream.receive(change(10, 11));
    expect(stream.receive(change(7, 7))).toBe('old');
    stream.requested();
    expect(stream.receive(change(11, 11))).toBe('wait');
    expect(stream.snapshot({ epoch: 'e1', asOf: 14 })).toEqual({ newer: [], hasGap: false });
  });

  it('reports a gap when the change before a state sent between changes is missing', () => {
    expect(streamAt(10).receive(change(12, 12))).toBe('gap');
  });
});

type Rows = Record<string, RowKey>;

function storesOfAllSets(): Record<FilledDataSet, KeyedStore<Rows, RowKey>> {
  const entries = Object.entries(dataSets).map(([name, { key }]) => [
    name,
    createKeyedStore<Rows, RowKey>((row) => row[key] ?? '', createManualScheduler()),
  ]);
  return Object.fromEntries(entries);
}

const order = (activeOrderSeq: number, remaining: number) => activeOrder({ activeOrderSeq, remaining });

/** A receiver whose active orders were loaded at `asOf`. */
function ordersAt(asOf: number, ...rows: ActiveOrderRow[]) {
  const stores = storesOfAllSets();
  const requests: number[] = [];
  const counts: number[] = [];
  const received: string[] = [];
  const receiver = createDataSetReceiver({
    stores,
    requestAgain: (id) => {
      requests.push(id);
      receiver.requested(id);
    },
    onSnapshot: (_id, count) => counts.push(count),
    onRows: (name) => received.push(name),
  });
  receiver.requested(1);
  receiver.init(1, { rows, epoch: 'e1', asOf });
  const update = (prev: number, seq: number, changed: ActiveOrderRow[], removed: number[] = []) =>
    receiver.update({ dataSetId: 1, rows: changed, removed, epoch: 'e1', prev, seq });
  const store = stores.activeOrders;
  const left = () => store.keys().map((key) => `${key}:${store.get(key)?.remaining}`);
  return { stores, store, receiver, requests, counts, received, update, left };
}

describe('receiving a data set', () => {
  it('loads a snapshot, then applies changes and removals in order', () => {
    const { store, counts, received, update, left } = ordersAt(10, order(4, 5));
    expect(counts).toEqual([1]);
    expect(store.status()).toBe('success');
    update(10, 11, [order(4, 3)]);
    update(11, 12, [order(9, 2)], [4]);
    expect(left()).toEqual(['9:2']);
    expect(received).toEqual(['activeOrders', 'activeOrders', 'activeOrders']);
  });

  it('drops a change that is older than the snapshot', () => {
    const { update, left, requests, received } = ordersAt(10, order(4, 5));
    update(8, 9, [order(4, 7)]);
    expect(left()).toEqual(['4:5']);
    expect(requests).toEqual([]);
    expect(received).toEqual(['activeOrders']);
  });

  it('requests the set again at a gap, once, and keeps its rows until the answer arrives', () => {
    const { receiver, update, left, requests } = ordersAt(10, order(4, 5));
    update(11, 12, [order(4, 1)]);
    update(12, 13, [order(4, 0)]);
    expect(requests).toEqual([1]);
    expect(left()).toEqual(['4:5']);
    receiver.init(1, { rows: [order(4, 1)], epoch: 'e1', asOf: 12 });
    expect(left()).toEqual(['4:0']);
  });

  it("[MODEL-5] [MODEL-6] keeps every set of the wire's table in its own store, by the key of its rows", () => {
    const { stores, receiver } = ordersAt(10);
    for (const { id, key } of Object.values(dataSets))
      receiver.init(id, { rows: [{ [key]: id }], epoch: 'e1', asOf: 10 });
    for (const [name, { id }] of Object.entries(dataSets))
      expect([name, stores[name as FilledDataSet].keys()]).toEqual([name, [id]]);
  });

  it('ignores changes of a set that is loaded on request until somebody has requested it', () => {
    const { stores, receiver, requests } = ordersAt(10);
    const { id, isFollowed } = dataSets.movements;
    const change = (prev: number) =>
      receiver.update({
        dataSetId: id,
        rows: [{ uniqueKey: `KAND ${prev}` }],
        removed: [],
        epoch: 'e1',
        prev,
        seq: prev + 1,
      });
    change(11);
    expect([isFollowed, requests, stores.movements.keys()]).toEqual([false, [], []]);
    receiver.requested(id);
    receiver.init(id, { rows: [], epoch: 'e1', asOf: 12 });
    change(12);
    expect(stores.movements.keys()).toEqual(['KAND 12']);
  });

  it('[PANEL-12] adds the MTM of new strikes, which come without a chain, and asks for nothing', () => {
    const { stores, receiver, requests } = ordersAt(10);
    const { id } = dataSets.mtm;
    const strike = (contract: string, seq: number) =>
      receiver.update({ dataSetId: id, rows: [{ contract }], removed: [], epoch: 'e1', prev: 0, seq });
    receiver.init(id, { rows: [{ contract: 'DEC26 WMAZ' }], epoch: 'e1', asOf: 10 });
    strike('MAR27 WMAZ 4200 C', 14);
    strike('MAR27 WMAZ 4220 C', 19);
    expect(stores.mtm.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ 4200 C', 'MAR27 WMAZ 4220 C']);
    expect(requests).toEqual([]);
  });

  it("ignores a set that is not in the wire's table", () => {
    const { receiver, requests, counts } = ordersAt(10);
    receiver.init(99, { rows: [{ positionSeq: 1 }], epoch: 'e1', asOf: 1 });
    receiver.update({ dataSetId: 99, rows: [], removed: [], epoch: 'e9', prev: 7, seq: 8 });
    expect(counts).toEqual([0]);
    expect(requests).toEqual([]);
  });

  it('throws for a row without its key, and keeps the rows of the set', () => {
    const { receiver, left } = ordersAt(10, order(4, 5));
    expect(() => receiver.init(1, { rows: [{ remaining: 1 }], epoch: 'e1', asOf: 11 })).toThrow(
      'activeOrderSeq',
    );
    expect(left()).toEqual(['4:5']);
  });

  describe('a data set that arrives in parts', () => {
    /** A receiver without data, and the functions that the hub calls to send it parts and changes. */
    const loading = () => {
      const of = ordersAt(10, order(1, 1));
      const part = (number: number, rows: ActiveOrderRow[], { asOf = 20, more = true } = {}) =>
        of.receiver.init(1, { rows, epoch: 'e1', asOf, part: number, ...(more && { more }) });
      return {
        ...of,
        part,
        last: (number: number, rows: ActiveOrderRow[]) => part(number, rows, { more: false }),
      };
    };

    it('keeps its rows until all parts have arrived, and then has only the rows of the parts', () => {
      const { store, receiver, part, last, left, counts, received } = loading();
      store.setStatus('notStarted');
      receiver.requested(1);
      part(0, [order(4, 5)]);
      part(1, []);
      expect([store.status(), left(), counts.length, received.length]).toEqual(['loading', ['1:1'], 1, 1]);
      last(2, [order(6, 5)]);
      expect([store.status(), left(), counts, received.length]).toEqual([
        'success',
        ['4:5', '6:5'],
        [1, 2],
        2,
      ]);
    });

    it('applies changes between the parts, including changes of rows in earlier and later parts', () => {
      const { receiver, part, last, left, update, requests } = loading();
      receiver.requested(1);
      update(10, 21, [order(9, 9)]);
      part(0, [order(2, 5), order(3, 5)]);
      update(21, 22, [order(2, 4), order(7, 7)], [3]);
      expect(left()).toEqual(['1:1', '9:9', '2:4', '7:7']);
      part(1, [order(4, 5), order(7, 7), order(9, 9)]);
      // A state between two changes.
      update(22, 22, [order(4, 3)]);
      update(22, 23, [order(5, 5)], [7]);
      last(2, [order(5, 5), order(6, 5)]);
      update(23, 24, [order(6, 4)]);
      expect(left().sort()).toEqual(['2:4', '4:3', '5:5', '6:4', '9:9']);
      expect(requests).toEqual([]);
    });

    it('loads for a busy member without overflow, because changes do not wait for the last part', () => {
      const { receiver, part, last, left, update, requests } = loading();
      receiver.requested(1);
      part(0, [order(2, 5)]);
      for (let seq = 21; seq <= 5_020; seq += 1) update(seq - 1, seq, [order(2, seq)]);
      last(1, [order(3, 5)]);
      expect([left(), requests]).toEqual([['2:5020', '3:5'], []]);
    });

    it('is requested again after a gap between two parts, whose rows are forgotten', () => {
      const { receiver, part, last, left, update, requests, counts } = loading();
      receiver.requested(1);
      part(0, [order(2, 5)]);
      update(30, 31, [order(2, 1)]);
      expect(requests).toEqual([1]);
      last(1, [order(3, 5)]);
      expect([left(), counts]).toEqual([['1:1'], [1]]);
      part(0, [order(2, 1)], { asOf: 31 });
      part(1, [order(3, 5)], { asOf: 31, more: false });
      expect([left(), counts]).toEqual([
        ['2:1', '3:5'],
        [1, 2],
      ]);
    });

    it('has the rows of the newer of two loads, and is empty after the end of a day', () => {
      const { receiver, part, last, left, update } = loading();
      receiver.requested(1);
      part(0, [order(2, 5), order(3, 5)]);
      receiver.init(1, { rows: [order(2, 4)], epoch: 'e1', asOf: 25 });
      last(1, [order(3, 5)]);
      expect(left()).toEqual(['2:4']);
      receiver.requested(1);
      part(0, [order(2, 4)], { asOf: 25 });
      receiver.requested(1);
      last(1, [order(3, 5)]);
      expect(left()).toEqual(['2:4']);
      part(0, [order(2, 4), order(5, 1)], { asOf: 25 });
      update(25, 26, [], [2, 5, 6]);
      last(1, []);
      expect(left()).toEqual([]);
    });

    it('is not loaded without a part that was invalid', () => {
      const { store, receiver, part, last, left } = loading();
      store.setStatus('notStarted');
      receiver.requested(1);
      part(0, [order(2, 5)]);
      expect(() => receiver.init(1, { rows: [{}], epoch: 'e1', asOf: 20, part: 1, more: true })).toThrow();
      last(2, [order(3, 5)]);
      expect([store.status(), left()]).toEqual(['loading', ['1:1']]);
    });

    it('[START-7] has the status error if the request fails between two parts', () => {
      const { store, receiver, part, last } = loading();
      store.setStatus('notStarted');
      receiver.requested(1);
      part(0, [order(2, 5)]);
      receiver.requestFailed(1);
      last(1, [order(3, 5)]);
      expect(store.status()).toBe('error');
    });

    it('keeps newer rows that come outside the order', () => {
      const { stores, receiver } = loading();
      const { id } = dataSets.dailyTrends;
      const trend = (close: number) => ({ uniqueKey: '2026-11-18 DEC26 WMAZ', close });
      receiver.requested(id);
      receiver.init(id, { rows: [trend(1)], epoch: 'e1', asOf: 20, part: 0, more: true });
      receiver.merge(id, [trend(2)]);
      receiver.init(id, { rows: [], epoch: 'e1', asOf: 20, part: 1 });
      expect(stores.dailyTrends.get('2026-11-18 DEC26 WMAZ')).toEqual(trend(2));
    });
  });

  it('[START-7] has the status error when its first request fails', () => {
    const { store, receiver } = ordersAt(10);
    store.setStatus('notStarted');
    receiver.requested(1);
    expect(store.status()).toBe('loading');
    receiver.requestFailed(1);
    expect(store.status()).toBe('error');
  });
});

function watching() {
  let status: LoadStatus = 'notStarted';
  const listeners = new Set<() => void>();
  const requests: number[] = [];
  const watch = createDataSetWatch({
    statusOf: () => status,
    load: async (id) => {
      requests.push(id);
      if (status === 'error') throw new Error('Not available.');
      return 0;
    },
    dayChanged: {
      on: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  return {
    watch,
    requests,
    become: (next: LoadStatus) => {
      status = next;
    },
    changeDay: () => {
      for (const listener of [...listeners]) listener();
    },
  };
}

describe('a data set that is loaded on request', () => {
  it('[MODEL-6] is requested when a screen first shows it, and not again while its changes arrive', () => {
    const { watch, requests, become, changeDay } = watching();
    watch('movements');
    become('loading');
    watch('movements');
    become('success');
    watch('movements');
    changeDay();
    expect(requests).toEqual([dataSets.movements.id]);
  });

  it('is requested again by the next screen after a failure', () => {
    const { watch, requests, become } = watching();
    watch('clearing');
    become('error');
    watch('clearing');
    expect(requests).toHaveLength(2);
  });

  it('is requested by each screen if it covers the whole market, and when the exchange day changes meanwhile', () => {
    const { watch, requests, become, changeDay } = watching();
    const stop = watch('margins');
    become('success');
    watch('margins')();
    changeDay();
    expect(requests).toEqual([15, 15, 15]);
    stop();
    changeDay();
    expect(requests).toHaveLength(3);
  });

  it('is never requested if it is followed from sign-in on', () => {
    const { watch, requests } = watching();
    watch('deals')();
    expect(requests).toEqual([]);
  });
});
