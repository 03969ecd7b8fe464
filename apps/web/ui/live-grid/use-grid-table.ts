// The state of a grid: rows that may be frozen, measured sizes, and the columns and lines that are shown.
import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import {
  fitColumns,
  type GridColumn,
  type GridGrouping,
  type GridSource,
  hasNumbers,
  movedColumn,
  narrowestOf,
  type RowKey,
} from './grid-column.ts';
import {
  type GridHeaders,
  type GridView,
  groupRows,
  linesOfGroups,
  linesOfRows,
  parseFilter,
  plainView,
  sortPressed,
} from './grid-rows.ts';

/** The id of the line of a row. */
export const lineIdOf = (key: RowKey) => `row:${key}`;

interface ShownRows<Row, Key extends RowKey> {
  readonly source: GridSource<Row, Key>;
  readonly rowKeys: readonly Key[];
}

interface FrozenRows<Row, Key extends RowKey> {
  readonly at: number;
  readonly shown: ShownRows<Row, Key>;
}

/**
 * A frozen grid (WCAG 2.2.2) shows its rows as of the time when it was frozen. Actions still use the current row, so no order is sent at a
 * frozen price. `frozenAt` is the time when the grid was frozen, null while it is live; a new time takes a new copy.
 */
export function useFrozenRows<Row, Key extends RowKey>(
  live: ShownRows<Row, Key>,
  frozenAt: number | null,
): ShownRows<Row, Key> {
  const [frozen, setFrozen] = useState<FrozenRows<Row, Key> | null>(null);
  if (frozenAt === null) {
    if (frozen !== null) setFrozen(null);
    return live;
  }
  if (frozen?.at === frozenAt) return frozen.shown;
  const shown = copyOf(live);
  setFrozen({ at: frozenAt, shown });
  return shown;
}

export function copyOf<Row, Key extends RowKey>({
  source,
  rowKeys,
}: ShownRows<Row, Key>): ShownRows<Row, Key> {
  const rows = new Map(rowKeys.map((key) => [key, source.get(key)]));
  return { rowKeys, source: { get: (key) => rows.get(key), onRow: () => () => undefined } };
}

const defaultRowHeightPx = 24;

/** The characters of the probe of `measure`. */
export const probeText = '0000000000';

/**
 * Density, device and zoom change the heights of rows and group lines (`--row-height`, `--group-height` of the style sheet); letter spacing
 * set by the user widens texts (WCAG 1.4.12). All are read from one observed element: its height is the height of a row, its width the
 * height of a group line. `measure` is an element of class `measure` inside the grid; for `textScale` it has a span with `probeText`.
 */
