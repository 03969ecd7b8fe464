// The keys of a grid: their tables, and their effects on the focus, the columns and the rows.
import { type KeyPress, keyOf, keyTable } from '../keys.ts';
import type { GridColumn } from './grid-column.ts';
import { type GridLine, type GridTree, treeStep } from './grid-rows.ts';

export interface FocusedCell {
  /** The index of the line; −1 for the header. */
  readonly line: number;
  readonly column: number;
  /** False if another row has replaced the removed row, so that no key may act on it. */
  readonly isSettled: boolean;
}

export const gridKeys = keyTable('In the rows of a panel', {
  move: {
    press: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    shown: 'Arrows',
    label: 'Go to another cell',
  },
  page: { press: ['PageUp', 'PageDown'], shown: 'PgUp, PgDn', label: 'A page up or down' },
  ends: { press: ['Home', 'End'], shown: 'Home, End', label: 'First or last cell; with Ctrl of all rows' },
  choose: { press: ['Enter', 'Space'], shown: 'Enter, Space', label: 'Choose the row, or press its button' },
  range: { press: ['Shift+ArrowUp', 'Shift+ArrowDown'], shown: 'Shift+↑ ↓', label: 'Select further rows' },
  toggle: { press: ['Control+Space'], label: 'Add the row to the selection, or remove it' },
  all: { press: ['$mod+a'], label: 'Select all rows' },
  copy: { press: ['$mod+c'], label: 'Copy the selected rows' },
  menu: { press: ['Shift+F10', 'ContextMenu'], label: 'Menu of the row' },
  group: {
    press: ['ArrowLeft', 'ArrowRight'],
    shown: '← →',
    label: 'Close or open a group or a row; go to the row above',
  },
  clear: { press: ['Escape'], label: 'Select no rows; leave the buttons of a row' },
});

export const gridHeadKeys = keyTable('In the heads of columns', {
  sort: { press: ['Enter', 'Space'], label: 'Sort; with Shift by a further column' },
  width: { press: ['Shift+ArrowLeft', 'Shift+ArrowRight'], shown: 'Shift+← →', label: 'Narrower or wider' },
  move: {
    press: ['Control+Shift+ArrowLeft', 'Control+Shift+ArrowRight'],
    shown: 'Ctrl+Shift+← →',
    label: 'Move the column',
  },
});

interface GridFocus {
  readonly line: number;
  readonly column: number;
}
interface GridExtent {
  readonly lines: number;
  readonly columns: number;
  /** The number of lines on one page. */
  readonly page: number;
}

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/**
 * Returns the cell to which a key moves the focus; null if the key does not move it. A grid has one
 * tab stop, and keys move within it: arrows, Home, End, Page Up and Page Down (WAI-ARIA grid
 * pattern). Line −1 is the header.
 */
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

export interface GridKeyContext<Row> {
  readonly lines: readonly GridLine<Row>[];
  readonly columns: readonly GridColumn<Row>[];
  readonly widths: readonly number[];
  readonly focus: FocusedCell;
  readonly page: number;
  /** Omitted for a grid whose rows are not nested. */
  readonly tree?: GridTree<Row> | undefined;
  focusOn(line: number, column: number): void;
  /** `adds` keeps the existing sort columns. */
  sortBy(columnId: string, adds: boolean): void;
  selectRow(line: number, how: 'only' | 'toggle' | 'range'): void;
  selectAll(): void;
  /** True if several rows were selected. */
  clearSelection(): boolean;
  copy(): void;
  resize(columnId: string, px: number): void;
  /** Moves the column to this position. */
  moveColumn(columnId: string, to: number): void;
  toggleGroup(key: string, open?: boolean): void;
  /** Focuses the first button of the focused cell; false if it has none. */
  enterCell(): boolean;
  openMenu(): void;
  select(ctrlKey: boolean): void;
  /** Passes the key to the panel; returns true if the panel has handled it. */
  offer(key: string): boolean;
}

const widthStepPx = 8;

/** Handles a key of a focused grid. Returns true if it was handled, so that the browser must not handle it. */
export function handleGridKey<Row>(event: KeyPress, grid: GridKeyContext<Row>): boolean {
  const key = keyOf(event);
  const { shiftKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (key === 'ContextMenu' || (shiftKey && key === 'F10')) {
    grid.openMenu();
    return true;
  }
  if (event.altKey) return false;
  if (ctrl && !shiftKey && key.toLowerCase() === 'c') {
    grid.copy();
    return true;
  }
  if (ctrl && !shiftKey && key.toLowerCase() === 'a') {
    grid.selectAll();
    return true;
  }
  if (key === 'Escape') return grid.clearSelection();
  const { line: at, column } = grid.focus;
  const activates = key === 'Enter' || key === ' ';

  if (at < 0) {
    const id = grid.columns[column]?.id;
    if (id !== undefined && activates) {
      grid.sortBy(id, shiftKey);
      return true;
    }
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (id !== undefined && ctrl && shiftKey && step !== 0) {
      const to = Math.max(0, Math.min(column + step, grid.columns.length - 1));
      if (grid.columns[column]?.pinned || grid.columns[to]?.pinned) return true;
      grid.moveColumn(id, to);
      grid.focusOn(at, to);
      return true;
    }
    if (id !== undefined && shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      grid.resize(id, (grid.widths[column] ?? 0) + (key === 'ArrowRight' ? widthStepPx : -widthStepPx));
      return true;
    }
  }
  const line = grid.lines[at];
  if (line?.kind === 'group') {
    const opens = key === 'ArrowRight' && !line.group.isOpen;
    const closes = key === 'ArrowLeft' && line.group.isOpen;
    if (activates || opens || closes) {
      grid.toggleGroup(line.id, activates ? undefined : opens);
      return true;
    }
  }
  if (line?.kind === 'row' && column === 0 && !ctrl && !shiftKey && stepInTree(key, grid)) return true;
  const extent: GridExtent = { lines: grid.lines.length, columns: grid.columns.length, page: grid.page };
  const to = moveFocus({ line: at, column }, key, { ctrl }, extent);
  if (to !== null) {
    grid.focusOn(to.line, to.column);
    if (shiftKey && to.line !== at) grid.selectRow(to.line, 'range');
    return true;
  }
  if (line?.kind !== 'row') return false;
  if (key === 'Enter' && grid.enterCell()) return true;
  if (key === ' ' && (ctrl || shiftKey)) {
    grid.selectRow(at, shiftKey ? 'range' : 'toggle');
    return true;
  }
  if (activates) {
    grid.selectRow(at, 'only');
    grid.select(ctrl);
    return true;
  }
  // Holding a key must not act on one row after another.
  return !ctrl && event.repeat !== true && grid.offer(key);
}

/** True if the key opened or closed the focused row, or moved the focus to the row above it. */
function stepInTree<Row>(key: string, { lines, focus, tree, focusOn }: GridKeyContext<Row>): boolean {
  const line = lines[focus.line];
  if (tree === undefined || line?.kind !== 'row') return false;
  const places = lines.flatMap((line) => (line.kind === 'row' ? [tree.placeOf(line.row)] : []));
  const step = treeStep(key, focus.line, places);
  if (step === null) return false;
  if ('line' in step) focusOn(step.line, 0);
  else tree.toggle(line.row, step.opens);
  return true;
}
