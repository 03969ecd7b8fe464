// What panels keep in their column of the layout (PANEL-20), read with care: a layout may come from an older client or
// another program, and what cannot be read counts as not kept.
import type { LayoutColumn } from '@openpit/wire';
import * as z from 'zod/mini';
import type { GridHeaders, GridSort } from '../ui/live-grid/grid-column.ts';

const sortingOrder = z.object({ id: z.string(), desc: z.boolean() });
const tableHeaders = z.object({
  order: z.optional(z.array(z.string())),
  hidden: z.optional(z.array(z.string())),
  widths: z.optional(z.record(z.string(), z.number())),
});

export function keptSort(column: LayoutColumn): GridSort | null {
  const read = sortingOrder.safeParse(column.sortingOrder);
  return read.success ? read.data : null;
}

export function keptHeaders(column: LayoutColumn): GridHeaders {
  const read = tableHeaders.safeParse(column.tableHeaders);
  if (!read.success) return {};
  const { order, hidden, widths } = read.data;
  return { ...(order && { order }), ...(hidden && { hidden }), ...(widths && { widths }) };
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
export function keptContract(column: LayoutColumn): string | null {
  const contract = column.props?.contract;
  return typeof contract === 'string' && contract !== '' ? contract : null;
}
