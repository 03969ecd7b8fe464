// Nested rows: a grid that has them is a treegrid (WAI-ARIA). The panel passes the visible rows in their order, each after
// the row above it.

/** Where a row is in its tree. */
export interface TreePlace {
  /** From 1. */
  readonly level: number;
  /** Among the rows of the same parent, from 1. */
  readonly position: number;
  readonly size: number;
  /** Null for a row that has no others below it. */
  readonly isOpen: boolean | null;
}

export interface GridTree<Row> {
  /** The same object as long as the place is the same. */
  placeOf(row: Row): TreePlace;
  toggle(row: Row, isOpen: boolean): void;
}

/** An arrow key opens or closes a row, or moves the focus to the row above it. */
export type TreeStep = { readonly opens: boolean } | { readonly line: number };

/** What an arrow key does in the first cell of line `at`; null when it moves between the cells. */
export function treeStep(key: string, at: number, places: readonly TreePlace[]): TreeStep | null {
  const place = places[at];
  if (place === undefined) return null;
  if (key === 'ArrowRight') return place.isOpen === false ? { opens: true } : null;
  if (key !== 'ArrowLeft') return null;
  if (place.isOpen === true) return { opens: false };
  const above = places.findLastIndex(({ level }, line) => line < at && level < place.level);
  return above < 0 ? null : { line: above };
}
