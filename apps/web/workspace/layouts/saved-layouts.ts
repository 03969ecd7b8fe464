// The layouts stored on the server (LAYOUT-8 to 10): saving, saving under another name, renaming, duplicating, deleting. Each
// function reports its result with a toast of LAYOUT-9; a failed call has already shown one.

import type { LayoutDocument, StoredLayout } from '@openpit/wire';
import { askQuestion } from '../../actions/dialogs.ts';
import { showToast } from '../../notices/toasts.ts';
import { loadLayouts } from '../../startup/documents.ts';
import { storageKeys, writeStored } from '../../stores/browser-storage.ts';
import { isSame } from '../../stores/keyed-store.ts';
import type { SavedLayout } from '../../stores/layout-choice.ts';
import { restack, withNewIds } from '../../stores/layout-columns.ts';
import { isSameBesideStack, noHistory } from '../../stores/layout-history.ts';
import { freeName } from '../../stores/layout-names.ts';
import {
  applyChosenLayout,
  type CurrentLayout,
  discardChanges,
  newLayoutNumber,
  renameShown,
  setLayout,
  useLayouts,
} from '../../stores/layouts.ts';
import { useSession } from '../../stores/session.ts';
import { createUserLayout, deleteUserLayout, updateUserLayout } from '../../transport/user-settings.ts';

/** Ends with the last save that was requested. */
let lastSave: Promise<unknown> = Promise.resolve();

/** Runs one save after another, so that each begins with the `_id` and the version that the one before has returned. */
function inTurn(save: () => Promise<boolean>): Promise<boolean> {
  const turn = lastSave.then(save);
  lastSave = turn.catch(() => undefined);
  return turn;
}

/** Saves the layout as it is now. `save` receives it with what earlier saves have changed. */
async function saveShown(
  save: (shown: CurrentLayout) => Promise<boolean>,
  shown = useLayouts.getState().current,
): Promise<boolean> {
  if (shown === null) return false;
  return inTurn(async () => (userIdForSaving() === null ? false : save(withIdentity(shown))));
}

/** The last stored state of layouts that have been saved, by number. */
const lastStored = new Map<number, CurrentLayout>();

/** The layout with the `_id`, the version and the name that it has received since. */
function withIdentity(shown: CurrentLayout): CurrentLayout {
  const { current, parked } = useLayouts.getState();
  const open = [current, ...parked].find((layout) => layout?.number === shown.number);
  const { _id, version, document } = open ?? lastStored.get(shown.number) ?? shown;
  return { ...shown, _id, version, document: { ...shown.document, name: document.name } };
}

/** Saves a layout, by default the one on screen: updates the stored layout, or creates it if it has no `_id` (LAYOUT-8, LAYOUT-9). */
export function saveLayout(layout?: CurrentLayout): Promise<boolean> {
  return saveShown(async (shown) => {
    const document = restack(shown.document);
    if (shown._id === null) return createLayout(document, shown);
    const { saved } = useLayouts.getState();
    if (!saved.some((layout) => layout._id === shown._id))
      return warnNotFound(shown._id, JSON.stringify(document));
    const stored = await update(shown._id, document, shown.version);
    if (stored === 'changedElsewhere') return resolveConflict(shown._id, document, shown);
    if (stored === null) return false;
    keepSaved(stored, document, shown);
    return true;
  }, layout);
}

/** Saves the layout on screen under a new name and switches to the new layout. */
export function saveLayoutAs(name: string): Promise<boolean> {
  return saveShown((shown) => createLayout({ ...restack(shown.document), name }, shown));
}

/** Stores a copy of the layout on screen, with new panel ids, and switches to the copy. */
export function duplicateLayout(): Promise<boolean> {
  return saveShown((shown) => {
    const { saved } = useLayouts.getState();
    const usedNames = [shown.document.name, ...saved.map(({ document }) => document.name)];
    const name = freeName(`${shown.document.name} copy`, usedNames);
    return createLayout({ ...withNewIds(restack(shown.document)), name }, shown);
  });
}

