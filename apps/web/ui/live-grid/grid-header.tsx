// The fixed rows of a grid: captions with sorting, moving and resizing, a filter under each caption, and the totals.
import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../button.tsx';
import { type GridColumn, hasNumbers, placeAt, type RowKey } from './grid-column.ts';
import { type GridSort, parseFilter } from './grid-rows.ts';
import styles from './live-grid.module.css';
import { type SummedRows, useSums } from './use-sums.ts';

interface GridFilterRowProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilter: (columnId: string, text: string) => void;
}

const syntax =
  'Text to find, =whole text, !exclude, >10, 10..20; commas or semicolons between alternatives, one at the end switches it off';

/** The syntax of the filter fields is described in grid-rows.ts. */
export function GridFilterRow<Row>({ columns, filters, onFilter }: GridFilterRowProps<Row>) {
  return (
    <div role="row" className={styles.filterRow}>
      {columns.map((column, index) => (
        <div key={column.id} role="gridcell" aria-colindex={index + 1} className={styles.filterCell}>
          {column.render === undefined && (
            <FilterField
              column={column}
              isFirst={index === 0}
              filterText={filters[column.id] ?? ''}
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
  readonly filterText: string;
  readonly onType: (text: string) => void;
}) {
  const { column, isFirst, filterText, onType } = props;
  const filter = parseFilter(filterText, hasNumbers(column));
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
        value={filterText}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        data-off={(filterText !== '' && filter.kind === 'off') || undefined}
        onChange={(event) => onType(event.target.value)}
      />
      <span className="visually-hidden" role="status">
        {filter.kind === 'bad' ? help : ''}
      </span>
    </>
  );
}

interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly widths: readonly number[];
  readonly cellId: (column: number) => string;
  readonly focusedColumn: number;
  readonly sort: readonly GridSort[];
  readonly onResize: (columnId: string, px: number, isDragging: boolean) => void;
  readonly onMove: (columnId: string, to: number) => void;
  /** Content under the captions that stays in view with them. */
  readonly children?: ReactNode;
}

/** A press that moves further than this, in pixels, is a drag. */
const dragFromPx = 6;

interface ColumnDrag {
  readonly id: string;
  readonly from: number;
  readonly x: number;
  readonly to: number | null;
}

const alignment = { left: styles.left, right: styles.right, center: styles.center };

/**
 * A click on a caption sorts (up, down, off), its right border resizes the column, and a drag moves the column. The grid handles clicks and
 * keys, because it is the only tab stop.
 */
export function GridHeader<Row>({
  columns,
  widths,
  cellId,
  focusedColumn,
  sort,
  onResize,
  onMove,
  children,
}: GridHeaderProps<Row>) {
  const row = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<ColumnDrag | null>(null);
  const hasDragged = useRef(false);
  const begin = (event: PointerEvent<HTMLElement>, id: string, from: number) => {
    hasDragged.current = false;
    if (event.button !== 0 || event.pointerType === 'touch' || columns[from]?.pinned) return;
    if ((event.target as Element).closest('[data-width-handle]') !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged({ id, from, x: event.clientX, to: null });
  };
  const drag = (event: PointerEvent) => {
    if (dragged === null) return;
    if (dragged.to === null && Math.abs(event.clientX - dragged.x) < dragFromPx) return;
    hasDragged.current = true;
    const borders = [...(row.current?.children ?? [])].map((cell) => cell.getBoundingClientRect());
    const to = placeAt(borders, dragged.from, event.clientX);
    if (to !== dragged.to) setDragged({ ...dragged, to });
  };
  const end = (event: PointerEvent) => {
    if (dragged !== null && dragged.to !== null && event.type === 'pointerup') onMove(dragged.id, dragged.to);
    setDragged(null);
  };
  /** The click at the end of a drag must not sort. */
  const ignoreClickOfDrag = (event: MouseEvent) => {
    if (hasDragged.current) event.stopPropagation();
    hasDragged.current = false;
  };
  const dropSide = (at: number) => {
    if (dragged === null || dragged.to === null || dragged.to === dragged.from || at !== dragged.to)
      return undefined;
    return dragged.to < dragged.from ? 'before' : 'after';
  };
  return (
    <div role="rowgroup" className={styles.head}>
      <div
        ref={row}
        role="row"
        aria-rowindex={1}
        className={styles.headRow}
        onClickCapture={ignoreClickOfDrag}
      >
        {columns.map((column, index) => {
          const rank = sort.findIndex((key) => key.id === column.id);
          const direction = rank < 0 ? null : sort[rank]?.desc ? 'descending' : 'ascending';
          const isSortable = column.sortValue !== undefined;
          return (
            <div
              key={column.id}
              id={cellId(index)}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={isSortable ? (direction ?? 'none') : undefined}
              aria-label={column.fullTitle ?? column.title}
              data-head={column.id}
              data-focused={index === focusedColumn || undefined}
              data-tip={column.fullTitle}
              data-drop={dropSide(index)}
              data-dragged={(dragged?.id === column.id && dragged.to !== null) || undefined}
              onPointerDown={(event) => begin(event, column.id, index)}
              onPointerMove={drag}
              onPointerUp={end}
              onPointerCancel={end}
              className={classNames(
                styles.headCell,
                alignment[column.align],
                column.rule && styles.rule,
                column.pinned === 'end' && styles.end,
                isSortable && styles.sortable,
              )}
            >
              {column.title === '' ? (
                <span className="visually-hidden">{column.fullTitle}</span>
              ) : (
                <span className={styles.caption}>{column.title}</span>
              )}
              {direction !== null && (
                <span aria-hidden="true" className={styles.sortMark}>
                  {direction === 'ascending' ? '▲' : '▼'}
                  {sort.length > 1 && rank + 1}
                </span>
              )}
              <WidthHandle
                width={widths[index] ?? 0}
                onResize={(px, isDragging) => onResize(column.id, px, isDragging)}
              />
            </div>
          );
        })}
      </div>
      {children}
    </div>
  );
}

function WidthHandle(props: {
  readonly width: number;
  readonly onResize: (px: number, isDragging: boolean) => void;
}) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const resize = (event: PointerEvent, isDragging: boolean) => {
    if (from.current === null) return;
    props.onResize(from.current.width + event.clientX - from.current.x, isDragging);
    if (!isDragging) from.current = null;
  };
  return (
    <span
      aria-hidden="true"
      data-width-handle=""
      className={styles.widthHandle}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: props.width };
      }}
      onPointerMove={(event) => resize(event, true)}
      onPointerUp={(event) => resize(event, false)}
      onPointerCancel={(event) => resize(event, false)}
    />
  );
}

export function GridTotalsRow<Row, Key extends RowKey>(props: SummedRows<Row, Key>) {
  const sums = useSums(props);
  const { columns } = props;
  const caption = columns.findIndex((column) => column.sum === undefined);
  return (
    <div role="rowgroup" className={styles.foot}>
      <div role="row" className={styles.footRow}>
        {columns.map((column, index) => (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={index + 1}
            aria-label={sums[index] ? `Total ${column.fullTitle ?? column.title} ${sums[index]}` : undefined}
            className={classNames(styles.cell, column.align === 'right' ? styles.right : styles.left)}
          >
            {sums[index] || (index === caption ? 'Total' : '')}
          </div>
        ))}
      </div>
    </div>
  );
}
