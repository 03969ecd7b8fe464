// Handles pointer and keys in a grid: the focused cell, the selected rows, and the gestures that a panel receives.
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import type { GridColumn, GridSource, RowKey } from './grid-column.ts';
import { type FocusedCell, type GridKeyContext, handleGridKey } from './grid-keys.ts';
import type { GridLine } from './grid-rows.ts';

/** The place where a menu or form of the row opens, in pixels of the window. */
interface GridAnchor {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface RowGesture<Row> {
  readonly row: Row;
  readonly columnId: string;
  readonly anchor: GridAnchor;
  readonly ctrlKey: boolean;
}

export interface RowGestureListeners<Row> {
  readonly onRowSelect?: ((gesture: RowGesture<Row>) => void) | undefined;
  readonly onRowDoubleClick?: ((gesture: RowGesture<Row>) => void) | undefined;
  readonly onRowMenu?: ((gesture: RowGesture<Row>) => void) | undefined;
  /** Called with a key on the focused row that does not move the focus; returns true if the key was handled. */
  readonly onRowKey?: ((key: string, gesture: RowGesture<Row>) => boolean) | undefined;
}

interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** The beginning of a range. */
  readonly from: string | null;
}

export const nothingSelected: RowSelection = { ids: new Set(), from: null };

/**
 * A click selects one row, Ctrl adds or removes one, Shift selects the range from the last selected row. Rows are identified by the ids of
 * their lines, so that sorting keeps the selection.
 */
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

/** Removes the rows that are no longer shown; returns the same object if nothing changes. */
export function withoutRemoved(selection: RowSelection, isShown: (id: string) => boolean): RowSelection {
  const ids = new Set([...selection.ids].filter(isShown));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}

/** The row that the screen has chosen, and its cell. */
export interface ChosenRow {
  /** The id of its line; null if the grid does not have the row. */
  readonly id: string | null;
  /** Returns the shown column to which the cursor moves from a column; omitted if the column stays. */
  readonly columnFrom?: ((from: string, shown: readonly string[]) => string) | undefined;
}

/** Calls `change` while it renders a new value. After an effect, a key could still act on the old row. */
function useChange<Value>(value: Value, change: () => void): void {
  const [before, setBefore] = useState<Value>(() => value);
  if (before === value) return;
  setBefore(() => value);
  change();
}

/**
 * The selected rows of a grid. Rows that are removed are dropped from the selection. If the screen chooses another row, only that row is
 * selected.
 */
export function useRowSelection<Row>(
  lines: readonly GridLine<Row>[],
  lineAt: ReadonlyMap<string, number>,
  isOn: boolean,
  { id: chosenId }: ChosenRow,
) {
  const [stored, setStored] = useState(nothingSelected);
  useChange(chosenId, () =>
    setStored((was) => {
      if (chosenId === null) return nothingSelected;
      return was.ids.has(chosenId) ? was : { ids: new Set([chosenId]), from: chosenId };
    }),
  );
  const selection = useMemo(() => withoutRemoved(stored, (id) => lineAt.has(id)), [stored, lineAt]);
  const shown = () => lines.flatMap((line) => (line.kind === 'row' ? [line.id] : []));
  return {
    ids: isOn ? selection.ids : nothingSelected.ids,
    selectRow(index: number, how: 'only' | 'toggle' | 'range') {
      const line = lines[index];
      if (isOn && line?.kind === 'row') setStored(select(selection, line.id, how, shown()));
    },
    selectAll() {
      if (isOn) setStored({ ids: new Set(shown()), from: selection.from });
    },
    /** True if several rows were selected. */
    clearSelection(): boolean {
      if (selection.ids.size < 2) return false;
      setStored(nothingSelected);
      return true;
    },
  };
}

/**
 * The focused cell of a grid. The focus follows the row, not the position: after sorting or an insertion a key still acts on the row that
 * the dealer was looking at, and on none if that row was removed. If the screen chooses another row, the focus moves there.
 */
export function useGridFocus<Row>(
  lines: readonly GridLine<Row>[],
  lineAt: ReadonlyMap<string, number>,
  columns: readonly GridColumn<Row>[],
  { id: chosenId, columnFrom }: ChosenRow,
): { readonly focus: FocusedCell; readonly focusOn: (line: number, column: number) => void } {
  const [focusedCell, setFocusedCell] = useState<{ id: string | null; line: number; column: number } | null>(
    null,
  );
  const chosenColumn = (from: number) => {
    const shown = columns.map(({ id }) => id);
    const column = shown[from];
    return columnFrom === undefined || column === undefined ? from : shown.indexOf(columnFrom(column, shown));
  };
  const follow = () => {
    if (chosenId !== null)
      setFocusedCell((was) => ({
        id: chosenId,
        line: lineAt.get(chosenId) ?? was?.line ?? 0,
        column: chosenColumn(was?.column ?? 0),
      }));
  };
  useChange(chosenId, follow);
  useChange(columnFrom, follow);
  const focusOn = (line: number, column: number) =>
    setFocusedCell({ id: line < 0 ? null : (lines[line]?.id ?? null), line, column });

  const focused = focusedCell ?? { id: chosenId, line: 0, column: chosenId === null ? 0 : chosenColumn(0) };
  const column = Math.max(0, Math.min(focused.column, columns.length - 1));
  if (focused.id === null)
    return { focus: { line: Math.min(focused.line, lines.length - 1), column, isSettled: true }, focusOn };
  const at = lineAt.get(focused.id);
  return {
    focus: { line: at ?? Math.min(focused.line, lines.length - 1), column, isSettled: at !== undefined },
    focusOn,
  };
}

