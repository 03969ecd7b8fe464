// Which rows of a grid are chosen: by click one, with Ctrl one more or one less, with Shift all up to the one that was
// chosen before. Rows are known by the ids of their lines, so sorting takes nobody's choice away.

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** From where Shift reaches. */
  readonly from: string | null;
}

export const nothingSelected: RowSelection = { ids: new Set(), from: null };

export function select(
  selection: RowSelection,
  id: string,
  how: 'only' | 'toggle' | 'upTo',
  /** Ids of the rows in the order in which they are shown. */
  shown: readonly string[],
): RowSelection {
  if (how === 'toggle') {
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    return { ids, from: id };
  }
  const from = how === 'upTo' ? shown.indexOf(selection.from ?? '') : -1;
  if (from < 0) return { ids: new Set([id]), from: id };
  const to = shown.indexOf(id);
  return { ids: new Set(shown.slice(Math.min(from, to), Math.max(from, to) + 1)), from: selection.from };
}

/** Without the rows that have gone; the same object when none has. */
export function withoutGone(selection: RowSelection, isShown: (id: string) => boolean): RowSelection {
  const ids = new Set([...selection.ids].filter(isShown));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
