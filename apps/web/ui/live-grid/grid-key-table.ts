// The keys of a focused grid, for the sheet of keys; `handleGridKey` handles them.
import { keyTable } from '../keys.ts';

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
