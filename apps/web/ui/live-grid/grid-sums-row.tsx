// The totals of a grid in its last line, which stays in view. They are computed twice a second at most:
// nobody reads a sum faster.
import { useCallback, useSyncExternalStore } from 'react';
import { cx } from '../class-names.ts';
import type { GridColumn, GridSource, RowKey } from './grid-column.ts';
import { sumText } from './grid-sums.ts';
import styles from './live-grid.module.css';
import { pinClass, pinStyle } from './pinned-cell.ts';

const pauseMs = 500;

/** The sums of these rows, a text for each column, computed twice a second. */
export function useSums<Row, Key extends RowKey>(options: {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly source: GridSource<Row, Key>;
  readonly keyOf: (row: Row) => Key;
}): readonly string[] {
  const { columns, rows, source, keyOf } = options;
  const hasSums = columns.some((column) => column.sum !== undefined);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!hasSums) return () => undefined;
      const timer = setInterval(listener, pauseMs);
      return () => clearInterval(timer);
    },
    [hasSums],
  );
  // As one text, so that React renders only when a sum has changed.
  const read = () => {
    if (!hasSums) return '';
    const now = rows.map((row) => source.get(keyOf(row)) ?? row);
    return columns.map((column) => sumText(column, now)).join('\n');
  };
  return useSyncExternalStore(subscribe, read).split('\n');
}

export interface GridTotalsRowProps<Row, Key extends RowKey> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly source: GridSource<Row, Key>;
  readonly keyOf: (row: Row) => Key;
}

export function GridTotalsRow<Row, Key extends RowKey>(props: GridTotalsRowProps<Row, Key>) {
  const sums = useSums(props);
  const { columns } = props;
  const caption = columns.findIndex((column) => column.sum === undefined);
  return (
    <div role="rowgroup" className={styles.foot}>
      <div role="row" className={styles.footRow}>
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 1}
            aria-label={sums[at] ? `Total ${column.fullTitle ?? column.title} ${sums[at]}` : undefined}
            className={cx(
              styles.cell,
              column.align === 'right' ? styles.right : styles.left,
              pinClass(column),
            )}
            style={pinStyle(column, at)}
          >
            {sums[at] || (at === caption ? 'Total' : '')}
          </div>
        ))}
      </div>
    </div>
  );
}
