// How a user has set a grid up (PANEL-20): what is sorted, grouped, filtered and summed, and which columns are seen where.
// The panel keeps it in its layout; a grid without a keeper keeps it itself.

/** Order, absence, widths and pins of columns (LAYOUT-2 `tableHeaders`). */
export interface GridHeaders {
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  /** Columns that stay in view at the left, besides those that always do. */
  readonly pinned?: readonly string[];
}

export interface GridSort {
  readonly id: string;
  readonly desc: boolean;
}

/** By which column rows are grouped, null for none, and the keys of the groups that are closed. */
export interface GridGroupBy {
  readonly id: string | null;
  readonly closed: readonly string[];
}

export interface GridView {
  /** The first sorts, the next sorts among equals, and so on. */
  readonly sort: readonly GridSort[];
  readonly headers: GridHeaders;
  /** Null: as the panel groups by itself. */
  readonly groupBy: GridGroupBy | null;
  /** What was typed under each caption. */
  readonly filters: Readonly<Record<string, string>>;
  readonly showsFilters: boolean;
  readonly showsTotals: boolean;
}

export const plainView: GridView = {
  sort: [],
  headers: {},
  groupBy: null,
  filters: {},
  showsFilters: false,
  showsTotals: false,
};

/**
 * The sorting after a press on a caption: up, then down, then not. `adds` keeps the other columns and puts this one behind
 * them, or turns it in its place.
 */
export function sortPressed(sort: readonly GridSort[], id: string, adds: boolean): readonly GridSort[] {
  const at = sort.findIndex((one) => one.id === id);
  const was = sort[at];
  const next: GridSort | null =
    was === undefined ? { id, desc: false } : was.desc ? null : { id, desc: true };
  if (!adds) return next === null ? [] : [next];
  if (was === undefined) return [...sort, { id, desc: false }];
  return sort.flatMap((one, index) => (index !== at ? [one] : next === null ? [] : [next]));
}
