// The captions of a grid: a click sorts (up, down, not), the right border pulls the column wider or narrower. Clicks and
// keys are heard by the grid, which is the one tab stop.
import { type PointerEvent, useRef } from 'react';
import { cx } from '../class-names.ts';
import type { GridColumn, GridSort } from './grid-column.ts';
import styles from './live-grid.module.css';

export interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly widths: readonly number[];
  readonly cellId: (column: number) => string;
  readonly focusedColumn: number;
  readonly sort: GridSort | null;
  readonly onResize: (columnId: string, px: number, isPulling: boolean) => void;
}

const alignment = { left: styles.left, right: styles.right, center: styles.center };

export function GridHeader<Row>({
  columns,
  widths,
  cellId,
  focusedColumn,
  sort,
  onResize,
}: GridHeaderProps<Row>) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {columns.map((column, at) => {
          const direction = sort?.id !== column.id ? null : sort.desc ? 'descending' : 'ascending';
          const isSortable = column.sortValue !== undefined;
          return (
            <div
              key={column.id}
              id={cellId(at)}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={isSortable ? (direction ?? 'none') : undefined}
              aria-label={column.fullTitle ?? column.title}
              data-head={column.id}
              data-focused={at === focusedColumn || undefined}
              data-tip={column.fullTitle}
              className={cx(
                styles.headCell,
                alignment[column.align],
                column.rule && styles.rule,
                column.pinned && styles.pinned,
                isSortable && styles.sortable,
              )}
            >
              <span className={styles.caption}>{column.title}</span>
              {direction !== null && (
                <span aria-hidden="true" className={styles.sortMark}>
                  {direction === 'ascending' ? '▲' : '▼'}
                </span>
              )}
              <WidthHandle
                width={widths[at] ?? 0}
                onResize={(px, isPulling) => onResize(column.id, px, isPulling)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function WidthHandle(props: {
  readonly width: number;
  readonly onResize: (px: number, isPulling: boolean) => void;
}) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const pull = (event: PointerEvent, isPulling: boolean) => {
    if (from.current === null) return;
    props.onResize(from.current.width + event.clientX - from.current.x, isPulling);
    if (!isPulling) from.current = null;
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
      onPointerMove={(event) => pull(event, true)}
      onPointerUp={(event) => pull(event, false)}
      onPointerCancel={(event) => pull(event, false)}
    />
  );
}
