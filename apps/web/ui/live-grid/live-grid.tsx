// A grid of live rows: virtual rows, values written straight to the DOM by the listeners of the rows in view, one tab
// stop and the keys of the WAI-ARIA grid pattern. It knows nothing of markets: panels hand it words about rows.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { useMediaQuery } from '../use-media-query.ts';
import type { FlashMode, GridColumn, GridMessage, RowKey } from './grid-column.ts';
import { GridHeader } from './grid-header.tsx';
import { GridMessageView } from './grid-message.tsx';
import { GridGroupRow, GridRow } from './grid-row.tsx';
import styles from './live-grid.module.css';
import type { RowGestureListeners } from './row-gesture.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useGridGestures } from './use-grid-gestures.ts';
import { type GridTableOptions, useGridTable } from './use-grid-table.ts';
import { useLineHeights } from './use-line-heights.ts';

export interface LiveGridProps<Row extends object, Key extends RowKey>
  extends GridTableOptions<Row, Key>,
    RowGestureListeners<Row> {
  /** Accessible name. */
  readonly label: string;
  /** Each row as several lines; the panel's style sheet places the cells by `grid-area: <column id>`. */
  readonly isStacked?: boolean;
  readonly className?: string | undefined;
  readonly flash?: FlashMode | undefined;
  /** Values are old: all in the second colour, nothing flashes. */
  readonly isStale?: boolean | undefined;
  readonly selectedKey?: Key | null | undefined;
  /** Shown while there are no rows. */
  readonly message?: GridMessage | undefined;
  /** Tells when something other than a row, on which texts or marks depend, has changed. */
  readonly onRepaint?: ((listener: () => void) => () => void) | undefined;
}

const headHeightPx = 24;

export function LiveGrid<Row extends object, Key extends RowKey>(props: LiveGridProps<Row, Key>) {
  const { label, source, keyOf, grouping, isStacked = false, isStale = false, message } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { visible, widths, lines, lineAt, sort, sortBy, resize, moveColumn, toggleGroup } =
    useGridTable(props);
  const { focus, focusOn } = useGridFocus(lines, lineAt, visible.length);
  const [hasFocus, setHasFocus] = useState(false);
  const { rowHeight, groupHeight } = useLineHeights(scroller);

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? groupHeight : rowHeight),
    overscan: 3,
    scrollPaddingEnd: headHeightPx,
    getItemKey: (index) => lines[index]?.id ?? index,
  });
  useLayoutEffect(() => {
    if (rowHeight > 0 && groupHeight > 0) virtualizer.measure();
  }, [rowHeight, groupHeight, virtualizer]);

  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const flash: FlashMode = isStale || isMotionReduced ? 'none' : (props.flash ?? 'none');
  const isFlashing = useRef(false);
  isFlashing.current = flash !== 'none';

  const cellId = (line: number, column: number) => {
    const at = lines[line];
    if (at === undefined) return `${gridId}head:${column}`;
    return `${gridId}${at.id}:${at.kind === 'group' ? 0 : column}`;
  };
  const focusedCellId = cellId(focus.line, focus.column);
  useEffect(() => {
    if (hasFocus)
      document.getElementById(focusedCellId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [focusedCellId, hasFocus]);

  const gestures = useGridGestures({
    listeners: props,
    source,
    keyOf,
    lines,
    columns: visible,
    focus,
    focusedCellId,
    keys: {
      widths,
      page: Math.floor(((scroller.current?.clientHeight ?? 0) - headHeightPx) / rowHeight) - 1,
      focusOn: (line, column) => {
        focusOn(line, column);
        if (line >= 0) virtualizer.scrollToIndex(line, { align: 'auto' });
      },
      sortBy,
      resize,
      moveColumn,
      toggleGroup,
    },
  });

  return (
    <div
      className={cx(styles.frame, props.className)}
      data-flash={flash}
      data-stale={isStale || undefined}
      data-stacked={isStacked || undefined}
    >
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={visible.length}
        aria-busy={message?.kind === 'loading' || undefined}
        aria-activedescendant={hasFocus ? focusedCellId : undefined}
        className={styles.scroller}
        style={isStacked ? undefined : measuresOf(visible, widths)}
        onFocus={(event) => setHasFocus(event.target === event.currentTarget)}
        onBlur={() => setHasFocus(false)}
        {...gestures}
      >
        <GridHeader
          columns={visible}
          widths={widths}
          cellId={(column) => `${gridId}head:${column}`}
          focusedColumn={hasFocus && focus.line < 0 ? focus.column : -1}
          sort={sort}
          onResize={resize}
          onMove={moveColumn}
        />
        <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const isFocused = hasFocus && index === focus.line;
            if (line.kind === 'group')
              return (
                <GridGroupRow
                  key={line.id}
                  index={index}
                  top={start}
                  id={cellId(index, 0)}
                  group={line.group}
                  description={grouping?.describe?.(line.group.value, line.group.items)}
                  isFocused={isFocused}
                  columnCount={visible.length}
                />
              );
            const key = keyOf(line.row);
            return (
              <GridRow<Row, Key>
                key={line.id}
                index={index}
                top={start}
                id={`${gridId}${line.id}`}
                source={source}
                rowKey={key}
                columns={visible}
                narrowed={visible.map((column, at) => ((widths[at] ?? 0) < column.width ? 1 : 0)).join('')}
                isSelected={key === props.selectedKey}
                focusedColumn={isFocused ? focus.column : -1}
                isFlashing={isFlashing}
                onRepaint={props.onRepaint}
                isStacked={isStacked}
              />
            );
          })}
        </div>
      </div>
      {message !== undefined && lines.length === 0 && <GridMessageView message={message} />}
    </div>
  );
}

/** Widths grow with the size of letters that the place of the grid gives (`--grid-scale`). */
const scaled = (px: number) => `calc(${px}px * var(--grid-scale, 1))`;

/** The tracks of every row, set once at the root: a column that is pulled costs one style, not one a row. */
function measuresOf<Row>(columns: readonly GridColumn<Row>[], widths: readonly number[]) {
  const tracks = columns.map((column, at) => {
    const width = scaled(widths[at] ?? 0);
    if (column.grows) return `minmax(${width}, 1fr)`;
    return column.roomyWidth === undefined ? width : `minmax(${width}, ${scaled(column.roomyWidth)})`;
  });
  const sum = (px: readonly number[]) => px.reduce((total, one) => total + one, 0);
  return {
    '--columns': tracks.join(' '),
    '--columns-width': scaled(sum(widths)),
    '--pinned-width': scaled(sum(columns.map((column, at) => (column.pinned ? (widths[at] ?? 0) : 0)))),
  };
}
