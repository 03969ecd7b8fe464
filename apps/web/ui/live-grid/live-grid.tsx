// A grid of live rows: virtual rows, values written directly to the DOM by the listeners of the visible rows,
// one tab stop and the keys of the WAI-ARIA grid pattern. The grid is independent of the market: panels describe their
// rows with columns.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../button.tsx';
import { useMediaQuery } from '../media.ts';
import { loadedOnDemand, OnDemand } from '../on-demand.tsx';
import { type FlashMode, PanelFooter, usePanelLook } from '../panel-frame.tsx';
import type { GridColumn, GridMessage, GridSource, RowKey } from './grid-column.ts';
import { GridFilterRow, GridHeader, GridTotalsRow } from './grid-header.tsx';
import type { FocusedCell } from './grid-keys.ts';
import { GridMessageView } from './grid-message.tsx';
import { GridGroupRow, GridRow } from './grid-row.tsx';
import { descriptionsOf, type GridLine, type GridTree } from './grid-rows.ts';
import styles from './live-grid.module.css';
import {
  type RowGestureListeners,
  useGridFocus,
  useGridGestures,
  useRowSelection,
} from './use-grid-gestures.ts';
import {
  type GridTableOptions,
  probeText,
  useFrozenRows,
  useGridTable,
  useLineHeights,
  useRoom,
} from './use-grid-table.ts';
import { type ToolResult, useGridTools } from './use-grid-tools.ts';
import { type SummedRows, useSums } from './use-sums.ts';

const ColumnChooser = loadedOnDemand(() =>
  import('./column-chooser.tsx').then((module) => module.ColumnChooser),
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
  /** True if the values are old: they have the second colour, and nothing flashes. */
  readonly isStale?: boolean | undefined;
  readonly selectedKey?: Key | null | undefined;
  /** Shown when there are no rows. */
  readonly message?: GridMessage | undefined;
  /** Subscribes to changes of anything but the rows that texts or marks depend on. */
  readonly onRepaint?: ((listener: () => void) => () => void) | undefined;
  /** Called with the selected rows, in the order shown, whenever the selection changes. */
  readonly onSelection?: ((keys: readonly Key[]) => void) | undefined;
  /** False if the lines are positions that cannot be selected, as in a depth. */
  readonly isSelectable?: boolean;
  /** The nesting of the rows, which makes the grid a treegrid. It has no filters, because they would hide parents or children. */
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
  const { view, change, visible, widths, lines, lineAt, grouping } = table;
  const { focus, focusOn } = useGridFocus(lines, lineAt, visible.length);
  const selection = useRowSelection(lines, lineAt, isSelectable);
  const [isChoosing, setChoosing] = useState(false);
  const [result, setResult] = useState<ToolResult | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const heights = useLineHeights(measure);
  const virtualizer = useVirtualLines(lines, scroller, heights, view.showsTotals);
  const flash = useFlashMode(props.flash, isStale);

  const focusedCellId = useFocusedCell(gridId, lines[focus.line], focus.column, hasFocus);
  useSelectionReport(lines, selection.ids, props);

  const rowsToExport = () => {
    const rows = lines.flatMap((line) => (line.kind === 'row' ? [line] : []));
    const selected = rows.filter(({ id }) => selection.ids.has(id));
    return (selected.length > 1 ? selected : rows).map(({ row }) => source.get(keyOf(row)) ?? row);
  };
  const { copy } = useGridTools({
    ...table,
    label,
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
    // Gestures use the current rows, even while the grid is frozen.
    source: props.source,
    keyOf,
    lines,
    columns: visible,
    focus,
    focusedCellId,
    keys: {
      ...table,
      ...selection,
      tree,
      page: Math.floor(((scroller.current?.clientHeight ?? 0) - headHeightPx) / heights.rowHeight) - 1,
      focusOn: (line, column) => {
        focusOn(line, column);
        if (line >= 0) virtualizer.scrollToIndex(line, { align: 'auto' });
      },
      copy,
    },
  });
  const hasTotals =
    view.showsTotals && !isStacked && lines.length > 0 && visible.some(({ sum }) => sum !== undefined);
  const filterCount = view.showsFilters ? table.allCount - table.shownRows.length : 0;
  const message =
    filterCount > 0 && lines.length === 0
      ? allFilteredOut(filterCount, () => change({ filters: {} }))
      : props.message;

  return (
    <div
      className={classNames(styles.frame, props.className)}
      data-flash={flash}
      data-stale={isStale || undefined}
      data-stacked={isStacked || undefined}
      style={heights.textScale === 1 ? undefined : { '--text-scale': heights.textScale }}
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
          onResize={table.resize}
          onMove={table.moveColumn}
        >
          {view.showsFilters && !isStacked && (
            <GridFilterRow
              columns={visible}
              filters={view.filters}
              onFilter={(id, text) => change({ filters: { ...view.filters, [id]: text } })}
            />
          )}
        </GridHeader>
        <GridLines
          {...props}
          {...{ table, room, source, virtualizer, gridId, selectedIds: selection.ids }}
          focus={hasFocus ? focus : null}
          isFlashing={flash !== 'none'}
        />
        {hasTotals && (
          <GridTotalsRow columns={visible} rows={table.shownRows} source={source} keyOf={keyOf} />
        )}
      </div>
      <div ref={measure} aria-hidden="true" className={styles.measure}>
        <span>{probeText}</span>
      </div>
      <GridFooters
        {...{ columns: visible, source, keyOf }}
        rows={selection.ids.size > 1 ? rowsToExport() : []}
        filterCount={filterCount}
        result={result}
      />
      {isChoosing && (
        <OnDemand onEscape={() => setChoosing(false)}>
          <ColumnChooser
            label={label}
            columns={table.columns}
            alwaysPinned={props.columns.flatMap((column) => (column.pinned === true ? [column.id] : []))}
            headers={view.headers}
            leftOut={table.leftOut}
            onHeaders={(headers) => change({ headers })}
            onClose={() => setChoosing(false)}
          />
        </OnDemand>
      )}
      {message !== undefined && lines.length === 0 && <GridMessageView message={message} />}
    </div>
  );
}