/** Renames a stored layout. Its other changes stay unsaved. */
export function renameLayout(id: string | null, name: string): Promise<boolean> {
  const { current } = useLayouts.getState();
  // A layout without an `_id` may receive one from a save before this.
  return inTurn(() => rename(current !== null && current._id === id ? withIdentity(current)._id : id, name));
}

async function rename(id: string | null, name: string): Promise<boolean> {
  const { current, saved } = useLayouts.getState();
  const renamed = (document: LayoutDocument) => (document.name === name ? document : { ...document, name });
  const stored = saved.find(({ _id }) => _id === id);
  if (stored === undefined) {
    if (current === null || current._id !== id) return false;
    renameShown(name);
    return true;
  }
  if (userIdForSaving() === null) return false;
  const document = renamed(stored.document);
  let updated = await update(stored._id, document, stored.version);
  if (updated === 'changedElsewhere') {
    // Only the name changes; the panels saved by the other window stay.
    const other = await newestOf(stored._id);
    if (other === null) return false;
    updated = await update(stored._id, renamed(other.document), other.version);
  }
  if (updated === null || updated === 'changedElsewhere') return false;
  const { version } = updated;
  const renamedOpen = (open: CurrentLayout): CurrentLayout =>
    open._id !== id
      ? open
      : {
          ...open,
          document: renamed(open.document),
          // The rename must not overwrite the layout that another window has saved.
          ...(open.version === stored.version && { version }),
        };
  useLayouts.setState((layouts) => ({
    saved: layouts.saved.map((other) =>
      other._id === id ? { ...other, document: renamed(other.document), version } : other,
    ),
    current: layouts.current && renamedOpen(layouts.current),
    parked: layouts.parked.map(renamedOpen),
    ...(layouts.current?._id === id && { base: layouts.base && renamed(layouts.base) }),
  }));
  return true;
}

/** Deletes a stored layout. If it was on screen, another is chosen. */
export async function deleteLayout(id: string): Promise<boolean> {
  const name = useLayouts.getState().saved.find(({ _id }) => _id === id)?.document.name ?? '';
  const result = await deleteUserLayout(id);
  if (result.kind !== 'ok') return false;
  useLayouts.setState(({ saved, parked }) => ({
    saved: saved.filter((layout) => layout._id !== id),
    parked: parked.filter((layout) => layout._id !== id),
  }));
  showToast({ type: 'success', message: `Deleted layout: ${name}` });
  const { current } = useLayouts.getState();
  if (current?._id === id) {
    discardChanges(current);
    applyChosenLayout();
  }
  return true;
}

/**
 * @returns null after a failure, which a toast has reported. Without `version`, changes saved by another window are overwritten.
 */
async function update(
  id: string,
  document: LayoutDocument,
  version: string | undefined,
): Promise<StoredLayout | 'changedElsewhere' | null> {
  const jsonString = JSON.stringify(document);
  const result = await updateUserLayout({ id, jsonString, version });
  if (result.kind !== 'ok') {
    const status = result.kind === 'rejected' ? result.status : null;
    if (status === 409) return 'changedElsewhere';
    if (status === 404) warnNotFound(id, jsonString);
    else if (status !== 401) showToast({ type: 'error', message: result.errorText });
    return null;
  }
  const message = document.isMobile ? 'Mobile Layout updated' : `Updated layout: ${document.name}`;
  showToast({ type: 'success', message });
  return result.value;
}

/** Another window has saved this layout since it was loaded here, so the user decides. */
async function resolveConflict(id: string, document: LayoutDocument, shown: CurrentLayout): Promise<boolean> {
  const answer = await askQuestion({
    title: 'The layout was changed in another window',
    sentence: `“${document.name}” has been saved elsewhere since it was opened here. Nothing is saved yet.`,
    confirmLabel: 'Save as another',
    otherLabel: 'Overwrite it',
    thirdLabel: 'Load the other version',
    isDestructive: false,
  });
  if (answer === 'no') return false;
  if (answer === 'yes') {
    const usedNames = useLayouts.getState().saved.map((layout) => layout.document.name);
    return createLayout({ ...withNewIds(document), name: freeName(document.name, usedNames) }, shown);
  }
  if (answer === 'other') {
    const stored = await update(id, document, undefined);
    if (stored === null || stored === 'changedElsewhere') return false;
    keepSaved(stored, document, shown);
    return true;
  }
  const other = await newestOf(id);
  if (other !== null) discardChanges(shown);
  if (other !== null && useLayouts.getState().current?.number === shown.number) setLayout(other);
  return other !== null;
}

