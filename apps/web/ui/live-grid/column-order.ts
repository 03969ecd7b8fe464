// The order of columns when the user puts one elsewhere: pinned columns stay in front of all others, or behind them.

interface Placed {
  readonly id: string;
  readonly pinned?: boolean | 'end';
}

/** Ids with `id` in place `to`; null when that changes nothing or the column may not move. */
export function movedColumn(columns: readonly Placed[], id: string, to: number): string[] | null {
  const from = columns.findIndex((column) => column.id === id);
  const endCount = columns.filter((column) => column.pinned === 'end').length;
  const startCount = columns.filter((column) => column.pinned === true).length;
  if (from < 0 || columns[from]?.pinned) return null;
  const place = Math.max(startCount, Math.min(to, columns.length - 1 - endCount));
  if (place === from) return null;
  const ids = columns.map((column) => column.id).filter((other) => other !== id);
  ids.splice(place, 0, id);
  return ids;
}

/** The place of a column that is dropped at `x`, given the left and right borders of the columns now. */
export function placeAt(
  borders: readonly { readonly left: number; readonly right: number }[],
  from: number,
  x: number,
): number {
  const before = borders.filter(({ left, right }, at) => at !== from && (left + right) / 2 < x).length;
  return before;
}
