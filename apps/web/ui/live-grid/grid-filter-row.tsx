// A filter field under each caption; row-filter.ts has the syntax.
import { cx } from '../class-names.ts';
import type { GridColumn } from './grid-column.ts';
import styles from './live-grid.module.css';
import { pinClass, pinStyle } from './pinned-cell.ts';

export interface GridFilterRowProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilter: (columnId: string, text: string) => void;
}

const syntax =
  'Text to find, =whole text, !exclude, >10, 10..20; commas between alternatives, a comma at the end switches it off';

export function GridFilterRow<Row>({ columns, filters, onFilter }: GridFilterRowProps<Row>) {
  return (
    <div role="row" className={styles.filterRow}>
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          className={cx(styles.filterCell, pinClass(column))}
          style={pinStyle(column, at)}
        >
          {column.render === undefined && (
            <input
              className={styles.filter}
              aria-label={`Filter ${column.fullTitle ?? column.title}`}
              aria-description={syntax}
              placeholder={at === 0 ? 'Filter' : undefined}
              data-tip={syntax}
              value={filters[column.id] ?? ''}
              autoComplete="off"
              spellCheck={false}
              maxLength={120}
              data-off={(filters[column.id] ?? '').trim().endsWith(',') || undefined}
              onChange={(event) => onFilter(column.id, event.target.value)}
            />
          )}
        </div>
      ))}
    </div>
  );
}
