import { describe, expect, it } from 'vitest';
import { createKeyedStore } from '../stores/create-keyed-store.ts';
import { createManualScheduler } from '../stores/manual-scheduler.ts';
import { createDataSetIntake } from './data-set-intake.ts';

interface Order {
  readonly activeOrderSeq: number;
  readonly remaining: number;
}

function ordersAt(asOf: number, ...rows: Order[]) {
  const store = createKeyedStore<Order, number>((row) => row.activeOrderSeq, createManualScheduler());
  const asked: number[] = [];
  const counts: number[] = [];
  const intake = createDataSetIntake({
    kept: new Map([[1, { store, key: 'activeOrderSeq' }]]),
    askAgain: (id) => {
      asked.push(id);
      intake.asked(id);
    },
    onInit: (_id, count) => counts.push(count),
  });
  intake.asked(1);
  intake.init(1, { rows, epoch: 'e1', asOf });
  const update = (prev: number, seq: number, changed: Order[], removed: number[] = []) =>
    intake.update({ dataSetId: 1, rows: changed, removed, epoch: 'e1', prev, seq });
  const left = () => store.keys().map((key) => `${key}:${store.get(key)?.remaining}`);
  return { store, intake, asked, counts, update, left };
}

describe('a data set', () => {
  it('comes as a snapshot and goes on with changes and removals in their order', () => {
    const { store, counts, update, left } = ordersAt(10, { activeOrderSeq: 4, remaining: 5 });
    expect(counts).toEqual([1]);
    expect(store.status()).toBe('success');
    update(10, 11, [{ activeOrderSeq: 4, remaining: 3 }]);
    update(11, 12, [{ activeOrderSeq: 9, remaining: 2 }], [4]);
    expect(left()).toEqual(['9:2']);
  });

  it('drops what is older than the snapshot', () => {
    const { update, left, asked } = ordersAt(10, { activeOrderSeq: 4, remaining: 5 });
    update(8, 9, [{ activeOrderSeq: 4, remaining: 7 }]);
    expect(left()).toEqual(['4:5']);
    expect(asked).toEqual([]);
  });

  it('is asked for again at a hole, once, and keeps its rows until the answer is there', () => {
    const { intake, update, left, asked } = ordersAt(10, { activeOrderSeq: 4, remaining: 5 });
    update(11, 12, [{ activeOrderSeq: 4, remaining: 1 }]);
    update(12, 13, [{ activeOrderSeq: 4, remaining: 0 }]);
    expect(asked).toEqual([1]);
    expect(left()).toEqual(['4:5']);
    intake.init(1, { rows: [{ activeOrderSeq: 4, remaining: 1 }], epoch: 'e1', asOf: 12 });
    expect(left()).toEqual(['4:0']);
  });

  it('passes over a set that this page does not keep', () => {
    const { intake, asked, counts } = ordersAt(10);
    intake.init(5, { rows: [{ positionSeq: 1 }], epoch: 'e1', asOf: 1 });
    intake.update({ dataSetId: 5, rows: [], removed: [], epoch: 'e9', prev: 7, seq: 8 });
    expect(counts).toEqual([0]);
    expect(asked).toEqual([]);
  });

  it('rejects rows without their key and stays as it was', () => {
    const { intake, left } = ordersAt(10, { activeOrderSeq: 4, remaining: 5 });
    expect(() => intake.init(1, { rows: [{ remaining: 1 }], epoch: 'e1', asOf: 11 })).toThrow(
      'activeOrderSeq',
    );
    expect(left()).toEqual(['4:5']);
  });

  it('[START-7] is in error when it could not be asked for the first time', () => {
    const { store, intake } = ordersAt(10);
    store.setStatus('notStarted');
    intake.asked(1);
    expect(store.status()).toBe('loading');
    intake.notAsked(1);
    expect(store.status()).toBe('error');
  });
});
