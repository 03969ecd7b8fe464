// A data set in the browser: rows by key, merged by MODEL-5; listeners are notified at most once per frame. Screens read;
// only live/ and startup/ write. A market row changes up to twenty times per second, so stores do not use React.

export type LoadStatus = 'notStarted' | 'loading' | 'success' | 'error';
export type RowKey = string | number;

/** A data set for panels and actions, which only read. */
export interface ReadableStore<Row extends object, Key extends RowKey> {
  get(key: Key): Row | undefined;
  /** All keys in order of arrival; the same array until a row is added or removed. */
  keys(): readonly Key[];
  status(): LoadStatus;
  /** Called once per flush with the keys of the rows that were added, changed or removed. Returns the way to stop. */
  onFlush(listener: (changed: ReadonlySet<Key>) => void): () => void;
  /** Called when the set of keys or the status has changed; for useSyncExternalStore with `keys` or `status`. */
  onShape(listener: () => void): () => void;
  /** Called in a flush in which this row has changed, with its value before. */
  onRow(key: Key, listener: (row: Row | undefined, before: Row | undefined) => void): () => void;
}

/** A data set for live/ and startup/, which also write. */
export interface KeyedStore<Row extends object, Key extends RowKey> extends ReadableStore<Row, Key> {
  /** Deep-merges each into the row with the same key, or appends it (MODEL-5). */
  merge(rows: readonly (Partial<Row> & object)[]): void;
  /** Replaces all rows by these. */
  replaceAll(rows: readonly Row[]): void;
  remove(keys: readonly Key[]): void;
  setStatus(status: LoadStatus): void;
  clear(): void;
}
