// The columns and lines of a live grid: which columns are seen, in what order and how wide, and in what order the rows
// stand. Rows are read anew when the set of rows changes and when the user sorts, filters or groups, never at a tick:
// nothing jumps.
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
import { useCallback, useMemo, useState } from 'react';
import { movedColumn } from './column-order.ts';
import type { GridColumn, GridGrouping, GridSource, RowKey } from './grid-column.ts';
import { groupRows, linesOfGroups, linesOfRows } from './grid-lines.ts';
import { type GridHeaders, type GridView, plainView, sortPressed } from './grid-view.ts';
import { readFilter } from './row-filter.ts';

export interface GridTableOptions<Row, Key extends RowKey> {
  readonly source: GridSource<Row, Key>;
  /** The rows to show, in the order that holds while nothing is sorted. */
  readonly rowKeys: readonly Key[];
  readonly keyOf: (row: Row) => Key;
  readonly columns: readonly GridColumn<Row>[];
  /** How rows are grouped while the user has chosen nothing else. */
  readonly grouping?: GridGrouping<Row> | undefined;
  /** How the user has set the grid up; without it the grid keeps that itself. */
  readonly view?: GridView | undefined;
  readonly onViewChange?: ((change: Partial<GridView>) => void) | undefined;
}

const features = tableFeatures({
  rowSortingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  sortedRowModel: createSortedRowModel(),
});
const narrowestColumnPx = 32;

export function useGridTable<Row extends object, Key extends RowKey>(options: GridTableOptions<Row, Key>) {
  const { source, rowKeys, keyOf, onViewChange } = options;
  const [ownView, setOwnView] = useState(plainView);
  const [sortings, setSortings] = useState(0);
  const [pulled, setPulled] = useState<{ readonly id: string; readonly px: number } | null>(null);
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
        minSize: Math.min(narrowestColumnPx, column.width),
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
      // What was kept for another look of the panel sorts nothing here.
      sorting: sort.filter(({ id }) => columns.some((column) => column.id === id)).map((one) => ({ ...one })),
      columnSizing: { ...headers.widths, ...(pulled === null ? {} : { [pulled.id]: pulled.px }) },
      columnVisibility: Object.fromEntries((headers.hidden ?? []).map((id) => [id, false])),
      columnOrder: orderOf(columns, headers),
    }),
    [sort, headers, pulled, columns],
  );
  const getRowId = useCallback((row: Row) => String(keyOf(row)), [keyOf]);
  const table = useTable({ features, columns: definitions, data: items, getRowId, state });

  const leaves = table.getVisibleLeafColumns();
  const widths = leaves.map((leaf) => leaf.getSize());
  const visibleIds = leaves.map((leaf) => leaf.id).join('\n');
  const visible = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    return visibleIds.split('\n').flatMap((id) => byId.get(id) ?? []);
  }, [visibleIds, columns]);

  const sorted = table.getRowModel().rows;
  const closed = view.groupBy?.closed;
  const lines = useMemo(() => {
    const rows = sorted.map((row) => row.original);
    const idOf = (row: Row) => `row:${String(keyOf(row))}`;
    if (grouping === undefined) return linesOfRows(rows, idOf);
    const values = items.map((row) => grouping.valueOf(row));
    return linesOfGroups(groupRows(rows, grouping, new Set(closed), values), idOf);
  }, [sorted, items, grouping, closed, keyOf]);
  const lineAt = useMemo(() => new Map(lines.map((line, at) => [line.id, at])), [lines]);

  /** Sorts up, then down, then not at all; with `adds`, besides what is sorted already. */
  const sortBy = (id: string, adds = false) => {
    if (columns.find((column) => column.id === id)?.sortValue === undefined) return;
    setSortings((count) => count + 1);
    change({ sort: sortPressed(sort, id, adds) });
  };
  /** Makes a column this wide; while it is being pulled, only here and not yet in what is kept. */
  const resize = (id: string, px: number, isPulling = false) => {
    const width = Math.max(narrowestColumnPx, Math.round(px));
    setPulled(isPulling ? { id, px: width } : null);
    if (!isPulling) change({ headers: { ...headers, widths: { ...headers.widths, [id]: width } } });
  };
  /** Puts a column into this place among those in view; the pinned ones stay first. */
  const moveColumn = (id: string, to: number) => {
    const next = movedColumn(visible, id, to);
    if (next === null) return;
    const order = [...next, ...columns.flatMap((column) => (next.includes(column.id) ? [] : [column.id]))];
    change({ headers: { ...headers, order } });
  };
  /** Opens or closes a group; without `open`, the other way round. */
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
    visible,
    widths,
    lines,
    lineAt,
    grouping,
    /** Rows before the filters. */
    allCount: allItems.length,
    shownRows: items,
    sortBy,
    resize,
    moveColumn,
    toggleGroup,
  };
}

/** The columns with those marked that the user has pinned. */
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

const pinRank = ({ pinned }: { readonly pinned?: boolean | 'end' }) =>
  pinned === 'end' ? 2 : pinned === true ? 0 : 1;

/** Pinned columns stand first or, at the end, last; each kind in the user's order. */
function orderOf<Row>(columns: readonly GridColumn<Row>[], { order = [] }: GridHeaders): string[] {
  const rank = new Map(order.map((id, at) => [id, at]));
  const placed = columns
    .map((column, at) => ({ column, at: rank.get(column.id) ?? order.length + at }))
    .sort((a, b) => pinRank(a.column) - pinRank(b.column) || a.at - b.at);
  return placed.map(({ column }) => column.id);
}

/** `chosen` undefined: as the panel groups by itself; null: not at all. */
function useGrouping<Row>(
  own: GridGrouping<Row> | undefined,
  chosen: string | null | undefined,
  columns: readonly GridColumn<Row>[],
): GridGrouping<Row> | undefined {
  return useMemo(() => {
    if (chosen === undefined || chosen === own?.groupKey) return own;
    const column = columns.find((one) => one.id === chosen && one.groups === true);
    if (column === undefined) return undefined;
    return { groupKey: column.id, valueOf: (row) => column.text(row).trim() };
  }, [own, chosen, columns]);
}

function filtered<Row>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  filters: Readonly<Record<string, string>>,
): Row[] {
  const wishes = columns.flatMap((column) => {
    const holds = readFilter(filters[column.id] ?? '');
    return holds === null ? [] : [{ column, holds }];
  });
  return rows.filter((row) =>
    wishes.every(({ column, holds }) => {
      const value = column.sortValue?.(row);
      return holds({ text: column.text(row), number: typeof value === 'number' ? value : null });
    }),
  );
}
