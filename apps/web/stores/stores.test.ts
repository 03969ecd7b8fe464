import { emptyDepthRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { createDepthStore } from './stores.ts';
import { createManualScheduler } from './testing/manual-scheduler.ts';

describe('depth store', () => {
  it('notifies the listeners of the contract that has changed, once per flush, and no others', () => {
    const scheduler = createManualScheduler();
    const store = createDepthStore(scheduler);
    const notified: number[] = [];
    store.onDepth(7, () => notified.push(7));
    const stop = store.onDepth(8, () => notified.push(8));
    store.set(7, { rows: [emptyDepthRow], seq: 1, status: 'received' });
    store.set(7, { rows: [], seq: 2, status: 'received' });
    expect(notified).toEqual([]);
    scheduler.flush();
    expect(notified).toEqual([7]);
    stop();
    store.set(8, { rows: [], seq: 1, status: 'received' });
    scheduler.flush();
    expect(notified).toEqual([7]);
  });

  it('returns the same object until the depth changes, even for an unknown contract', () => {
    const store = createDepthStore(createManualScheduler());
    expect(store.get(1)).toBe(store.get(2));
    expect(store.get(1).status).toBe('notStarted');
    store.setStatus(1, 'loading');
    const loading = store.get(1);
    store.setStatus(1, 'loading');
    expect(store.get(1)).toBe(loading);
  });

  it('can be cleared, and notifies the listeners', () => {
    const scheduler = createManualScheduler();
    const store = createDepthStore(scheduler);
    store.set(7, { rows: [emptyDepthRow], seq: 4, status: 'received' });
    scheduler.flush();
    let notified = 0;
    store.onDepth(7, () => {
      notified += 1;
    });
    store.clear();
    scheduler.flush();
    expect(notified).toBe(1);
    expect(store.get(7)).toEqual({ rows: [], seq: 0, status: 'notStarted' });
  });
});
