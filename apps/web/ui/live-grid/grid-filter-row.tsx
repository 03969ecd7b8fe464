// A filter field under each caption; row-filter.ts has the syntax.
import { cx } from '../class-names.ts';
import { type GridColumn, hasNumbers } from './grid-column.ts';
import styles from './live-grid.module.css';
import { pinClass, pinStyle } from './pinned-cell.ts';
import { readFilter } from './row-filter.ts';

export interface GridFilterRowProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilter: (columnId: string, text: string) => void;
}

const syntax =
  'Text to find, =whole text, !exclude, >10, 10..20; commas or semicolons between alternatives, one at the end switches it off';

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
            <FilterField
              column={column}
              isFirst={at === 0}
              typed={filters[column.id] ?? ''}
              onType={(text) => onFilter(column.id, text)}
            />
          )}
        </div>
      ))}
    </div>
  );
}

function FilterField<Row>(props: {
  readonly column: GridColumn<Row>;
  readonly isFirst: boolean;
  readonly typed: string;
  readonly onType: (text: string) => void;
}) {
  const { column, isFirst, typed, onType } = props;
  const filter = readFilter(typed, hasNumbers(column));
  const help = filter.kind === 'bad' ? `Filters nothing. ${filter.reason}` : syntax;
  return (
    <>
      <input
        className={styles.filter}
        aria-label={`Filter ${column.fullTitle ?? column.title}`}
        aria-description={help}
        aria-invalid={filter.kind === 'bad' || undefined}
        placeholder={isFirst ? 'Filter' : undefined}
        data-tip={help}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        data-off={(typed !== '' && filter.kind === 'off') || undefined}
        onChange={(event) => onType(event.target.value)}
      />
      <span className="visually-hidden" role="status">
        {filter.kind === 'bad' ? help : ''}
      </span>
    </>
  );
}
