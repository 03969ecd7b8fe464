import { type DepthUpdate, emptyDepthRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createDepthStore } from '../stores/depth-store.ts';
import { createManualScheduler } from '../stores/testing/manual-scheduler.ts';
import { createDepthReceiver } from './depth-receiver.ts';

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
    expect(store.get(7)).toEqual({ rows: [bid(4_034.8, 9)], seq: 21, status: 'success' });
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
    expect(store.get(7)).toEqual({ rows: [bid(4_034.8, 2)], seq: 23, status: 'success' });
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
