import { type DepthUpdate, emptyDepthRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createDepthStore } from '../stores/depth-store.ts';
import { createManualScheduler } from '../stores/manual-scheduler.ts';
import { createDepthIntake } from './depth-intake.ts';

const bid = (bidPrice: number, bidQty: number) => ({ ...emptyDepthRow, buyer: 'KAND', bidPrice, bidQty });
const quantity = (updateValue: number): DepthUpdate => ({ updateType: 3, updateValue, rowNumber: 0 });

/** Contracts 7 and 8 are known, 7 is watched. */
function depthOf({ isMarketLoaded = true } = {}) {
  const store = createDepthStore(createManualScheduler());
  const asked: string[] = [];
  const intake = createDepthIntake({
    store,
    isKnown: (displaySeq) => displaySeq === 7 || displaySeq === 8,
    isMarketLoaded: () => isMarketLoaded,
    isWatched: (displaySeq) => displaySeq === 7,
    askAgain: () => asked.push('again'),
  });
  intake.snapshot({ DisplaySeq: 7, DepthRows: [bid(4_034.8, 12)], seq: 20 });
  const update = (prev: number, seq: number, ...Updates: DepthUpdate[]) =>
    intake.update({ DisplaySeq: 7, Updates, prev, seq });
  return { store, intake, asked, update };
}

describe('depth', () => {
  it('[MODEL-2] is the snapshot and then its updates, cell by cell', () => {
    const { store, update } = depthOf();
    update(20, 21, quantity(9));
    expect(store.get(7)).toEqual({ rows: [bid(4_034.8, 9)], seq: 21, status: 'success' });
  });

  it('drops an update that the snapshot already holds', () => {
    const { store, update, asked } = depthOf();
    update(19, 20, quantity(1));
    expect(store.get(7).rows).toEqual([bid(4_034.8, 12)]);
    expect(asked).toEqual([]);
  });

  it.each([
    ['after a hole', 21, 22],
    ['made from an older state', 19, 22],
  ])(
    'asks for the snapshot again at an update %s and takes no more until it is there',
    (_what, prev, seq) => {
      const { store, intake, update, asked } = depthOf();
      update(prev, seq, quantity(1));
      update(seq, seq + 1, quantity(2));
      expect(store.get(7)).toMatchObject({ rows: [bid(4_034.8, 12)], status: 'loading' });
      expect(asked).toEqual(['again']);
      intake.snapshot({ DisplaySeq: 7, DepthRows: [bid(4_034.8, 2)], seq: 23 });
      expect(store.get(7)).toEqual({ rows: [bid(4_034.8, 2)], seq: 23, status: 'success' });
    },
  );

  it('[HUB-6] of an unknown contract is an error, by snapshot and by update', () => {
    const { store, intake } = depthOf();
    expect(() => intake.snapshot({ DisplaySeq: 99, DepthRows: [], seq: 1 })).toThrow(
      /^No contract found for snapshot$/,
    );
    expect(() => intake.update({ DisplaySeq: 99, Updates: [], prev: 1, seq: 2 })).toThrow(
      /^No contract for depth update$/,
    );
    expect(store.get(99).status).toBe('notStarted');
  });

  it('[HUB-6] of a contract that is not known yet is dropped without an error while the market is being loaded', () => {
    const { store, intake, asked } = depthOf({ isMarketLoaded: false });
    intake.snapshot({ DisplaySeq: 99, DepthRows: [bid(1, 1)], seq: 1 });
    intake.update({ DisplaySeq: 99, Updates: [], prev: 1, seq: 2 });
    expect(store.get(99).status).toBe('notStarted');
    expect(asked).toEqual([]);
  });

  it('of a contract that nobody watches any more is passed over', () => {
    const { store, intake, asked } = depthOf();
    intake.snapshot({ DisplaySeq: 8, DepthRows: [bid(1, 1)], seq: 5 });
    intake.update({ DisplaySeq: 8, Updates: [], prev: 9, seq: 10 });
    expect(store.get(8).status).toBe('notStarted');
    expect(asked).toEqual([]);
  });

  it('rejects an update of a row that cannot be, and stays as it was', () => {
    const { store, update } = depthOf();
    expect(() => update(20, 21, { updateType: 3, updateValue: 1, rowNumber: 200 })).toThrow(RangeError);
    expect(store.get(7)).toMatchObject({ seq: 20, rows: [bid(4_034.8, 12)] });
  });
});