interface GridGestureOptions<Row, Key extends RowKey> {
  readonly listeners: RowGestureListeners<Row>;
  readonly source: GridSource<Row, Key>;
  readonly keyOf: (row: Row) => Key;
  readonly lines: readonly GridLine<Row>[];
  readonly columns: readonly GridColumn<Row>[];
  readonly focus: FocusedCell;
  readonly focusedCellId: string;
  readonly keys: Pick<
    GridKeyContext<Row>,
    | 'widths'
    | 'page'
    | 'tree'
    | 'focusOn'
    | 'sortBy'
    | 'resize'
    | 'moveColumn'
    | 'toggleGroup'
    | 'selectRow'
    | 'selectAll'
    | 'clearSelection'
    | 'copy'
  >;
}

/** DOM events become gestures at the root of the grid, with one listener for each kind of event; rows and cells have no listeners. */
export function useGridGestures<Row, Key extends RowKey>(options: GridGestureOptions<Row, Key>) {
  const { listeners, source, keyOf, lines, columns, focus, focusedCellId, keys } = options;

  const gestureAt = (at: {
    readonly index: number;
    readonly columnId: string;
    readonly anchor: GridAnchor;
    readonly ctrlKey: boolean;
  }): RowGesture<Row> | null => {
    const line = lines[at.index];
    if (line?.kind !== 'row') return null;
    return { ...at, row: source.get(keyOf(line.row)) ?? line.row };
  };
  const gestureAtFocus = (ctrlKey: boolean) => {
    const cell = document.getElementById(focusedCellId);
    if (!focus.isSettled || cell === null) return null;
    const columnId = columns[focus.column]?.id ?? '';
    return gestureAt({ index: focus.line, columnId, anchor: cell.getBoundingClientRect(), ctrlKey });
  };
  const placeOf = (event: MouseEvent) => {
    const target = event.target as Element;
    const line = target.closest<HTMLElement>('[data-line]');
    if (line === null) return null;
    const index = Number(line.dataset.line);
    const cell = target.closest<HTMLElement>('[data-col]');
    const columnId = cell?.dataset.col ?? columns[0]?.id ?? '';
    const at = columns.findIndex((column) => column.id === columnId);
    const ctrlKey = event.ctrlKey || event.metaKey;
    const anchor = (cell ?? target).getBoundingClientRect();
    return {
      index,
      column: Math.max(0, at),
      gesture: gestureAt({ index, columnId, anchor, ctrlKey }),
      isOnButton: target.closest('button') !== null,
    };
  };

  return {
    // Runs on mousedown, before the grid receives the focus. Otherwise the grid would scroll to the previously focused cell, and
    // the second click of a double-click would hit another column.
    onMouseDown(event: MouseEvent) {
      const place = placeOf(event);
      if (place !== null && !place.isOnButton) keys.focusOn(place.index, place.column);
    },
    onClick(event: MouseEvent) {
      const target = event.target as Element;
      const head = target.closest<HTMLElement>('[data-head]')?.dataset.head;
      if (head !== undefined && target.closest('[data-width-handle]') === null)
        keys.sortBy(head, event.shiftKey);
      const place = placeOf(event);
      if (place === null || place.isOnButton) return;
      keys.focusOn(place.index, place.column);
      const line = lines[place.index];
      if (line?.kind === 'row' && target.closest('[data-toggle]') !== null && keys.tree !== undefined) {
        keys.tree.toggle(line.row, keys.tree.placeOf(line.row).isOpen === false);
        return;
      }
      if (line?.kind === 'group') {
        keys.toggleGroup(line.id);
        return;
      }
      keys.selectRow(
        place.index,
        event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only',
      );
      if (place.gesture !== null) listeners.onRowSelect?.(place.gesture);
    },
    onDoubleClick(event: MouseEvent) {
      const place = placeOf(event);
      if (place?.gesture && !place.isOnButton) listeners.onRowDoubleClick?.(place.gesture);
    },
    onContextMenu(event: MouseEvent) {
      const place = placeOf(event);
      if (!place?.gesture || listeners.onRowMenu === undefined) return;
      event.preventDefault();
      keys.focusOn(place.index, place.column);
      const { clientX: x, clientY: y } = event;
      listeners.onRowMenu({ ...place.gesture, anchor: { left: x, right: x, top: y, bottom: y } });
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const isUsed =
        event.target === event.currentTarget
          ? handleGridKey(event, {
              ...keys,
              lines,
              columns,
              focus,
              enterCell: () => {
                const button = document.getElementById(focusedCellId)?.querySelector('button') ?? null;
                button?.focus();
                return button !== null;
              },
              openMenu: () => {
                const gesture = gestureAtFocus(false);
                if (gesture !== null) listeners.onRowMenu?.(gesture);
              },
              select: (ctrlKey) => {
                const gesture = gestureAtFocus(ctrlKey);
                if (gesture !== null) listeners.onRowSelect?.(gesture);
              },
              offer: (key) => {
                const gesture = gestureAtFocus(false);
                return gesture !== null && listeners.onRowKey?.(key, gesture) === true;
              },
            })
          : handleKeyInCell(event);
      if (isUsed) event.preventDefault();
    },
  };
}

/** Handles keys inside a cell with buttons: arrows move between the buttons, Escape returns to the grid. */
function handleKeyInCell(event: KeyboardEvent<HTMLElement>): boolean {
  if (!(event.target instanceof HTMLElement)) return false;
  if (event.target instanceof HTMLInputElement && event.key !== 'Escape') return false;
  if (event.key === 'Escape') {
    event.currentTarget.focus();
    event.stopPropagation();
    return true;
  }
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return false;
  const buttons = [...(event.target.closest('[data-col]')?.querySelectorAll<HTMLElement>('button') ?? [])];
  buttons[buttons.indexOf(event.target) + step]?.focus();
  return true;
}
