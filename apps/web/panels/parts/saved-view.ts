// The user's view of a panel's grid, as its column of the layout saves it (PANEL-20). A layout may come from an
// older client or another program: a value that cannot be read counts as not saved.
import type { LayoutColumn } from '@openpit/wire';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import {
  type GridGroupBy,
  type GridHeaders,
  type GridSort,
  type GridView,
  plainView,
} from '../../ui/live-grid/grid-rows.ts';
import { columnName, type PanelProps, settingText } from './panel-settings.ts';

const sort = z.object({ id: z.string(), desc: z.boolean() });
/** Older clients saved one sorted column instead of a list. */
const sortingOrder = z.union([sort, z.array(sort)]);
const ids = z.optional(z.array(z.string()));
const tableHeaders = z.object({
  order: ids,
  hidden: ids,
  pinned: ids,
  widths: z.optional(z.record(z.string(), z.number())),
});
const groupBy = z.object({ id: z.nullable(z.string()), closed: z._default(z.array(z.string()), []) });
const filters = z.record(z.string(), z.string());

/** The settings of a grid that are saved in `props`, as a layout file may hold them. */
export const gridSettings = z.object({
  filters: z.optional(z.record(columnName, settingText(120))),
  showsFilters: z.optional(z.boolean()),
  showsTotals: z.optional(z.boolean()),
});

type SavedColumn = Pick<LayoutColumn, 'sortingOrder' | 'tableHeaders' | 'groupBy' | 'props'>;

export function savedView(column: SavedColumn): GridView {
  const read = filters.safeParse(column.props?.filters);
  return {
    sort: savedSort(column),
    headers: savedHeaders(column),
    groupBy: savedGroupBy(column),
    filters: read.success ? read.data : {},
    showsFilters: column.props?.showsFilters === true,
    showsTotals: column.props?.showsTotals === true,
  };
}

/** The change of the column that saves this change of its grid. */
export function viewChange(
  column: Pick<LayoutColumn, 'props'>,
  { sort, headers, groupBy, ...props }: Partial<GridView>,
): SavedColumn {
  return {
    ...(sort && { sortingOrder: sort }),
    ...(headers && { tableHeaders: headers }),
    ...(groupBy && { groupBy }),
    ...(Object.keys(props).length > 0 && { props: { ...column.props, ...props } }),
  };
}

function savedSort(column: SavedColumn): readonly GridSort[] {
  const read = sortingOrder.safeParse(column.sortingOrder);
  if (!read.success) return [];
  return Array.isArray(read.data) ? read.data : [read.data];
}

function savedHeaders(column: SavedColumn): GridHeaders {
  const read = tableHeaders.safeParse(column.tableHeaders);
  if (!read.success) return {};
  const { order, hidden, pinned, widths } = read.data;
  return {
    ...(order && { order }),
    ...(hidden && { hidden }),
    ...(pinned && { pinned }),
    ...(widths && { widths }),
  };
}

function savedGroupBy(column: SavedColumn): GridGroupBy | null {
  const read = groupBy.safeParse(column.groupBy);
  return read.success ? read.data : null;
}

/** The saved view of a panel's grid, as the props of LiveGrid. */
export interface SavedView {
  readonly view: GridView;
  readonly onViewChange: (change: Partial<GridView>) => void;
}

export function useSavedView({ column, device, onChange }: PanelProps): SavedView {
  const { sortingOrder, tableHeaders, groupBy, props = null } = column;
  // A panel that is only moved keeps its view object, so that its grid is not laid out again.
  const saved = useMemo(
    () => savedView({ sortingOrder, tableHeaders, groupBy, props }),
    [sortingOrder, tableHeaders, groupBy, props],
  );
  const isPhone = device === 'mobile';
  const view = useMemo(
    () => (isPhone ? { ...plainView, sort: saved.sort, groupBy: saved.groupBy } : saved),
    [isPhone, saved],
  );
  return { view, onViewChange: (change) => onChange(viewChange(column, change)) };
}
