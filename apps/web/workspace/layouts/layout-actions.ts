// Actions on whole layouts, for the drawer, the empty workspace and keys. An action that would discard unsaved changes asks
// first: save, discard, or cancel.

import { type LayoutDocument, maxLayoutBytes } from '@openpit/wire';
import { askConfirmation, askQuestion, mayDiscard } from '../../actions/dialogs.ts';
import { showToast } from '../../notices/toasts.ts';
import { deviceKind } from '../../stores/device-kind.ts';
import { forgetWork } from '../../stores/kept-work.ts';
import { blankLayout, type SavedLayout } from '../../stores/layout-choice.ts';
import { freeName } from '../../stores/layout-names.ts';
import {
  changedLayouts,
  discardChanges,
  resetLayout,
  setLayout,
  setUnsavedLayout,
  showParked,
  useLayouts,
} from '../../stores/layouts.ts';
import { type StarterLayout, starterLayout } from '../../stores/starter-layouts.ts';
import { logout } from '../../transport/logout.ts';
import { chooseFile, saveFile } from '../../ui/clipboard.ts';
import { countText } from '../../ui/format.ts';
import { deleteLayout, saveLayout } from './saved-layouts.ts';

/** Resolves to true if the layout may be left: nothing is unsaved, or the user has saved or discarded the changes. */
async function mayLeave(action: string, layout = useLayouts.getState().current): Promise<boolean> {
  if (layout?.isChanged !== true) return true;
  const answer = await askQuestion({
    title: 'Leave the changes unsaved?',
    sentence: `“${layout.document.name}” has changed since it was saved. ${action}`,
    confirmLabel: 'Save',
    otherLabel: 'Discard',
    isDestructive: false,
  });
  if (answer === 'no') return false;
  if (answer === 'yes') return saveLayout(layout);
  discardChanges(layout);
  return true;
}

export async function showLayout(layout: SavedLayout): Promise<void> {
  const { current } = useLayouts.getState();
  if (layout._id === current?._id) return;
  if (!(await mayLeave(`Showing “${layout.document.name}” without saving discards the changes.`))) return;
  if (showParked(({ _id }) => _id === layout._id)) return;
  // Saving has replaced the saved object.
  const newest = useLayouts.getState().saved.find(({ _id }) => _id === layout._id);
  setLayout(newest ?? layout);
}

/**
 * Shows an empty or a starter layout. It is stored when the user saves it, and counts as unsaved only once it has been changed.
 */
export async function newLayout(starter: StarterLayout | null): Promise<void> {
  if (!(await mayLeave('A new layout without saving discards the changes.'))) return;
  const document = starter === null ? blankLayout : starterLayout(starter);
  const named = { ...document, name: freeName(document.name, takenNames()) };
  setLayout({ _id: null, document: named });
}

export async function confirmReset(): Promise<void> {
  const { current } = useLayouts.getState();
  if (current === null || !current.isChanged) return;
  const goesOn = await askConfirmation({
    title: 'Reset the layout?',
    sentence: `“${current.document.name}” goes back to how it was ${current._id === null ? 'opened' : 'saved last'}. Ctrl+Z brings the changes back.`,
    confirmLabel: 'Reset',
    isDestructive: false,
  });
  if (goesOn) resetLayout();
}

/** Deletes a stored layout, by default the one on screen, after a confirmation. */
export async function confirmDelete(layout?: SavedLayout): Promise<void> {
  const current = layout ?? useLayouts.getState().current;
  if (current === null || current._id === null) return;
  const goesOn = await askConfirmation({
    title: 'Delete the layout?',
    sentence: `“${current.document.name}” with its ${panelsText(current.document)}. This cannot be undone; export it first to keep a copy.`,
    confirmLabel: 'Delete',
    cancelLabel: 'Keep it',
    isDestructive: true,
  });
  if (goesOn) await deleteLayout(current._id);
}

export const panelsText = ({ columns }: LayoutDocument) => countText(columns.length, 'panel');

export async function exportLayout(): Promise<void> {
  const { current } = useLayouts.getState();
  if (current === null) return;
  const { layoutFileName, layoutFileText } = await import('./layout-file.ts');
  const name = layoutFileName(current.document.name);
  saveFile({ name, type: 'application/json', content: layoutFileText(current.document) });
  showToast({ type: 'success', message: `Exported “${current.document.name}” as ${name}.` });
}

/** Shows a layout from a file that the user chooses. It is stored when the user saves it. */
export async function importLayout(): Promise<void> {
  const file = await chooseFile('.json,application/json');
  if (file === null) return;
  // A file that is too large is not read.
  const text = file.size > maxLayoutBytes ? ' '.repeat(maxLayoutBytes + 1) : await file.text();
  const { readLayoutFile } = await import('./layout-file.ts');
  const read = readLayoutFile(text);
  if (read.kind === 'rejected') return rejectImport(file.name, read.reason);
  if (read.layout.isMobile !== (deviceKind() === 'mobile'))
    return rejectImport(
      file.name,
      `This is a layout for ${read.layout.isMobile ? 'a phone: import it there' : 'a desktop: import it on a wider window'}.`,
    );
  if (!(await mayLeave('Importing without saving discards the changes.'))) return;
  setUnsavedLayout({ ...read.layout, name: freeName(read.layout.name, takenNames()) });
  const { current } = useLayouts.getState();
  showToast({ type: 'info', message: `Imported “${current?.document.name}”. Save it to keep it.` });
}

function rejectImport(fileName: string, reason: string): void {
  showToast({ type: 'error', message: `${fileName} was not imported. ${reason}` });
}

/** Signs out, and asks first if there are unsaved layout changes or unsent input. */
export async function signOut(): Promise<void> {
  if (!(await mayDiscard('ticket', 'dialog'))) return;
  for (const layout of changedLayouts(useLayouts.getState()))
    if (!(await mayLeave('Signing out without saving discards the changes.', layout))) return;
  forgetWork();
  logout();
}

function takenNames(): string[] {
  return useLayouts.getState().saved.map(({ document }) => document.name);
}