/** The id of the cell with the keyboard focus, which stays in view. The header has no `line`. */
function useFocusedCell<Row>(
  gridId: string,
  line: GridLine<Row> | undefined,
  column: number,
  hasFocus: boolean,
): string {
  const id = `${gridId}${line?.id ?? 'head'}:${line?.kind === 'group' ? 0 : column}`;
  useEffect(() => {
    if (hasFocus) document.getElementById(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [id, hasFocus]);
  return id;
}

function useVirtualLines<Row>(
  lines: readonly GridLine<Row>[],
  scroller: RefObject<HTMLDivElement | null>,
  { rowHeight, groupHeight }: ReturnType<typeof useLineHeights>,
  showsTotals: boolean,
) {
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? groupHeight : rowHeight),
    // Scrolling renders immediately, so one line beyond the border is enough. Each additional line costs layout time at every tick.
    overscan: 1,
    scrollPaddingEnd: headHeightPx + (showsTotals ? rowHeight : 0),
    getItemKey: (index) => lines[index]?.id ?? index,
  });
  useLayoutEffect(() => {
    if (rowHeight > 0 && groupHeight > 0) virtualizer.measure();
  }, [rowHeight, groupHeight, virtualizer]);
  return virtualizer;
}

/** The flash of changed values. No value flashes while values are old or frozen, or if the user prefers reduced motion. */
function useFlashMode(ofPanel: FlashMode | undefined, isStale: boolean): FlashMode {
  const look = usePanelLook();
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  if (ofPanel === undefined || isStale || isMotionReduced || look.frozenAt !== null) return 'none';
  return look.flash ?? ofPanel;
}

/** Calls `onSelection` if the selection or its order changes. */
function useSelectionReport<Row extends object, Key extends RowKey>(
  lines: readonly GridLine<Row>[],
  selectedIds: ReadonlySet<string>,
  { keyOf, onSelection }: Pick<LiveGridProps<Row, Key>, 'keyOf' | 'onSelection'>,
) {
  const linesNow = useRef(lines);
  linesNow.current = lines;
  const selected = lines.flatMap(({ id }) => (selectedIds.has(id) ? [id] : [])).join('\n');
  useEffect(() => {
    const ids = new Set(selected.split('\n'));
    onSelection?.(
      linesNow.current.flatMap((line) => (line.kind === 'row' && ids.has(line.id) ? [keyOf(line.row)] : [])),
    );
  }, [selected, onSelection, keyOf]);
}