/** Reloads the layout from the server into the list; null if it could not be loaded. */
async function newestOf(id: string): Promise<SavedLayout | null> {
  await loadLayouts().catch((error: unknown) =>
    console.warn('The layouts could not be loaded again.', error),
  );
  const newest = useLayouts.getState().saved.find(({ _id }) => _id === id) ?? null;
  if (newest === null)
    showToast({
      type: 'warning',
      message: 'The other version could not be loaded: it may have been deleted since.',
    });
  return newest;
}

async function createLayout(document: LayoutDocument, shown: CurrentLayout): Promise<boolean> {
  const userId = userIdForSaving();
  if (userId === null) return false;
  const result = await createUserLayout({ userId, userLayoutJson: JSON.stringify(document) });
  if (result.kind !== 'ok') return false;
  if (result.value.userId !== userId) {
    showToast({ type: 'error', message: 'The layout was not saved: the server answered for another user.' });
    return false;
  }
  keepSaved(result.value, document, shown);
  showToast({ type: 'success', message: document.isMobile ? 'Mobile Layout saved' : 'Layout saved' });
  return true;
}

/** `shown` is the layout that was on screen when the save began. A later change or switch is left alone. */
function keepSaved(
  { _id, userId, version }: StoredLayout,
  document: LayoutDocument,
  shown: CurrentLayout,
): void {
  const layout: SavedLayout = { _id, userId, document, version };
  const { saved, current, parked } = useLayouts.getState();
  const others = saved.some((other) => other._id === _id)
    ? saved.map((other) => (other._id === _id ? layout : other))
    : [...saved, layout];
  useLayouts.setState({ saved: others });
  const isCopy = shown._id !== null && shown._id !== _id;
  const number = isCopy ? newLayoutNumber() : shown.number;
  const stored: CurrentLayout = { number, _id, document, version, isChanged: false };
  lastStored.set(number, stored);
  const isSaved = (open: CurrentLayout) => open.number === shown.number && !isCopy;
  useLayouts.setState({
    parked: parked.map((open) => (isSaved(open) ? afterSave(open, shown, stored) : open)),
  });
  if (current?.number !== shown.number) return;
  writeStored(storageKeys.lastUsedLayout, _id);
  useLayouts.setState({
    current: afterSave(current, shown, stored),
    base: document,
    ...(isCopy && { history: noHistory }),
  });
}

/** An open layout after a save. A change or a rename in the meantime is left alone. */
function afterSave(open: CurrentLayout, shown: CurrentLayout, stored: CurrentLayout): CurrentLayout {
  if (isSame(open.document, shown.document)) return stored;
  const isRenamed = open.document.name !== shown.document.name;
  const document = isRenamed ? open.document : { ...open.document, name: stored.document.name };
  // Raising a panel in the meantime does not count as a change.
  return { ...stored, document, isChanged: !isSameBesideStack(document, stored.document) };
}

/** A layout that was deleted from the server stays on screen, and the next save creates it again. */
function warnNotFound(id: string, content: string): false {
  useLayouts.setState(({ saved, current }) => ({
    saved: saved.filter((layout) => layout._id !== id),
    ...(current?._id === id && { current: { ...current, _id: null, isChanged: true } }),
  }));
  showToast({ type: 'warning', message: `Not found to updated saved layout ${content}` });
  return false;
}

function userIdForSaving(): string | null {
  const userId = useSession.getState().hqAccess?.userId ?? null;
  if (userId === null) showToast({ type: 'error', message: 'No HQ for saving' });
  return userId;
}