export function useLineHeights(measure: RefObject<HTMLElement | null>): {
  readonly rowHeight: number;
  readonly groupHeight: number;
  /** 1 without extra letter spacing. */
  readonly textScale: number;
} {
  const [heights, setHeights] = useState({
    rowHeight: defaultRowHeightPx,
    groupHeight: defaultRowHeightPx,
    textScale: 1,
  });

  useLayoutEffect(() => {
    const element = measure.current;
    if (element === null) return;
    const read = () => {
      const rowHeight = element.offsetHeight || defaultRowHeightPx;
      const groupHeight = element.offsetWidth || rowHeight;
      const textScale = scaleOf(element.querySelector('span'));
      setHeights((was) =>
        was.rowHeight === rowHeight && was.groupHeight === groupHeight && was.textScale === textScale
          ? was
          : { rowHeight, groupHeight, textScale },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    for (const probe of element.children) observer.observe(probe);
    return () => observer.disconnect();
  }, [measure]);
  return heights;
}

/** The width of the probe relative to its width without extra letter spacing. */
function scaleOf(probe: HTMLElement | null): number {
  const width = probe?.getBoundingClientRect().width ?? 0;
  if (probe === null || width === 0) return 1;
  const extra = (Number.parseFloat(getComputedStyle(probe).letterSpacing) || 0) * probeText.length;
  return extra <= 0 || extra >= width ? 1 : Math.round((width / (width - extra)) * 100) / 100;
}

/**
 * The width for columns is read from an element that is half as wide, so that it never makes the grid scroll. The text size of the panel
 * (`--grid-scale`) scales the element, so the width is in pixels of the normal text size. The width for the columns of a grid; 0 until the
 * layout is known. `probe` is an element of class `room` inside the scroller.
 */
export function useRoom(probe: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = probe.current;
    if (element === null) return;
    const read = () => setRoom(Math.floor(element.getBoundingClientRect().width * 2));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [probe]);
  return room;
}

export interface GridTableOptions<Row, Key extends RowKey> {
  readonly source: GridSource<Row, Key>;
  /** The rows to show, in their unsorted order. */
  readonly rowKeys: readonly Key[];
  readonly keyOf: (row: Row) => Key;
  readonly columns: readonly GridColumn<Row>[];
  /** The default grouping, until the user chooses another. */
  readonly grouping?: GridGrouping<Row> | undefined;
  /** The view of the grid; without it the grid keeps the view as its own state. */
  readonly view?: GridView | undefined;
  readonly onViewChange?: ((change: Partial<GridView>) => void) | undefined;
  /** The width for the columns in pixels; 0 or omitted for a grid that shows all of them. */
  readonly room?: number;
}

const features = tableFeatures({
  rowSortingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Rows are read again when rows are added or removed, or the user sorts, filters or groups, but not at a tick, so that no line moves. */
export function useGridTable<Row extends object, Key extends RowKey>(options: GridTableOptions<Row, Key>) {
  const { source, rowKeys, keyOf, onViewChange, room = 0 } = options;
  const [ownView, setOwnView] = useState(plainView);
  const [sortings, setSortings] = useState(0);
  const [dragged, setDragged] = useState<{ readonly id: string; readonly px: number } | null>(null);
  const view = options.view ?? ownView;
  const { sort, headers, filters, showsFilters } = view;
  const columns = usePinned(options.columns, headers.pinned);
  const grouping = useGrouping(options.grouping, view.groupBy?.id, columns);
  const change = (part: Partial<GridView>) => {
    if (options.view === undefined) setOwnView((was) => ({ ...was, ...part }));
    onViewChange?.(part);
  };

  const definitions = useMemo(
    (): ColumnDef<typeof features, Row>[] =>
      columns.map((column) => ({
        id: column.id,
        header: column.title,
        size: column.width,
        minSize: narrowestOf(column),
        enableSorting: column.sortValue !== undefined,
        sortUndefined: 'last',
        sortFn: sortFn_basic,
        accessorFn: (row: Row) => column.sortValue?.(row) ?? undefined,
      })),
    [columns],
  );
  const reading = useMemo(() => ({ rowKeys, sortings }), [rowKeys, sortings]);
  const allItems = useMemo(() => reading.rowKeys.flatMap((key) => source.get(key) ?? []), [reading, source]);
  const items = useMemo(
    () => (showsFilters ? filtered(allItems, columns, filters) : allItems),
    [allItems, columns, filters, showsFilters],
  );
  const state = useMemo(
    () => ({
      // The saved sorting may contain columns of another variant of the panel, which are ignored.
      sorting: sort.filter(({ id }) => columns.some((column) => column.id === id)).map((key) => ({ ...key })),
      columnSizing: { ...headers.widths, ...(dragged === null ? {} : { [dragged.id]: dragged.px }) },
      columnVisibility: Object.fromEntries((headers.hidden ?? []).map((id) => [id, false])),
      columnOrder: orderOf(columns, headers),
    }),
    [sort, headers, dragged, columns],
  );
  const getRowId = useCallback((row: Row) => String(keyOf(row)), [keyOf]);
  const table = useTable({ features, columns: definitions, data: items, getRowId, state });

  const leaves = table.getVisibleLeafColumns();
  const widthOf = new Map(leaves.map((leaf) => [leaf.id, leaf.getSize()]));
  const chosenIds = leaves.map((leaf) => leaf.id).join('\n');
  const chosen = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return chosenIds.split('\n').flatMap((id) => byId.get(id) ?? []);
  }, [chosenIds, columns]);
  const shown = useMemo(() => chosen.filter(({ isFileOnly }) => isFileOnly !== true), [chosen]);
  const { leftOut: outside, widths } = fitColumns(
    shown,
    shown.map(({ id }) => widthOf.get(id) ?? 0),
    room,
  );
  const leftOutIds = [...outside].join('\n');
  const { visible, leftOut } = useMemo(() => {
    const leftOut = new Set(leftOutIds.split('\n'));
    return { leftOut, visible: shown.filter(({ id }) => !leftOut.has(id)) };
  }, [leftOutIds, shown]);

  const sorted = table.getRowModel().rows;
  const closed = view.groupBy?.closed;
  const lines = useMemo(() => {
    const rows = sorted.map((row) => row.original);
    const idOf = (row: Row) => lineIdOf(keyOf(row));
    if (grouping === undefined) return linesOfRows(rows, idOf);
    const values = items.map((row) => grouping.valueOf(row));
    return linesOfGroups(groupRows(rows, grouping, new Set(closed), values), idOf);
  }, [sorted, items, grouping, closed, keyOf]);
  const lineAt = useMemo(() => new Map(lines.map((line, index) => [line.id, index])), [lines]);

  /** Sorts up, then down, then off; `adds` keeps the other sort columns. */
  const sortBy = (id: string, adds = false) => {
    if (columns.find((column) => column.id === id)?.sortValue === undefined) return;
    setSortings((count) => count + 1);
    change({ sort: sortPressed(sort, id, adds) });
  };
  /** Sets the width of a column. During a drag the width changes only on the screen, not in the view. */
  const resize = (id: string, px: number, isDragging = false) => {
    const column = columns.find((column) => column.id === id);
    const width = Math.max(column === undefined ? 0 : narrowestOf(column), Math.round(px));
    setDragged(isDragging ? { id, px: width } : null);
    if (!isDragging) change({ headers: { ...headers, widths: { ...headers.widths, [id]: width } } });
  };
  /** Moves a column to this position among the visible ones; pinned columns stay first. */
  const moveColumn = (id: string, to: number) => {
    const target = visible[to];
    const next = movedColumn(chosen, id, target === undefined ? chosen.length - 1 : chosen.indexOf(target));
    if (next === null) return;
    const order = [...next, ...columns.flatMap((column) => (next.includes(column.id) ? [] : [column.id]))];
    change({ headers: { ...headers, order } });
  };
  /** Opens or closes a group; toggles it without `open`. */
  const toggleGroup = (key: string, open?: boolean) => {
    const next = new Set(closed);
    if (open ?? next.has(key)) next.delete(key);
    else next.add(key);
    change({ groupBy: { id: grouping?.groupKey ?? null, closed: [...next] } });
  };

  return {
    view,
    change,
    columns,
    /** The columns that the user has not hidden, including columns without room. */
    chosen,
    visible,
    /** The ids of chosen columns that do not fit in the panel. */
    leftOut,
    widths,
    lines,
    lineAt,
    grouping,
    /** The number of rows before filters. */
    allCount: allItems.length,
    shownRows: items,
    sortBy,
    resize,
    moveColumn,
    toggleGroup,
  };
}

/** Sets `pinned` for the columns that the user has pinned. */
function usePinned<Row>(columns: readonly GridColumn<Row>[], pinned: readonly string[] | undefined) {
  const ids = (pinned ?? []).join('\n');
  return useMemo(() => {
    if (ids === '') return columns;
    const set = new Set(ids.split('\n'));
    return columns.map((column) =>
      set.has(column.id) && column.pinned !== 'end' ? { ...column, pinned: true } : column,
    );
  }, [columns, ids]);
}

const pinRank = ({ pinned }: Pick<GridColumn<never>, 'pinned'>) =>
  pinned === 'end' ? 2 : pinned === true ? 0 : 1;

/** The order of the columns: pinned at the left, not pinned, pinned at the end; each kind in the user's order. */
function orderOf<Row>(columns: readonly GridColumn<Row>[], { order = [] }: GridHeaders): string[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  const placed = columns
    .map((column, index) => ({ column, at: rank.get(column.id) ?? order.length + index }))
    .sort((a, b) => pinRank(a.column) - pinRank(b.column) || a.at - b.at);
  return placed.map(({ column }) => column.id);
}

/** `chosen` is undefined for the grouping of the panel, null for none. */
function useGrouping<Row>(
  panelGrouping: GridGrouping<Row> | undefined,
  chosen: string | null | undefined,
  columns: readonly GridColumn<Row>[],
): GridGrouping<Row> | undefined {
  return useMemo(() => {
    if (chosen === undefined || chosen === panelGrouping?.groupKey) return panelGrouping;
    const column = columns.find((column) => column.id === chosen && column.groups === true);
    if (column === undefined) return undefined;
    return { groupKey: column.id, valueOf: (row) => column.text(row).trim() };
  }, [panelGrouping, chosen, columns]);
}

function filtered<Row>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  filters: Readonly<Record<string, string>>,
): Row[] {
  const conditions = columns.flatMap((column) => {
    const filter = parseFilter(filters[column.id] ?? '', hasNumbers(column));
    return filter.kind === 'on' ? [{ column, matches: filter.matches }] : [];
  });
  return rows.filter((row) =>
    conditions.every(({ column, matches }) => {
      const value = column.sortValue?.(row);
      return matches({ text: column.text(row), number: typeof value === 'number' ? value : null });
    }),
  );
}
