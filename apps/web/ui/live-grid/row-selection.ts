// The selected rows of a grid: a click selects one, Ctrl adds or removes one, Shift selects the range from
// the last one. Rows are known by the ids of their lines, so that sorting keeps the selection.

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** Where a range begins. */
  readonly from: string | null;
}

export const nothingSelected: RowSelection = { ids: new Set(), from: null };

export function select(
  selection: RowSelection,
  id: string,
  how: 'only' | 'toggle' | 'range',
  /** The ids of the rows in the order shown. */
  shown: readonly string[],
): RowSelection {
  if (how === 'toggle') {
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    return { ids, from: id };
  }
  const from = how === 'range' ? shown.indexOf(selection.from ?? '') : -1;
  if (from < 0) return { ids: new Set([id]), from: id };
  const to = shown.indexOf(id);
  return { ids: new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1)), from: selection.from };
}

/** Without rows that were removed; the same object when none was. */
export function withoutRemoved(selection: RowSelection, isShown: (id: string) => boolean): RowSelection {
  const ids = new Set([...selection.ids].filter(isShown));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
