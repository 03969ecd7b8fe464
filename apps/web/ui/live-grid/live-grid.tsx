// A grid of live rows: virtual rows, values written directly to the DOM by the listeners of the visible rows,
// one tab stop and the keys of the WAI-ARIA grid pattern. It knows nothing of markets: panels describe their
// rows with columns.
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../button.tsx';
import { useMediaQuery } from '../media.ts';
import { OnDemand } from '../on-demand.tsx';
import { type FlashMode, PanelFooter, usePanelLook } from '../panel-frame.tsx';
import type { GridColumn, GridMessage, RowKey } from './grid-column.ts';
import { GridFilterRow, GridHeader, GridTotalsRow } from './grid-header.tsx';
import { GridMessageView } from './grid-message.tsx';
import { GridGroupRow, GridRow } from './grid-row.tsx';
import type { GridTree } from './grid-rows.ts';
import { sumText } from './grid-rows.ts';
import styles from './live-grid.module.css';
import type { RowGestureListeners } from './use-grid-gestures.ts';
import { useGridFocus, useGridGestures, useRowSelection } from './use-grid-gestures.ts';
import {
  type GridTableOptions,
  probeText,
  useFrozenRows,
  useGridTable,
  useLineHeights,
  useRoom,
} from './use-grid-table.ts';
import { type ToolResult, useGridTools } from './use-grid-tools.ts';

const ColumnChooser = lazy(() =>
  import('./column-chooser.tsx').then((module) => ({ default: module.ColumnChooser })),
);

export interface LiveGridProps<Row extends object, Key extends RowKey>
  extends Omit<GridTableOptions<Row, Key>, 'room'>,
    RowGestureListeners<Row> {
  /** Accessible name. */
  readonly label: string;
  /**
   * Shows each row on several lines; the panel's style sheet places the cells by `grid-area: <column id>`.
   */
  readonly isStacked?: boolean;
  readonly className?: string | undefined;
  readonly flash?: FlashMode | undefined;
  /** The values are old: all are in the second colour and nothing flashes. */
  readonly isStale?: boolean | undefined;
  readonly selectedKey?: Key | null | undefined;
  /** Shown when there are no rows. */
  readonly message?: GridMessage | undefined;
  /** Subscribes to changes of anything but the rows on which texts or marks depend. */
  readonly onRepaint?: ((listener: () => void) => () => void) | undefined;
  /** Called with the selected rows, in the order shown, whenever the selection changes. */
  readonly onSelection?: ((keys: readonly Key[]) => void) | undefined;
  /** False when lines are positions and not things to select, as in a depth. */
  readonly isSelectable?: boolean;
  /** How the rows are nested: the grid is a treegrid then. Filters would take rows from below others, so it has none. */
  readonly tree?: GridTree<Row> | undefined;
}

const headHeightPx = 24;

