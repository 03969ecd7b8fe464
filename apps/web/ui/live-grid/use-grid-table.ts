// The columns and lines of a live grid: which columns are seen, in what order and how wide, and in what order the rows
// stand. Rows are read anew when the set of rows changes and when the user sorts, never at a tick: nothing jumps.
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
import type { GridColumn, GridGrouping, GridHeaders, GridSort, GridSource, RowKey } from './grid-column.ts';
import { groupRows, linesOfGroups, linesOfRows } from './grid-lines.ts';

export interface GridTableOptions<Row, Key extends RowKey> {
  readonly source: GridSource<Row, Key>;
  /** The rows to show, in the order that holds while nothing is sorted. */
  readonly rowKeys: readonly Key[];
  readonly keyOf: (row: Row) => Key;
  readonly columns: readonly GridColumn<Row>[];
  readonly grouping?: GridGrouping<Row> | undefined;
  readonly sort?: GridSort | null | undefined;
  readonly onSortChange?: ((sort: GridSort | null) => void) | undefined;
  readonly headers?: GridHeaders | undefined;
  readonly onHeadersChange?: ((headers: GridHeaders) => void) | undefined;
}

const features = tableFeatures({
  rowSortingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  sortedRowModel: createSortedRowModel(),
});
const noHeaders: GridHeaders = {};
const narrowestColumnPx = 32;

export function useGridTable<Row extends object, Key extends RowKey>(options: GridTableOptions<Row, Key>) {
  const { source, rowKeys, keyOf, columns, grouping, onSortChange, onHeadersChange } = options;
  const [ownSort, setOwnSort] = useState<GridSort | null>(null);
  const [ownHeaders, setOwnHeaders] = useState(noHeaders);
  const [sortings, setSortings] = useState(0);
  const [pulled, setPulled] = useState<{ readonly id: string; readonly px: number } | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const sort = options.sort === undefined ? ownSort : options.sort;
  const headers = options.headers ?? ownHeaders;

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
  const items = useMemo(() => reading.rowKeys.flatMap((key) => source.get(key) ?? []), [reading, source]);
  const state = useMemo(
    () => ({
      sorting: sort === null ? [] : [{ id: sort.id, desc: sort.desc }],
      columnSizing: { ...headers.widths, ...(pulled === null ? {} : { [pulled.id]: pulled.px }) },
      columnVisibility: Object.fromEntries((headers.hidden ?? []).map((id) => [id, false])),
      columnOrder: [...(headers.order ?? [])],
    }),
    [sort, headers, pulled],
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
  const lines = useMemo(() => {
    const rows = sorted.map((row) => row.original);
    const idOf = (row: Row) => `row:${String(keyOf(row))}`;
    if (grouping === undefined) return linesOfRows(rows, idOf);
    const values = items.map((row) => grouping.valueOf(row));
    return linesOfGroups(groupRows(rows, grouping, closed, values), idOf);
  }, [sorted, items, grouping, closed, keyOf]);
  const lineAt = useMemo(() => new Map(lines.map((line, at) => [line.id, at])), [lines]);

  /** Sorts up, then down, then not at all. */
  const sortBy = (id: string) => {
    if (columns.find((column) => column.id === id)?.sortValue === undefined) return;
    const next = sort?.id !== id ? { id, desc: false } : sort.desc ? null : { id, desc: true };
    setOwnSort(next);
    setSortings((count) => count + 1);
    onSortChange?.(next);
  };
  /** Makes a column this wide; while it is being pulled, only here and not yet in what is kept. */
  const resize = (id: string, px: number, isPulling = false) => {
    const width = Math.max(narrowestColumnPx, Math.round(px));
    setPulled(isPulling ? { id, px: width } : null);
    if (isPulling) return;
    const next = { ...headers, widths: { ...headers.widths, [id]: width } };
    setOwnHeaders(next);
    onHeadersChange?.(next);
  };
  /** Puts a column into this place among those in view; the pinned one stays first. */
  const moveColumn = (id: string, to: number) => {
    const next = movedColumn(visible, id, to);
    if (next === null) return;
    const order = [...next, ...columns.flatMap((column) => (next.includes(column.id) ? [] : [column.id]))];
    const kept = { ...headers, order };
    setOwnHeaders(kept);
    onHeadersChange?.(kept);
  };
  /** Opens or closes a group; without `open`, the other way round. */
  const toggleGroup = useCallback((key: string, open?: boolean) => {
    setClosed((was) => {
      const next = new Set(was);
      if (open ?? was.has(key)) next.delete(key);
      else next.add(key);
      return next;
    });
  }, []);

  return { visible, widths, lines, lineAt, sort, sortBy, resize, moveColumn, toggleGroup };
}
