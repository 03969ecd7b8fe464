// The keys of a focused grid: sorting, width and order in the header, opening and closing of groups, moves,
// the menu of a row, and the keys of the panel (B, S, D …).

import { keyOf, type Press } from '../keys.ts';
import type { GridColumn } from './grid-column.ts';
import { type GridExtent, moveFocus } from './grid-focus.ts';
import type { GridLine } from './grid-lines.ts';
import { type GridTree, treeStep } from './grid-tree.ts';
import type { FocusedCell } from './use-grid-focus.ts';

export interface GridKeyContext<Row> {
  readonly lines: readonly GridLine<Row>[];
  readonly columns: readonly GridColumn<Row>[];
  readonly widths: readonly number[];
  readonly focus: FocusedCell;
  readonly page: number;
  /** Left out for a grid whose rows are not nested. */
  readonly tree?: GridTree<Row> | undefined;
  focusOn(line: number, column: number): void;
  /** `adds` keeps the columns that are sorted already. */
  sortBy(columnId: string, adds: boolean): void;
  selectRow(line: number, how: 'only' | 'toggle' | 'range'): void;
  selectAll(): void;
  /** True when several rows were selected. */
  clearSelection(): boolean;
  copy(): void;
  resize(columnId: string, px: number): void;
  /** Moves the column to this position. */
  moveColumn(columnId: string, to: number): void;
  toggleGroup(key: string, open?: boolean): void;
  /** Focuses the first button of the focused cell; false when it has none. */
  enterCell(): boolean;
  openMenu(): void;
  select(ctrlKey: boolean): void;
  /** Passes the key to the panel; true when it was used. */
  offer(key: string): boolean;
}

const widthStepPx = 8;

/** True when the key was used; then the browser must not use it too. */
export function handleGridKey<Row>(event: Press, grid: GridKeyContext<Row>): boolean {
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
  return !ctrl && grid.offer(key);
}

/** True when the key opened or closed the focused row, or moved the focus to the row above it. */
function stepInTree<Row>(key: string, { lines, focus, tree, focusOn }: GridKeyContext<Row>): boolean {
  const line = lines[focus.line];
  if (tree === undefined || line?.kind !== 'row') return false;
  const places = lines.flatMap((one) => (one.kind === 'row' ? [tree.placeOf(one.row)] : []));
  const step = treeStep(key, focus.line, places);
  if (step === null) return false;
  if ('line' in step) focusOn(step.line, 0);
  else tree.toggle(line.row, step.opens);
  return true;
}
