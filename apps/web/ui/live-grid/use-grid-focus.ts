// The cell of a grid with the keyboard focus. The focus follows the row and not the position: after sorting
// or an insertion a key still acts on the row that the dealer was looking at, and on none when that row was
// removed.
import { useState } from 'react';
import type { GridLine } from './grid-lines.ts';

export interface FocusedCell {
  /** The index of the line; −1 for the header. */
  readonly line: number;
  readonly column: number;
  /** False when the row was removed and another is in its place, on which no key may act. */
  readonly isSettled: boolean;
}

export function useGridFocus<Row>(
  lines: readonly GridLine<Row>[],
  lineAt: ReadonlyMap<string, number>,
  columnCount: number,
): { readonly focus: FocusedCell; readonly focusOn: (line: number, column: number) => void } {
  const [held, setHeld] = useState<{ id: string | null; line: number; column: number } | null>(null);
  const focusOn = (line: number, column: number) =>
    setHeld({ id: line < 0 ? null : (lines[line]?.id ?? null), line, column });

  const column = Math.min(held?.column ?? 0, Math.max(0, columnCount - 1));
  if (held === null)
    return { focus: { line: Math.min(0, lines.length - 1), column, isSettled: true }, focusOn };
  if (held.id === null) return { focus: { line: -1, column, isSettled: true }, focusOn };
  const at = lineAt.get(held.id);
  return {
    focus: { line: at ?? Math.min(held.line, lines.length - 1), column, isSettled: at !== undefined },
    focusOn,
  };
}
