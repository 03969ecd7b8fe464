import { type ActiveOrderRow, dataSets, type FilledDataSet } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createKeyedStore } from '../stores/create-keyed-store.ts';
import type { KeyedStore, RowKey } from '../stores/keyed-store.ts';
import { createManualScheduler } from '../stores/testing/manual-scheduler.ts';
import { activeOrder } from '../testing/rows.ts';
import { createDataSetReceiver } from './data-set-receiver.ts';

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

  it('[START-7] has the status error when its first request fails', () => {
    const { store, receiver } = ordersAt(10);
    store.setStatus('notStarted');
    receiver.requested(1);
    expect(store.status()).toBe('loading');
    receiver.requestFailed(1);
    expect(store.status()).toBe('error');
  });
});
