// A frozen grid (WCAG 2.2.2): it shows its rows as they were when it was frozen. Actions use the current row
// all the same: no order is sent at a frozen price.
import { useState } from 'react';
import type { GridSource, RowKey } from './grid-column.ts';

export interface ShownRows<Row, Key extends RowKey> {
  readonly source: GridSource<Row, Key>;
  readonly rowKeys: readonly Key[];
}

interface Frozen<Row, Key extends RowKey> {
  readonly at: number;
  readonly shown: ShownRows<Row, Key>;
}

/** `frozenAt` is when the grid was frozen, null while it is live; another time takes another copy. */
export function useFrozenRows<Row, Key extends RowKey>(
  live: ShownRows<Row, Key>,
  frozenAt: number | null,
): ShownRows<Row, Key> {
  const [frozen, setFrozen] = useState<Frozen<Row, Key> | null>(null);
  if (frozenAt === null) {
    if (frozen !== null) setFrozen(null);
    return live;
  }
  if (frozen?.at === frozenAt) return frozen.shown;
  const shown = copyOf(live);
  setFrozen({ at: frozenAt, shown });
  return shown;
}

export function copyOf<Row, Key extends RowKey>({
  source,
  rowKeys,
}: ShownRows<Row, Key>): ShownRows<Row, Key> {
  const rows = new Map(rowKeys.map((key) => [key, source.get(key)]));
  return { rowKeys, source: { get: (key) => rows.get(key), onRow: () => () => undefined } };
}
