// Keyboard focus in a grid (WAI-ARIA grid pattern): one tab stop, arrows, Home, End, Page Up and Page Down.
// Line −1 is the header.

export interface GridFocus {
  readonly line: number;
  readonly column: number;
}
export interface GridExtent {
  readonly lines: number;
  readonly columns: number;
  /** The number of lines on one page. */
  readonly page: number;
}

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** The cell to which a key moves the focus; null when the key does not move it. */
export function moveFocus(
  from: GridFocus,
  key: string,
  modifiers: { readonly ctrl: boolean },
  { lines, columns, page }: GridExtent,
): GridFocus | null {
  const to = (line: number, column: number): GridFocus => ({
    line: between(-1, line, lines - 1),
    column: between(0, column, Math.max(0, columns - 1)),
  });
  const { line, column } = from;
  switch (key) {
    case 'ArrowUp':
      return modifiers.ctrl ? to(0, column) : to(line - 1, column);
    case 'ArrowDown':
      return modifiers.ctrl ? to(lines - 1, column) : to(line + 1, column);
    case 'ArrowLeft':
      return to(line, modifiers.ctrl ? 0 : column - 1);
    case 'ArrowRight':
      return to(line, modifiers.ctrl ? columns - 1 : column + 1);
    case 'Home':
      return modifiers.ctrl ? to(Math.min(0, lines - 1), 0) : to(line, 0);
    case 'End':
      return modifiers.ctrl ? to(lines - 1, columns - 1) : to(line, columns - 1);
    case 'PageUp':
      return to(Math.max(Math.min(0, lines - 1), line - Math.max(1, page)), column);
    case 'PageDown':
      return to(line + Math.max(1, page), column);
    default:
      return null;
  }
}
