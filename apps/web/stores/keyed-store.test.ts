import { describe, expect, it } from 'vitest';
import { createFrameScheduler, createKeyedStore, type FrameSource } from './keyed-store.ts';
import { createManualScheduler } from './testing/manual-scheduler.ts';

interface Row {
  readonly contract: string;
  readonly bid?: number | null;
  readonly offer?: number | null;
  readonly display?: { readonly flag: string; readonly strike: number };
}

function storeOf(...rows: Row[]) {
  const scheduler = createManualScheduler();
  const store = createKeyedStore<Row, string>((row) => row.contract, scheduler);
  store.merge(rows);
  scheduler.flush();
  const notified: string[] = [];
  store.onShape(() => notified.push('shape'));
  store.onFlush((changed) => notified.push(`keys ${[...changed].join(' ')}`));
  const watch = (contract: string) =>
    store.onRow(contract, (row, before) =>
      notified.push(`${contract} ${before?.bid ?? '–'}→${row?.bid ?? '–'}`),
    );
  return { store, scheduler, notified, watch };
}

describe('keyed store', () => {
  it('[MODEL-5] merges a change deeply into the row with its key and keeps the other fields', () => {
    const { store } = storeOf({
      contract: 'DEC26 WMAZ',
      bid: 1,
      offer: 2,
      display: { flag: 'F', strike: 0 },
    });
    store.merge([{ contract: 'DEC26 WMAZ', bid: 3, display: { strike: 5 } } as Row]);
    expect(store.get('DEC26 WMAZ')).toEqual({
      contract: 'DEC26 WMAZ',
      bid: 3,
      offer: 2,
      display: { flag: 'F', strike: 5 },
    });
  });

  it('[MODEL-5] appends a row with an unknown key', () => {
    const { store } = storeOf({ contract: 'DEC26 WMAZ' });
    store.merge([{ contract: 'MAR27 WMAZ', bid: 9 }]);
    expect(store.keys()).toEqual(['DEC26 WMAZ', 'MAR27 WMAZ']);
    expect(store.get('MAR27 WMAZ')).toEqual({ contract: 'MAR27 WMAZ', bid: 9 });
  });

  it('keeps the identity of a row when a change has no effect', () => {
    const { store } = storeOf({ contract: 'DEC26 WMAZ', display: { flag: 'F', strike: 0 } });
    const before = store.get('DEC26 WMAZ');
    store.merge([{ contract: 'DEC26 WMAZ', display: { flag: 'F', strike: 0 } }]);
    expect(store.get('DEC26 WMAZ')).toBe(before);
  });

  it('notifies listeners once per flush, however often a row changes, with its value before', () => {
    const { store, scheduler, notified, watch } = storeOf({ contract: 'DEC26 WMAZ', bid: 1 });
    watch('DEC26 WMAZ');
    store.merge([{ contract: 'DEC26 WMAZ', bid: 2 }]);
    store.merge([{ contract: 'DEC26 WMAZ', bid: 3 }]);
    expect(notified).toEqual([]);
    scheduler.flush();
    expect(notified).toEqual(['DEC26 WMAZ 1→3', 'keys DEC26 WMAZ']);
  });

  it('notifies the listeners of the shape first, then of each row, then of the keys', () => {
    const { store, scheduler, notified, watch } = storeOf({ contract: 'DEC26 WMAZ', bid: 1 });
    watch('DEC26 WMAZ');
    watch('MAR27 WMAZ');
    store.merge([
      { contract: 'DEC26 WMAZ', bid: 2 },
      { contract: 'MAR27 WMAZ', bid: 5 },
    ]);
    scheduler.flush();
    expect(notified).toEqual(['shape', 'DEC26 WMAZ 1→2', 'MAR27 WMAZ –→5', 'keys DEC26 WMAZ MAR27 WMAZ']);
  });

  it('calls no listener when nothing has changed', () => {
    const { store, scheduler, notified, watch } = storeOf({ contract: 'DEC26 WMAZ', bid: 1 });
    watch('DEC26 WMAZ');
    store.merge([{ contract: 'DEC26 WMAZ', bid: 1 }]);
    expect(scheduler.flush()).toBe(0);
    store.merge([{ contract: 'DEC26 WMAZ', bid: 2 }]);
    store.merge([{ contract: 'DEC26 WMAZ', bid: 1 }]);
    store.merge([{ contract: 'MAR27 WMAZ', bid: 1 }]);
    store.remove(['MAR27 WMAZ']);
    store.setStatus('loading');
    store.setStatus('notStarted');
    scheduler.flush();
    expect(notified).toEqual([]);
  });

  it('notifies only the listeners of the row that has changed', () => {
    const { store, scheduler, notified, watch } = storeOf(
      { contract: 'A', bid: 1 },
      { contract: 'B', bid: 1 },
    );
    watch('A');
    const stop = watch('B');
    stop();
    store.merge([{ contract: 'B', bid: 2 }]);
    scheduler.flush();
    expect(notified).toEqual(['keys B']);
  });

  it('does not call a listener that an earlier one of the same flush has stopped', () => {
    const { store, scheduler } = storeOf({ contract: 'A', bid: 1 });
    const notified: string[] = [];
    const stops: (() => void)[] = [];
    store.onRow('A', () => {
      notified.push('first');
      for (const stop of stops) stop();
    });
    stops.push(store.onRow('A', () => notified.push('second')));
    store.merge([{ contract: 'A', bid: 2 }]);
    scheduler.flush();
    expect(notified).toEqual(['first']);
  });

  it('[START-7] keeps the same array of keys until a row is added or removed, and counts the status as part of the shape', () => {
    const { store, scheduler, notified } = storeOf({ contract: 'A', bid: 1 });
    const keys = store.keys();
    store.merge([{ contract: 'A', bid: 2 }]);
    expect(store.keys()).toBe(keys);
    store.merge([{ contract: 'B' }]);
    expect(store.keys()).not.toBe(keys);
    scheduler.flush();
    notified.length = 0;
    store.setStatus('success');
    expect(store.status()).toBe('success');
    scheduler.flush();
    expect(notified).toEqual(['shape']);
  });

  it('replaces all rows but notifies only of those that differ', () => {
    const { store, scheduler, notified } = storeOf({ contract: 'A', bid: 1 }, { contract: 'B', bid: 1 });
    const before = store.get('A');
    store.replaceAll([
      { contract: 'A', bid: 1 },
      { contract: 'C', bid: 7 },
    ]);
    expect(store.get('A')).toBe(before);
    expect(store.get('B')).toBeUndefined();
    scheduler.flush();
    expect(notified).toEqual(['shape', 'keys B C']);
  });

  it('notifies of removed rows with undefined as the row, and can be cleared', () => {
    const { store, scheduler, notified, watch } = storeOf(
      { contract: 'A', bid: 1 },
      { contract: 'B', bid: 2 },
    );
    watch('A');
    store.clear();
    expect(store.keys()).toEqual([]);
    scheduler.flush();
    expect(notified).toEqual(['shape', 'A 1→–', 'keys A B']);
  });

  it('never lets a message change the prototype of a row', () => {
    const { store } = storeOf({ contract: 'A' });
    store.merge([JSON.parse('{"contract": "A", "__proto__": {"bid": 5}}') as Row]);
    expect(store.get('A')?.bid).toBeUndefined();
  });
});

