// What panels keep in their column of the layout (PANEL-20), read with care: a layout may come from an older client or
// another program, and what cannot be read counts as not kept.
import type { LayoutColumn } from '@openpit/wire';
import * as z from 'zod/mini';
import type { GridGroupBy, GridHeaders, GridSort, GridView } from '../../ui/live-grid/grid-view.ts';

const sort = z.object({ id: z.string(), desc: z.boolean() });
/** One column in layouts of older clients, a list since several can be sorted. */
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

export function savedSort(column: LayoutColumn): readonly GridSort[] {
  const read = sortingOrder.safeParse(column.sortingOrder);
  if (!read.success) return [];
  return Array.isArray(read.data) ? read.data : [read.data];
}

export function savedHeaders(column: LayoutColumn): GridHeaders {
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

export function savedGroupBy(column: LayoutColumn): GridGroupBy | null {
  const read = groupBy.safeParse(column.groupBy);
  return read.success ? read.data : null;
}

/** How the user has set up the grid of this panel. */
export function savedView(column: LayoutColumn): GridView {
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

/** The change of the column that keeps this change of its grid. */
export function viewChange(
  column: LayoutColumn,
  { sort, headers, groupBy, ...props }: Partial<GridView>,
): Partial<Omit<LayoutColumn, 'id' | 'coordinates'>> {
  return {
    ...(sort && { sortingOrder: sort }),
    ...(headers && { tableHeaders: headers }),
    ...(groupBy && { groupBy }),
    ...(Object.keys(props).length > 0 && { props: { ...column.props, ...props } }),
  };
}

/** One text of the column's props, if it is one of `allowed`. */
export function keptChoice<Choice extends string>(
  column: LayoutColumn,
  name: string,
  allowed: readonly Choice[],
): Choice | null {
  const value = column.props?.[name];
  return allowed.find((choice) => choice === value) ?? null;
}

/** The contract that a panel is pinned to, or null when it follows the one that was clicked last. */
export function pinnedContract(column: LayoutColumn): string | null {
  const contract = column.props?.contract;
  return typeof contract === 'string' && contract !== '' ? contract : null;
}
