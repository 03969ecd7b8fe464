// The keys that work everywhere on the Trading screen.
import { keyTable } from '../ui/keys.ts';

export const workspaceKeys = keyTable('Everywhere', {
  palette: { press: ['$mod+k'], label: 'Find a contract, a panel, a layout or a command' },
  keySheet: { press: ['?', 'Shift+?'], label: 'This list of keys' },
  cancelAll: { press: ['Alt+KeyC'], label: 'Cancel all my orders' },
  toolbar: { press: ['Alt+KeyT'], label: 'The toolbar' },
  nextPanel: { press: ['F6'], label: 'Next panel' },
  previousPanel: { press: ['Shift+F6'], label: 'Previous panel' },
  saveLayout: { press: ['$mod+s'], label: 'Save the layout' },
  undo: { press: ['$mod+z'], label: 'Undo the last change of the layout' },
  redo: { press: ['$mod+Shift+z', '$mod+y'], label: 'Redo it' },
  escape: { press: ['Escape'], label: 'Close what is open; restore a maximised panel' },
});
