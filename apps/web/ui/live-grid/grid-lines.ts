// Groups of rows that open and close (PANEL-19: key, value, items, isOpen, groupKey), and the flat list of
// lines that a grid draws.

export interface RowGroup<Row> {
  readonly key: string;
  readonly value: string;
  readonly items: readonly Row[];
  readonly isOpen: boolean;
  /** The field by which the rows are grouped. */
  readonly groupKey: string;
}

export type GridLine<Row> =
  | { readonly kind: 'group'; readonly id: string; readonly group: RowGroup<Row> }
  | { readonly kind: 'row'; readonly id: string; readonly row: Row };

/**
 * Groups rows by a value that they share. The groups are in the order of `values`, so that sorting rows moves
 * no group; groups of other values follow in the order of their first row. Rows keep their order. `closed`
 * has the keys of closed groups.
 */
export function groupRows<Row>(
  rows: readonly Row[],
  by: { readonly groupKey: string; valueOf(row: Row): string },
  closed: ReadonlySet<string>,
  values: readonly string[] = [],
): RowGroup<Row>[] {
  const items = new Map<string, Row[]>(values.map((value) => [value, []]));
  for (const row of rows) {
    const value = by.valueOf(row);
    const group = items.get(value);
    if (group === undefined) items.set(value, [row]);
    else group.push(row);
  }
  return [...items]
    .filter(([, members]) => members.length > 0)
    .map(([value, members]) => {
      const key = `${by.groupKey}:${value}`;
      return { key, value, items: members, isOpen: !closed.has(key), groupKey: by.groupKey };
    });
}

/** A line for each group, and for each row of an open group. */
export function linesOfGroups<Row>(
  groups: readonly RowGroup<Row>[],
  idOf: (row: Row) => string,
): GridLine<Row>[] {
  return groups.flatMap((group) => [
    { kind: 'group' as const, id: group.key, group },
    ...(group.isOpen ? linesOfRows(group.items, idOf) : []),
  ]);
}

export function linesOfRows<Row>(rows: readonly Row[], idOf: (row: Row) => string): GridLine<Row>[] {
  return rows.map((row) => ({ kind: 'row' as const, id: idOf(row), row }));
}
