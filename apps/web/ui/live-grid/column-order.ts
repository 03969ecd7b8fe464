// The order of columns when the user moves one. Pinned columns stay first, or last when they are pinned at
// the end.

interface Placed {
  readonly id: string;
  readonly pinned?: boolean | 'end';
}

/** The ids with `id` at position `to`; null when that changes nothing or the column may not move. */
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

/** The position of a column that is dropped at `x`, given the left and right borders of all columns. */
export function placeAt(
  borders: readonly { readonly left: number; readonly right: number }[],
  from: number,
  x: number,
): number {
  return borders.filter(({ left, right }, at) => at !== from && (left + right) / 2 < x).length;
}
