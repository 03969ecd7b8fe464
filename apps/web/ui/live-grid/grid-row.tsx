// One row of a live grid. React renders the cells once; a listener of the row writes their values. The writer
// owns the class list of a cell, so React must not change its className and uses data- attributes instead.
import { memo, type RefObject, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from '../class-names.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../icons.tsx';
import { createFlasher } from './flash.ts';
import type { GridColumn, GridSource, RowKey } from './grid-column.ts';
import type { RowGroup } from './grid-lines.ts';
import { useSums } from './grid-sums-row.tsx';
import type { TreePlace } from './grid-tree.ts';
import styles from './live-grid.module.css';
import { pinClass, pinStyle } from './pinned-cell.ts';
import { createRowWriter, type WriterClasses } from './row-writer.ts';

const flasher = createFlasher();

const name = (className: string | undefined) => className ?? '';
const classes: WriterClasses = {
  tone: {
    buy: name(styles.buy),
    sell: name(styles.sell),
    up: name(styles.up),
    down: name(styles.down),
    second: name(styles.second),
    warning: name(styles.warning),
  },
  heavy: name(styles.heavy),
  note: name(styles.note),
  stale: name(styles.stale),
  mark: {
    filled: name(styles.markFilled),
    ring: name(styles.markRing),
    up: name(styles.markUp),
    down: name(styles.markDown),
  },
  flashUp: name(styles.flashUp),
  flashDown: name(styles.flashDown),
};
const alignment = { left: styles.left, right: styles.right, center: styles.center };

export interface GridRowProps<Row extends object, Key extends RowKey> {
  readonly index: number;
  /** The distance from the top of the body, in pixels. */
  readonly top: number;
  /** The ids of the cells begin with it. */
  readonly id: string;
  readonly source: GridSource<Row, Key>;
  readonly rowKey: Key;
  readonly columns: readonly GridColumn<Row>[];
  /** One character per column: `1` when it is narrower than its texts need, otherwise `0`. */
  readonly narrowed: string;
  readonly isSelected: boolean;
  readonly focusedColumn: number;
  readonly isFlashing: RefObject<boolean>;
  readonly onRepaint: ((listener: () => void) => () => void) | undefined;
  readonly isStacked: boolean;
  /** Of a nested row. */
  readonly place: TreePlace | undefined;
}

function GridRowView<Row extends object, Key extends RowKey>(props: GridRowProps<Row, Key>) {
  const { index, top, id, source, rowKey, columns, narrowed, isSelected, focusedColumn } = props;
  const { isFlashing, onRepaint, isStacked, place } = props;
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (element.current === null) return;
    const cells = [...element.current.children].flatMap((child) =>
      child instanceof HTMLElement ? [child.querySelector<HTMLElement>('[data-text]') ?? child] : [],
    );
    const writer = createRowWriter(cells, columns, classes, flasher);
    const paint = () => {
      const row = source.get(rowKey);
      if (row !== undefined) writer.write(row, undefined, false);
    };
    paint();
    const stopRow = source.onRow(rowKey, (row, before) => {
      if (row !== undefined) writer.write(row, before, isFlashing.current);
    });
    const stopRepaint = onRepaint?.(paint);
    return () => {
      stopRow();
      stopRepaint?.();
    };
  }, [source, rowKey, columns, isFlashing, onRepaint]);

  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={place?.level}
      aria-posinset={place?.position}
      aria-setsize={place?.size}
      aria-expanded={place?.isOpen ?? undefined}
      data-line={index}
      className={cx(styles.row, isSelected && styles.selected)}
      style={{ translate: `0 ${top}px` }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          id={`${id}:${at}`}
          role="gridcell"
          aria-colindex={at + 1}
          data-col={column.id}
          data-narrowed={narrowed[at] === '1' || column.clips || undefined}
          data-focused={at === focusedColumn || undefined}
          className={cx(
            styles.cell,
            alignment[column.align],
            column.weight === 'strong' && styles.strong,
            column.rule && styles.rule,
            column.flashesAsArrow && styles.arrows,
            pinClass(column),
            column.share !== undefined &&
              (column.shareFrom === 'left' ? styles.shareLeft : styles.shareRight),
          )}
          style={isStacked ? { gridArea: column.id } : pinStyle(column, at)}
        >
          {place !== undefined && at === 0 && <NestedText place={place} />}
          {column.render !== undefined && (
            <RenderedCell source={source} rowKey={rowKey} render={column.render} />
          )}
        </div>
      ))}
    </div>
  );
}

export const GridRow = memo(GridRowView) as typeof GridRowView;

/** The first cell of a nested row: indented, with the arrow that opens and closes it; the writer fills in the text. */
function NestedText({ place: { level, isOpen } }: { readonly place: TreePlace }) {
  return (
    <span className={styles.nested} style={{ '--level': String(level - 1) }}>
      <span className={styles.toggle} data-toggle={isOpen === null ? undefined : ''}>
        {isOpen === null ? null : isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
      </span>
      <span data-text="" />
    </span>
  );
}

/** A cell of buttons, rendered again when its row has changed. */
function RenderedCell<Row, Key extends RowKey>(props: {
  readonly source: GridSource<Row, Key>;
  readonly rowKey: Key;
  readonly render: (row: Row) => React.ReactNode;
}) {
  const { source, rowKey, render } = props;
  const subscribe = useCallback((listener: () => void) => source.onRow(rowKey, listener), [source, rowKey]);
  const row = useSyncExternalStore(subscribe, () => source.get(rowKey));
  return row === undefined ? null : render(row);
}

export interface GridGroupRowProps<Row, Key extends RowKey> {
  readonly index: number;
  readonly top: number;
  readonly id: string;
  readonly group: RowGroup<Row>;
  readonly description: string | undefined;
  readonly isFocused: boolean;
  /** The visible columns; none when lines are stacked, because then no sum is under a caption. */
  readonly columns: readonly GridColumn<Row>[];
  readonly columnCount: number;
  readonly source: GridSource<Row, Key>;
  readonly keyOf: (row: Row) => Key;
}

/**
 * The line of a group: its value across the columns before the first sum, and the sums under their captions.
 */
export function GridGroupRow<Row, Key extends RowKey>(props: GridGroupRowProps<Row, Key>) {
  const { index, top, id, group, description, isFocused, columns, columnCount, source, keyOf } = props;
  const sums = useSums({ columns, rows: group.items, source, keyOf });
  const found = sums.findIndex((text) => text !== '');
  const first = found <= 0 ? columns.length : found;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-line={index}
      data-group={group.key}
      className={cx(styles.row, styles.group)}
      style={{ translate: `0 ${top}px` }}
    >
      <div
        id={id}
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns.length === 0 ? columnCount : first}
        aria-expanded={group.isOpen}
        data-focused={isFocused || undefined}
        className={styles.groupCell}
        style={{ gridColumn: columns.length === 0 ? '1 / -1' : `1 / ${first + 1}` }}
      >
        {group.isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        <span className={styles.groupValue}>{group.value}</span>
        {description !== undefined && <span className={styles.groupDescription}>{description}</span>}
        <span className={styles.groupCount}>{group.items.length}</span>
      </div>
      {columns.map((column, at) =>
        at < first || !sums[at] ? null : (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 1}
            aria-label={`Sum ${column.fullTitle ?? column.title} ${sums[at]}`}
            className={cx(styles.cell, alignment[column.align], styles.groupSum)}
            style={{ gridColumn: at + 1 }}
          >
            {sums[at]}
          </div>
        ),
      )}
    </div>
  );
}