export function LiveGrid<Row extends object, Key extends RowKey>(props: LiveGridProps<Row, Key>) {
  const { label, keyOf, isStacked = false, isStale = false, isSelectable = true, tree } = props;
  const look = usePanelLook();
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const roomProbe = useRef<HTMLDivElement>(null);
  const { source, rowKeys } = useFrozenRows(props, look.frozenAt);
  const room = useRoom(roomProbe);
  const table = useGridTable({ ...props, source, rowKeys, room: isStacked ? 0 : room });
  const {
    view,
    change,
    chosen,
    visible,
    leftOut,
    widths,
    lines,
    lineAt,
    grouping,
    sortBy,
    resize,
    moveColumn,
    toggleGroup,
  } = table;
  const { focus, focusOn } = useGridFocus(lines, lineAt, visible.length);
  const selection = useRowSelection(lines, lineAt, isSelectable);
  const linesNow = useRef(lines);
  linesNow.current = lines;
  const [isChoosing, setChoosing] = useState(false);
  const [result, setResult] = useState<ToolResult | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const { rowHeight, groupHeight, textScale } = useLineHeights(measure);

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? groupHeight : rowHeight),
    // Scrolling renders immediately, so that one line beyond the border is enough; each further one costs layout
    // at every tick.
    overscan: 1,
    scrollPaddingEnd: headHeightPx + (view.showsTotals ? rowHeight : 0),
    getItemKey: (index) => lines[index]?.id ?? index,
  });
  useLayoutEffect(() => {
    if (rowHeight > 0 && groupHeight > 0) virtualizer.measure();
  }, [rowHeight, groupHeight, virtualizer]);

  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const chosenFlash = props.flash === undefined ? 'none' : (look.flash ?? props.flash);
  const flash: FlashMode = isStale || isMotionReduced || look.frozenAt !== null ? 'none' : chosenFlash;
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

  const { onSelection } = props;
  const selectedIds = lines.flatMap(({ id }) => (selection.ids.has(id) ? [id] : [])).join('\n');
  useEffect(() => {
    const ids = new Set(selectedIds.split('\n'));
    onSelection?.(
      linesNow.current.flatMap((line) => (line.kind === 'row' && ids.has(line.id) ? [keyOf(line.row)] : [])),
    );
  }, [selectedIds, onSelection, keyOf]);

  const rowsToExport = () => {
    const rows = lines.flatMap((line) => (line.kind === 'row' ? [line] : []));
    const selected = rows.filter(({ id }) => selection.ids.has(id));
    return (selected.length > 1 ? selected : rows).map(({ row }) => source.get(keyOf(row)) ?? row);
  };
  const { copy } = useGridTools({
    label,
    view,
    change,
    columns: table.columns,
    chosen,
    groupedBy: grouping?.groupKey ?? null,
    ownGrouping: props.grouping?.groupKey ?? null,
    rowsToExport,
    selectedCount: selection.ids.size,
    chooseColumns: () => setChoosing(true),
    canFilter: isSelectable && !isStacked && tree === undefined,
    announce: setResult,
  });

  const gestures = useGridGestures({
    listeners: props,
    // Gestures use the current rows, also while the grid is frozen.
    source: props.source,
    keyOf,
    lines,
    columns: visible,
    focus,
    focusedCellId,
    keys: {
      widths,
      tree,
      page: Math.floor(((scroller.current?.clientHeight ?? 0) - headHeightPx) / rowHeight) - 1,
      focusOn: (line, column) => {
        focusOn(line, column);
        if (line >= 0) virtualizer.scrollToIndex(line, { align: 'auto' });
      },
      sortBy,
      resize,
      moveColumn,
      toggleGroup,
      selectRow: selection.select,
      selectAll: selection.selectAll,
      clearSelection: selection.clear,
      copy,
    },
  });
  const filterCount = view.showsFilters ? table.allCount - table.shownRows.length : 0;
  const message: GridMessage | undefined =
    filterCount > 0 && lines.length === 0
      ? {
          kind: 'empty',
          title: 'No rows match the filters.',
          detail: `${filterCount} are left out.`,
          action: { label: 'Clear the filters', run: () => change({ filters: {} }) },
        }
      : props.message;

  return (
    <div
      className={cx(styles.frame, props.className)}
      data-flash={flash}
      data-stale={isStale || undefined}
      data-stacked={isStacked || undefined}
      style={textScale === 1 ? undefined : { '--text-scale': textScale }}
    >
      <div
        ref={scroller}
        role="grid"
        {...(tree === undefined ? {} : { role: 'treegrid' })}
        tabIndex={0}
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={visible.length}
        aria-multiselectable={isSelectable || undefined}
        aria-busy={message?.kind === 'loading' || undefined}
        aria-activedescendant={hasFocus ? focusedCellId : undefined}
        className={styles.scroller}
        style={isStacked ? undefined : measuresOf(visible, widths)}
        onFocus={(event) => setHasFocus(event.target === event.currentTarget)}
        onBlur={() => setHasFocus(false)}
        data-filtered={view.showsFilters || undefined}
        {...gestures}
      >
        <div ref={roomProbe} aria-hidden="true" className={styles.room} />
        <GridHeader
          columns={visible}
          widths={widths}
          cellId={(column) => `${gridId}head:${column}`}
          focusedColumn={hasFocus && focus.line < 0 ? focus.column : -1}
          sort={view.sort}
          onResize={resize}
          onMove={moveColumn}
        >
          {view.showsFilters && !isStacked && (
            <GridFilterRow
              columns={visible}
              filters={view.filters}
              onFilter={(id, text) => change({ filters: { ...view.filters, [id]: text } })}
            />
          )}
        </GridHeader>
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
                  columns={isStacked ? [] : visible}
                  columnCount={visible.length}
                  source={source}
                  keyOf={keyOf}
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
                isSelected={key === props.selectedKey || selection.ids.has(line.id)}
                focusedColumn={isFocused ? focus.column : -1}
                isFlashing={isFlashing}
                onRepaint={props.onRepaint}
                isStacked={isStacked}
                place={tree?.placeOf(line.row)}
              />
            );
          })}
        </div>
        {view.showsTotals &&
          !isStacked &&
          lines.length > 0 &&
          visible.some(({ sum }) => sum !== undefined) && (
            <GridTotalsRow columns={visible} rows={table.shownRows} source={source} keyOf={keyOf} />
          )}
      </div>
      <div ref={measure} aria-hidden="true" className={styles.measure}>
        <span>{probeText}</span>
      </div>
      <SelectionSums columns={visible} rows={selection.ids.size > 1 ? rowsToExport() : []} />
      {filterCount > 0 && <PanelFooter>{<span>{filterCount} filtered out</span>}</PanelFooter>}
      <span role="status" className="visually-hidden">
        {result?.text}
      </span>
      {result?.isFault && (
        <PanelFooter>
          <span className={styles.fault}>{result.text}</span>
        </PanelFooter>
      )}
      {isChoosing && (
        <OnDemand>
          <ColumnChooser
            label={label}
            columns={table.columns}
            alwaysPinned={props.columns.flatMap((column) => (column.pinned === true ? [column.id] : []))}
            headers={view.headers}
            leftOut={leftOut}
            onHeaders={(headers) => change({ headers })}
            onClose={() => setChoosing(false)}
          />
        </OnDemand>
      )}
      {message !== undefined && lines.length === 0 && <GridMessageView message={message} />}
    </div>
  );
}

