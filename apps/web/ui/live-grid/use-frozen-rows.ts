// A frozen grid (WCAG 2.2.2): its rows stay as they were at that moment, whatever the market does, until it is let go
// again. What is done to a row is done to the row of now: nothing is sent at a frozen price.
import { useState } from 'react';
import type { GridSource, RowKey } from './grid-column.ts';

export interface ShownRows<Row, Key extends RowKey> {
  readonly source: GridSource<Row, Key>;
  readonly rowKeys: readonly Key[];
}

interface Still<Row, Key extends RowKey> {
  readonly at: number;
  readonly shown: ShownRows<Row, Key>;
}

/** `frozenAt` is when the grid was frozen, null while it is live; another moment makes another still. */
export function useFrozenRows<Row, Key extends RowKey>(
  live: ShownRows<Row, Key>,
  frozenAt: number | null,
): ShownRows<Row, Key> {
  const [still, setStill] = useState<Still<Row, Key> | null>(null);
  if (frozenAt === null) {
    if (still !== null) setStill(null);
    return live;
  }
  if (still?.at === frozenAt) return still.shown;
  const shown = stillOf(live);
  setStill({ at: frozenAt, shown });
  return shown;
}

export function stillOf<Row, Key extends RowKey>({
  source,
  rowKeys,
}: ShownRows<Row, Key>): ShownRows<Row, Key> {
  const rows = new Map(rowKeys.map((key) => [key, source.get(key)]));
  return { rowKeys, source: { get: (key) => rows.get(key), onRow: () => () => undefined } };
}
