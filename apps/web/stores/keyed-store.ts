// A data set in the browser: rows by key, merged as MODEL-5 requires. Listeners are notified in an animation frame, at most 20
// times a second (4 times without the focus). They are not notified while the window is hidden, but immediately when it becomes
// visible again.
import type { RowKey } from '../ui/live-grid/grid-column.ts';
import { createKeyedSignal, createSignal } from '../ui/signal.ts';

export interface FlushScheduler {
  /** Schedules one call of `flush`. Further requests before that call have no effect. */
  request(flush: () => void): void;
}

export interface FrameSource {
  now(): number;
  requestFrame(run: () => void): void;
  requestTimer(run: () => void, delayMs: number): void;
  isHidden(): boolean;
  hasFocus(): boolean;
  /** Called when the window becomes visible again. */
  onShown(listener: () => void): void;
}

const focusedIntervalMs = 50;
const unfocusedIntervalMs = 250;

export function createFrameScheduler(source: FrameSource): FlushScheduler {
  const waiting = new Set<() => void>();
  let isArmed = false;
  let lastRunAt = Number.NEGATIVE_INFINITY;

  function run(): void {
    isArmed = false;
    if (source.isHidden()) return;
    lastRunAt = source.now();
    const flushes = [...waiting];
    waiting.clear();
    for (const flush of flushes) flush();
  }

  function arm(): void {
    if (isArmed || waiting.size === 0 || source.isHidden()) return;
    isArmed = true;
    const intervalMs = source.hasFocus() ? focusedIntervalMs : unfocusedIntervalMs;
    const delayMs = lastRunAt + intervalMs - source.now();
    if (delayMs <= 0) source.requestFrame(run);
    else source.requestTimer(() => source.requestFrame(run), delayMs);
  }

  source.onShown(() => {
    lastRunAt = Number.NEGATIVE_INFINITY;
    isArmed = false;
    arm();
  });

  return {
    request(flush) {
      waiting.add(flush);
      arm();
    },
  };
}

const browserSource: FrameSource = {
  now: () => performance.now(),
  requestFrame: (run) => {
    requestAnimationFrame(run);
  },
  requestTimer: (run, delayMs) => {
    setTimeout(run, delayMs);
  },
  isHidden: () => document.visibilityState === 'hidden',
  hasFocus: () => document.hasFocus(),
  onShown: (listener) => {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') listener();
    });
  },
};

/** Without a window (in tests) listeners are notified in the next turn of the event loop. */
const turnSource: FrameSource = {
  now: () => 0,
  requestFrame: (run) => {
    setTimeout(run, 0);
  },
  requestTimer: (run) => {
    setTimeout(run, 0);
  },
  isHidden: () => false,
  hasFocus: () => true,
  onShown: () => undefined,
};

/** All stores share one scheduler, so that they are flushed in the same frame. */
export const pageScheduler: FlushScheduler = createFrameScheduler(
  typeof document === 'undefined' ? turnSource : browserSource,
);

export type LoadStatus = 'notStarted' | 'loading' | 'success' | 'error';

/** The read-only view of a data set, for panels and actions. */
export interface ReadableStore<Row extends object, Key extends RowKey> {
  get(key: Key): Row | undefined;
  /** All keys in order of arrival. The array is replaced only when a row is added or removed. */
  keys(): readonly Key[];
  /** All rows in order of arrival, as a new array. */
  rows(): readonly Row[];
  status(): LoadStatus;
  /**
   * `listener` is called once per flush with the keys of added, changed and removed rows. Returns a function that unsubscribes.
   */
  onFlush(listener: (changed: ReadonlySet<Key>) => void): () => void;
  /** `listener` is called when the set of keys or the status changes; for useSyncExternalStore with `keys` or `status`. */
  onShape(listener: () => void): () => void;
  /** `listener` is called in each flush that changes this row, with the previous value. */
  onRow(key: Key, listener: (row: Row | undefined, before: Row | undefined) => void): () => void;
}

/**
 * Screens read; only transport/ and startup/ write. A market row changes up to twenty times per second, so stores do not use React. A data
 * set for transport/ and startup/, which also write.
 */
export interface KeyedStore<Row extends object, Key extends RowKey> extends ReadableStore<Row, Key> {
  /** Deep-merges each change into the row with the same key, or appends it (MODEL-5). */
  merge(rows: readonly (Partial<Row> & object)[]): void;
  replaceAll(rows: readonly Row[]): void;
  remove(keys: readonly Key[]): void;
  setStatus(status: LoadStatus): void;
  clear(): void;
}

/**
 * Changes are deep-merged. Rows are never mutated: changed parts become new objects and all other parts stay the same, so that comparing
 * references finds the changes. Returns the row after the change, or the same object if nothing differs. Arrays and null replace the old
 * value. With `isOwn`, the row is not published yet and may be mutated, so that a batch with several changes to one row copies it only
 * once.
 */