function frames() {
  let nowMs = 0;
  let hidden = false;
  let focused = true;
  const timers: { at: number; run: () => void }[] = [];
  let frame: (() => void)[] = [];
  const shown: (() => void)[] = [];
  const source: FrameSource = {
    now: () => nowMs,
    requestFrame: (run) => frame.push(run),
    requestTimer: (run, delayMs) => timers.push({ at: nowMs + delayMs, run }),
    isHidden: () => hidden,
    hasFocus: () => focused,
    onShown: (listener) => shown.push(listener),
  };
  const scheduler = createFrameScheduler(source);
  const flushedAt: number[] = [];
  const flush = () => flushedAt.push(nowMs);
  return {
    flushedAt,
    request: () => scheduler.request(flush),
    setFocus: (value: boolean) => {
      focused = value;
    },
    setHidden: (value: boolean) => {
      hidden = value;
      if (!value) for (const listener of shown) listener();
    },
    /** A frame every 10 ms; something changes before each one when `isBusy`. */
    pass(ms: number, { isBusy = false } = {}) {
      for (const end = nowMs + ms; nowMs < end; ) {
        if (isBusy) scheduler.request(flush);
        nowMs += 10;
        for (const timer of timers.splice(0)) {
          if (timer.at <= nowMs) timer.run();
          else timers.push(timer);
        }
        if (hidden) continue;
        const due = frame;
        frame = [];
        for (const run of due) run();
      }
    },
  };
}

describe('frame scheduler', () => {
  it('flushes once in the next frame, however often it is requested', () => {
    const page = frames();
    page.request();
    page.request();
    expect(page.flushedAt).toEqual([]);
    page.pass(200);
    expect(page.flushedAt).toEqual([10]);
  });

  it('flushes at most twenty times per second during constant change', () => {
    const page = frames();
    page.pass(1_000, { isBusy: true });
    expect(page.flushedAt.length).toBeLessThanOrEqual(20);
    expect(page.flushedAt.length).toBeGreaterThanOrEqual(16);
  });

  it('flushes at most four times per second when the window has no focus', () => {
    const page = frames();
    page.setFocus(false);
    page.pass(1_000, { isBusy: true });
    expect(page.flushedAt.length).toBeLessThanOrEqual(4);
    expect(page.flushedAt.length).toBeGreaterThanOrEqual(3);
  });

  it('flushes nothing while the window is hidden, and immediately when it is visible again', () => {
    const page = frames();
    page.pass(100, { isBusy: true });
    page.flushedAt.length = 0;
    page.setHidden(true);
    page.pass(1_000, { isBusy: true });
    expect(page.flushedAt).toEqual([]);
    page.setHidden(false);
    page.pass(30);
    expect(page.flushedAt).toHaveLength(1);
  });
});
