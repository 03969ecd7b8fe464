// The implementation of KeyedStore: a Map that changes at once, and listeners that are notified at most once per frame. A
// flush notifies the listeners of the shape first (grids lay out their rows), then those of each row, then those of all keys.

import { type FlushScheduler, pageScheduler } from './frame-scheduler.ts';
import type { KeyedStore, LoadStatus, RowKey } from './keyed-store.ts';
import { isSame, mergeDeep } from './merge.ts';

type RowListener<Row> = (row: Row | undefined, before: Row | undefined) => void;

/** `keyOf` must accept a partial row too: every change contains its key. */
export function createKeyedStore<Row extends object, Key extends RowKey>(
  keyOf: (row: Row) => Key,
  scheduler: FlushScheduler = pageScheduler,
): KeyedStore<Row, Key> {
  const rows = new Map<Key, Row>();
  /** The value of each touched row at the last flush. */
  const touched = new Map<Key, Row | undefined>();
  const flushListeners = new Set<(changed: ReadonlySet<Key>) => void>();
  const shapeListeners = new Set<() => void>();
  const rowListeners = new Map<Key, Set<RowListener<Row>>>();
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

  /** A row that was added and removed between two flushes has changed nothing. */
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
      if ((flushListeners.size > 0 || rowListeners.has(key)) && !isSame(before, rows.get(key)))
        changed.set(key, before);
    touched.clear();
    if (takeNewShape()) callEach(shapeListeners, (listener) => listener());
    for (const [key, before] of changed) {
      const listeners = rowListeners.get(key);
      if (listeners) callEach(listeners, (listener) => listener(rows.get(key), before));
    }
    if (changed.size > 0) {
      const keys: ReadonlySet<Key> = new Set(changed.keys());
      callEach(flushListeners, (listener) => listener(keys));
    }
  }

  return {
    get: (key) => rows.get(key),
    keys,
    status: () => loadStatus,
    onFlush: (listener) => addTo(flushListeners, listener),
    onShape: (listener) => addTo(shapeListeners, listener),
    onRow(key, listener) {
      const listeners = rowListeners.get(key) ?? new Set<RowListener<Row>>();
      rowListeners.set(key, listeners);
      const stop = addTo(listeners, listener);
      return () => {
        stop();
        if (listeners.size === 0 && rowListeners.get(key) === listeners) rowListeners.delete(key);
      };
    },
    merge(changes) {
      /** Rows that this batch has created: no listener has seen them yet. */
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
      const known = new Set(before.map(([key]) => key));
      for (const key of rows.keys()) if (!known.has(key)) touch(key, undefined);
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

function addTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Calls every listener that was there when the flush began and still is; one that throws does not stop the others. */
function callEach<Listener>(listeners: Set<Listener>, call: (listener: Listener) => void): void {
  for (const listener of [...listeners]) {
    if (!listeners.has(listener)) continue;
    try {
      call(listener);
    } catch (error) {
      console.error('A listener of a store failed.', error);
    }
  }
}