function mergeDeep<Row extends object>(row: Row, change: Partial<Row> & object, isOwn = false): Row {
  let next: Record<string, unknown> | null = isOwn ? (row as Record<string, unknown>) : null;
  const current = row as Record<string, unknown>;
  // Avoids a list of entries, because this runs for every change to every row.
  for (const key in change) {
    if (key === '__proto__' || !Object.hasOwn(change, key)) continue;
    const value: unknown = change[key as keyof typeof change];
    const before = current[key];
    if (Object.is(before, value)) continue;
    const after = isPlainObject(before) && isPlainObject(value) ? mergeDeep(before, value) : value;
    if (isSame(before, after)) continue;
    next ??= { ...current };
    next[key] = after;
  }
  return next === null ? row : (next as Row);
}

/** Deep equality. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A Map that changes immediately. A flush notifies the listeners of the shape first, so that grids lay out their rows, then the listeners
 * of each row, then the listeners of all keys. `keyOf` must also accept partial rows: every change contains its key.
 */
export function createKeyedStore<Row extends object, Key extends RowKey>(
  keyOf: (row: Row) => Key,
  scheduler: FlushScheduler = pageScheduler,
): KeyedStore<Row, Key> {
  const rows = new Map<Key, Row>();
  /** The value of each touched row at the last flush. */
  const touched = new Map<Key, Row | undefined>();
  const flushed = createSignal<[changed: ReadonlySet<Key>]>();
  const shapeChanged = createSignal();
  const rowChanged = createKeyedSignal<Key, [row: Row | undefined, before: Row | undefined]>();
  let keyList: readonly Key[] | null = [];
  let loadStatus: LoadStatus = 'notStarted';
  let mayHaveNewShape = false;
  let flushedKeys: readonly Key[] = [];
  let flushedStatus: LoadStatus = loadStatus;

  function touch(key: Key, before: Row | undefined): void {
    if (!touched.has(key)) touched.set(key, before);
    scheduler.request(flush);
  }

  function reshape(): void {
    mayHaveNewShape = true;
    scheduler.request(flush);
  }

  function put(key: Key, row: Row): void {
    const before = rows.get(key);
    if (before === row) return;
    rows.set(key, row);
    if (before === undefined) {
      keyList = null;
      reshape();
    }
    touch(key, before);
  }

  function drop(key: Key): void {
    const before = rows.get(key);
    if (before === undefined) return;
    rows.delete(key);
    keyList = null;
    reshape();
    touch(key, before);
  }

  function keys(): readonly Key[] {
    keyList ??= [...rows.keys()];
    return keyList;
  }

  /** A row that was added and removed between two flushes is no change. */
  function takeNewShape(): boolean {
    if (!mayHaveNewShape) return false;
    mayHaveNewShape = false;
    const isNew = loadStatus !== flushedStatus || !isSame(keys(), flushedKeys);
    flushedKeys = keys();
    flushedStatus = loadStatus;
    return isNew;
  }

  function flush(): void {
    const changed = new Map<Key, Row | undefined>();
    // A row without listeners need not be compared.
    for (const [key, before] of touched)
      if ((flushed.isUsed() || rowChanged.isUsed(key)) && !isSame(before, rows.get(key)))
        changed.set(key, before);
    touched.clear();
    if (takeNewShape()) shapeChanged.emit();
    for (const [key, before] of changed) rowChanged.emit(key, rows.get(key), before);
    if (changed.size > 0) flushed.emit(new Set(changed.keys()));
  }

  return {
    get: (key) => rows.get(key),
    keys,
    rows: () => [...rows.values()],
    status: () => loadStatus,
    onFlush: flushed.on,
    onShape: shapeChanged.on,
    onRow: rowChanged.on,
    merge(changes) {
      /** Rows that this batch has created and no listener has seen yet. */
      const created = new Set<Row>();
      for (const change of changes) {
        const key = keyOf(change as Row);
        const before = rows.get(key);
        if (before !== undefined && created.has(before)) {
          mergeDeep(before, change, true);
          continue;
        }
        const after = before === undefined ? (change as Row) : mergeDeep(before, change);
        if (before !== undefined && after !== before) created.add(after);
        put(key, after);
      }
    },
    replaceAll(next) {
      const before = [...rows];
      rows.clear();
      for (const row of next) {
        const key = keyOf(row);
        rows.set(key, row);
      }
      for (const [key, row] of before) {
        const now = rows.get(key);
        if (now !== undefined && isSame(row, now)) rows.set(key, row);
        else touch(key, row);
      }
      const keysBefore = new Set(before.map(([key]) => key));
      for (const key of rows.keys()) if (!keysBefore.has(key)) touch(key, undefined);
      const nextKeys = [...rows.keys()];
      if (nextKeys.length !== before.length || before.some(([key], index) => key !== nextKeys[index])) {
        keyList = nextKeys;
        reshape();
      }
    },
    remove(keys) {
      for (const key of keys) drop(key);
    },
    setStatus(status) {
      if (status === loadStatus) return;
      loadStatus = status;
      reshape();
    },
    clear() {
      for (const key of [...rows.keys()]) drop(key);
    },
  };
}