/** The sums of the selected rows, in the footer of the panel. */
function SelectionSums<Row>(props: {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
}) {
  const { columns, rows } = props;
  if (rows.length === 0) return null;
  const sums = columns.flatMap((column) => {
    const text = sumText(column, rows);
    return text === '' ? [] : [`${column.title} ${text}`];
  });
  return (
    <PanelFooter>
      <span>{[`${rows.length} chosen`, ...sums].join(', ')}</span>
    </PanelFooter>
  );
}

/** Widths grow with the text size of the panel (`--grid-scale`) and with the space that the user puts between letters. */
const scaled = (px: number) => `calc(${px}px * var(--grid-scale, 1) * var(--text-scale, 1))`;

/**
 * The tracks of all rows, set once at the root, so that resizing a column changes one style and not one per
 * row.
 */
function measuresOf<Row>(columns: readonly GridColumn<Row>[], widths: readonly number[]) {
  const tracks = columns.map((column, at) => {
    const width = scaled(widths[at] ?? 0);
    if (column.grows) return `minmax(${width}, 1fr)`;
    return column.roomyWidth === undefined ? width : `minmax(${width}, ${scaled(column.roomyWidth)})`;
  });
  const sum = (px: readonly number[]) => px.reduce((total, one) => total + one, 0);
  const pinnedWidth = (where: true | 'end') =>
    sum(columns.map((column, at) => (column.pinned === where ? (widths[at] ?? 0) : 0)));
  return {
    '--columns': tracks.join(' '),
    '--columns-width': scaled(sum(widths)),
    ...pinnedPlaces(columns, widths),
    '--pinned-width': scaled(pinnedWidth(true)),
    '--pinned-end-width': scaled(pinnedWidth('end')),
  };
}

/** The distance of each pinned column from the left. */
function pinnedPlaces<Row>(columns: readonly GridColumn<Row>[], widths: readonly number[]) {
  const places: Record<`--pinned-${number}`, string> = {};
  let left = 0;
  columns.forEach((column, at) => {
    if (column.pinned !== true) return;
    places[`--pinned-${at}`] = scaled(left);
    left += widths[at] ?? 0;
  });
  return places;
}
