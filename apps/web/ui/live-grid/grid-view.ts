// The view of a grid, as the user has set it up (PANEL-20): sorting, grouping, filters, totals, and which
// columns are visible in what order. A panel saves it in its layout; a grid without a panel keeps it as its
// own state.

/** Order, visibility, widths and pins of columns (LAYOUT-2 `tableHeaders`). */
export interface GridHeaders {
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
  /** Columns that the user has pinned at the left, besides those that always are. */
  readonly pinned?: readonly string[];
}

export interface GridSort {
  readonly id: string;
  readonly desc: boolean;
}

/** The column by which rows are grouped, null for none, and the keys of the closed groups. */
export interface GridGroupBy {
  readonly id: string | null;
  readonly closed: readonly string[];
}

export interface GridView {
  /** The first column sorts; each further one sorts rows with equal values. */
  readonly sort: readonly GridSort[];
  readonly headers: GridHeaders;
  /** Null for the grouping of the panel. */
  readonly groupBy: GridGroupBy | null;
  /** The text typed under each caption, by column id. */
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
 * The sorting after a press on a caption: up, then down, then off. `adds` keeps the other columns and appends
 * this one, or turns it around in its place.
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
