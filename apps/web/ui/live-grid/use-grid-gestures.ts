// Turns DOM events on the root of a grid into gestures: which row and cell; select, open, menu or key. Each
// kind of event has one listener for the whole grid; rows and cells have none.
import type { KeyboardEvent, MouseEvent } from 'react';
import type { GridColumn, GridSource, RowKey } from './grid-column.ts';
import { type GridKeyContext, handleGridKey } from './grid-keys.ts';
import type { GridLine } from './grid-lines.ts';
import type { GridAnchor, RowGesture, RowGestureListeners } from './row-gesture.ts';
import type { FocusedCell } from './use-grid-focus.ts';

export interface GridGestureOptions<Row, Key extends RowKey> {
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
    // On mousedown, before the grid gets the focus: it would scroll to the cell that had the focus last, and
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

/** Inside a cell with buttons: arrows move between the buttons, Escape returns to the grid. */
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
