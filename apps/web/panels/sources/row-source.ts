// A source for rows that a panel derives from others, such as the lines of an option chain or the candles of
// a chart. A row's listeners are notified only when the row has changed.
import type { GridSource, RowKey } from '../../ui/live-grid/grid-column.ts';

export interface RowSource<Row, Key extends RowKey> extends GridSource<Row, Key> {
  /** Replaces all rows. */
  set(rows: readonly Row[]): void;
}

type Listener<Row> = (row: Row | undefined, before: Row | undefined) => void;

export function createRowSource<Row, Key extends RowKey>(
  keyOf: (row: Row) => Key,
  isSame: (a: Row, b: Row) => boolean = Object.is,
): RowSource<Row, Key> {
  let rows: ReadonlyMap<Key, Row> = new Map();
  const listeners = new Map<Key, Set<Listener<Row>>>();
  return {
    get: (key) => rows.get(key),
    set(next) {
      const before = rows;
      rows = new Map(next.map((row) => [keyOf(row), row]));
      for (const [key, ofRow] of listeners) {
        const is = rows.get(key);
        const was = before.get(key);
        if (is === was || (is !== undefined && was !== undefined && isSame(is, was))) continue;
        for (const listener of [...ofRow]) listener(is, was);
      }
    },
    onRow(key, listener) {
      const ofRow = listeners.get(key) ?? new Set();
      listeners.set(key, ofRow);
      ofRow.add(listener);
      return () => {
        ofRow.delete(listener);
        if (ofRow.size === 0 && listeners.get(key) === ofRow) listeners.delete(key);
      };
    },
  };
}
