// The keys of the grip in a panel's header and of the markers of the workspace.
import { keyTable } from './keys.ts';

export const panelKeys = keyTable('On the grip of a panel', {
  move: {
    press: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    shown: 'Arrows',
    label: 'Move the panel',
  },
  moveFar: {
    press: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
    shown: 'Shift+Arrows',
    label: 'Move it further',
  },
  size: {
    press: ['Control+ArrowLeft', 'Control+ArrowRight', 'Control+ArrowUp', 'Control+ArrowDown'],
    shown: 'Ctrl+Arrows',
    label: 'Size it',
  },
  dock: {
    press: ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+ArrowUp', 'Alt+ArrowDown'],
    shown: 'Alt+Arrows',
    label: 'Dock it at this edge of the workspace',
  },
});