const allFilteredOut = (count: number, clear: () => void): GridMessage => ({
  kind: 'empty',
  title: 'No rows match the filters.',
  detail: `${count} are left out.`,
  action: { label: 'Clear the filters', run: clear },
});

interface GridLinesProps<Row extends object, Key extends RowKey>
  extends Pick<LiveGridProps<Row, Key>, 'keyOf' | 'isStacked' | 'tree' | 'selectedKey' | 'onRepaint'> {
  readonly table: Pick<
    ReturnType<typeof useGridTable<Row, Key>>,
    'lines' | 'visible' | 'widths' | 'grouping'
  >;
  readonly room: number;
  readonly source: GridSource<Row, Key>;
  readonly virtualizer: ReturnType<typeof useVirtualLines>;
  readonly gridId: string;
  /** `null` while the grid does not have the focus. */
  readonly focus: FocusedCell | null;
  readonly selectedIds: ReadonlySet<string>;
  readonly isFlashing: boolean;
}

/** The lines in view. */
function GridLines<Row extends object, Key extends RowKey>(props: GridLinesProps<Row, Key>) {
  const { table, source, virtualizer, gridId, focus, keyOf, isStacked = false, tree } = props;
  const { lines, visible, widths, grouping } = table;
  const isFlashing = useRef(false);
  isFlashing.current = props.isFlashing;
  const describe = descriptionsOf(
    lines,
    grouping,
    roomOfGroups(isStacked ? [] : visible, widths, props.room),
  );
  const rows = virtualizer.getVirtualItems().map(({ index, start }) => {
    const line = lines[index];
    if (line === undefined) return null;
    const isFocused = index === focus?.line;
    if (line.kind === 'group')
      return (
        <GridGroupRow
          key={line.id}
          index={index}
          top={start}
          id={`${gridId}${line.id}:0`}
          group={line.group}
          description={describe(line.group)}
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
        narrowed={visible.map((column, index) => ((widths[index] ?? 0) < column.width ? 1 : 0)).join('')}
        isSelected={key === props.selectedKey || props.selectedIds.has(line.id)}
        focusedColumn={isFocused ? focus.column : -1}
        isFlashing={isFlashing}
        onRepaint={props.onRepaint}
        isStacked={isStacked}
        place={tree?.placeOf(line.row)}
      />
    );
  });
  return (
    <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
      {rows}
    </div>
  );
}

/** The width for the texts of groups, in pixels: up to the first column with a sum. */
function roomOfGroups<Row>(columns: readonly GridColumn<Row>[], widths: readonly number[], room: number) {
  const firstSum = columns.findIndex(({ sum }) => sum !== undefined);
  return firstSum <= 0 ? room : widths.slice(0, firstSum).reduce((total, width) => total + width, 0);
}

/** The sums of the selection, the number of omitted rows, and the result of a tool, which is also announced. */
function GridFooters<Row, Key extends RowKey>(
  props: SummedRows<Row, Key> & { readonly filterCount: number; readonly result: ToolResult | null },
) {
  const { filterCount, result } = props;
  return (
    <>
      {props.rows.length > 0 && <SelectionFooter {...props} />}
      {filterCount > 0 && <PanelFooter>{<span>{filterCount} filtered out</span>}</PanelFooter>}
      <span role="status" className="visually-hidden">
        {result?.text}
      </span>
      {result?.isFault && (
        <PanelFooter>
          <span className={styles.fault}>{result.text}</span>
        </PanelFooter>
      )}
    </>
  );
}

function SelectionFooter<Row, Key extends RowKey>(props: SummedRows<Row, Key>) {
  const sums = useSums(props).flatMap((text, index) =>
    text === '' ? [] : [`${props.columns[index]?.title} ${text}`],
  );
  return (
    <PanelFooter>
      <span>{[`${props.rows.length} chosen`, ...sums].join(', ')}</span>
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
  const tracks = columns.map((column, index) => {
    const width = scaled(widths[index] ?? 0);
    if (column.grows) return `minmax(${width}, 1fr)`;
    return column.roomyWidth === undefined ? width : `minmax(${width}, ${scaled(column.roomyWidth)})`;
  });
  return { '--columns': tracks.join(' ') };
}
