// A data set in the browser: rows by key, merged as MODEL-5 says, told to its listeners at most once a frame. Screens
// read; only live/ and startup/ write. A market row changes twenty times a second, so nothing here goes through React.

export type LoadStatus = 'notStarted' | 'loading' | 'success' | 'error';
export type RowKey = string | number;

/** What panels and actions may do with a data set. */
export interface ReadableStore<Row extends object, Key extends RowKey> {
  get(key: Key): Row | undefined;
  /** All keys in order of arrival; the same array until a row comes or goes. */
  keys(): readonly Key[];
  status(): LoadStatus;
  /** Called once a flush with the keys of the rows that came, changed or went. Returns the way to stop. */
  onFlush(listener: (changed: ReadonlySet<Key>) => void): () => void;
  /** Called when the set of keys or the status has changed; fit for useSyncExternalStore with `keys` or `status`. */
  onShape(listener: () => void): () => void;
  /** Called in a flush in which this row changed, with what it was before. */
  onRow(key: Key, listener: (row: Row | undefined, before: Row | undefined) => void): () => void;
}

/** What live/ and startup/ may do besides. */
export interface KeyedStore<Row extends object, Key extends RowKey> extends ReadableStore<Row, Key> {
  /** Deep-merges each into the row of the same key, or appends it (MODEL-5). */
  merge(rows: readonly (Partial<Row> & object)[]): void;
  /** Puts these rows in place of all that were there. */
  replaceAll(rows: readonly Row[]): void;
  remove(keys: readonly Key[]): void;
  setStatus(status: LoadStatus): void;
  clear(): void;
}
