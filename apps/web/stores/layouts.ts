// The user's saved layouts and the one on screen (LAYOUT-1 to 10), with all that can be done to it. Changes stay in the
// browser until they are saved. Every function here changes the store; panels are changed by layout-columns.ts.
import type { LayoutColumn, LayoutDocument, PanelCoordinates, StoredLayout } from '@openpit/wire';
import { create } from 'zustand';
import { createUserLayout, deleteUserLayout, updateUserLayout } from '../http/user-settings.ts';
import { showToast } from '../notices/toasts.ts';
import { readStored, storageKeys, writeStored } from './browser-storage.ts';
import { type DeviceKind, deviceKind } from './device-kind.ts';
import { chooseLayout, type SavedLayout } from './layout-choice.ts';
import {
  addColumn,
  changeColumn,
  defaultConfirmationPoint,
  defaultSpawnPoint,
  newColumnId,
  placeColumn,
  raiseColumn,
  removeColumn,
  restack,
  swapColumn,
} from './layout-columns.ts';
import { useSession } from './session.ts';

export type { SavedLayout } from './layout-choice.ts';

export interface CurrentLayout {
  /** Null for a layout that has never been saved. */
  readonly _id: string | null;
  readonly document: LayoutDocument;
  /** True when something has changed since it was set or saved. */
  readonly isChanged: boolean;
}

export interface Layouts {
  readonly saved: readonly SavedLayout[];
  /** Null until the layouts have been loaded. */
  readonly current: CurrentLayout | null;
  /** What was on screen, perhaps unsaved, when the window became one of the other kind of device. */
  readonly parked: CurrentLayout | null;
}

export const useLayouts = create<Layouts>()(() => ({ saved: [], current: null, parked: null }));

/** Shows a layout and remembers it as the last used; one without an `_id` forgets what was remembered (LAYOUT-7). */
export function setLayout({ _id, document }: { _id: string | null; document: LayoutDocument }): void {
  writeStored(storageKeys.lastUsedLayout, _id);
  const restored: LayoutDocument = {
    ...document,
    spawnPoint: document.spawnPoint ?? { ...defaultSpawnPoint },
    spawnPointMove: document.spawnPointMove ?? false,
    locked: document.locked ?? false,
    resizeable: document.resizeable ?? true,
    spawnPointConfirmations: document.spawnPointConfirmations ?? { ...defaultConfirmationPoint },
  };
  useLayouts.setState({ current: { _id, document: restored, isChanged: false } });
}

/**
 * Shows the layout of this kind of device: the one that was left when the window changed kind, else a choice among the
 * saved ones by LAYOUT-6.
 */
export function applyChosenLayout(device: DeviceKind = deviceKind()): void {
  const { current, parked } = useLayouts.getState();
  const isOfOtherKind = current !== null && !isFor(device, current);
  if (isOfOtherKind) useLayouts.setState({ parked: current });
  if (isOfOtherKind && parked !== null && isFor(device, parked)) {
    writeStored(storageKeys.lastUsedLayout, parked._id);
    useLayouts.setState({ current: parked });
    return;
  }
  const lastUsedId = readStored(storageKeys.lastUsedLayout);
  const choice = chooseLayout({ saved: useLayouts.getState().saved, device, lastUsedId, newId: newColumnId });
  if (choice.kind === 'default') setLayout({ _id: null, document: choice.document });
  else setLayout(choice.layout);
}

/** Adds a panel at the spawn point (LAYOUT-4) and returns its id; null when no layout is shown yet. */
export function addPanel(component: string, props?: Record<string, unknown>): string | null {
  if (useLayouts.getState().current === null) return null;
  const id = newColumnId(component);
  changeLayout((layout) => addColumn(layout, { id, component, ...(props && { props }) }));
  return id;
}

/** Percent of the workspace; brought inside when it lies outside. */
export function movePanel(id: LayoutColumn['id'], { x, y }: Pick<PanelCoordinates, 'x' | 'y'>): void {
  changeLayout((layout) => placeColumn(layout, id, { x, y }));
}

export function resizePanel(
  id: LayoutColumn['id'],
  size: Pick<PanelCoordinates, 'w' | 'h'> & Partial<Pick<PanelCoordinates, 'x' | 'y'>>,
): void {
  changeLayout((layout) => placeColumn(layout, id, size));
}

/** Looking at a panel is no change of the layout: nobody is asked to save it for that. */
export function raisePanel(id: LayoutColumn['id']): void {
  const { current } = useLayouts.getState();
  if (current === null) return;
  const document = raiseColumn(current.document, id);
  if (document !== current.document) useLayouts.setState({ current: { ...current, document } });
}

export function removePanel(id: LayoutColumn['id']): void {
  changeLayout((layout) => removeColumn(layout, id));
}

export function swapPanel(id: LayoutColumn['id'], component: string): void {
  changeLayout((layout) => swapColumn(layout, id, component));
}

/** Sets what a panel keeps for itself: sorting order, grouping, headers, props, colour (PANEL-20). */
export function changePanel(
  id: LayoutColumn['id'],
  change: Partial<Omit<LayoutColumn, 'id' | 'coordinates'>>,
): void {
  changeLayout((layout) => changeColumn(layout, id, (column) => ({ ...column, ...change })));
}

/** Any other change of the layout itself: name, lock, spawn point. */
export function changeLayout(change: (layout: LayoutDocument) => LayoutDocument): void {
  const { current } = useLayouts.getState();
  if (current === null) return;
  const document = change(current.document);
  if (document !== current.document)
    useLayouts.setState({ current: { ...current, document, isChanged: true } });
}

/** Saves the layout on screen: updates the stored one, or creates it when it has no `_id` (LAYOUT-8, LAYOUT-9). */
export async function saveLayout(): Promise<boolean> {
  const { current, saved } = useLayouts.getState();
  if (current === null || userIdForSaving() === null) return false;
  const document = restack(current.document);
  if (current._id === null) return createLayout(document, current);
  const jsonString = JSON.stringify(document);
  if (!saved.some((layout) => layout._id === current._id)) return warnNotFound(jsonString);
  const result = await updateUserLayout({ id: current._id, jsonString });
  if (result.kind === 'refused' && result.status === 404) return warnNotFound(jsonString);
  if (result.kind !== 'ok') return false;
  keepSaved(result.value, document, current);
  const message = document.isMobile ? 'Mobile Layout updated' : `Updated layout: ${document.name}`;
  showToast({ type: 'success', message });
  return true;
}

/** Saves what is on screen as a new layout of this name and goes on with that one. */
export async function saveLayoutAs(name: string): Promise<boolean> {
  const { current } = useLayouts.getState();
  if (current === null || userIdForSaving() === null) return false;
  return createLayout({ ...restack(current.document), name }, current);
}

/** Deletes a stored layout; when it was on screen, another is chosen. */
export async function deleteLayout(id: string): Promise<boolean> {
  const result = await deleteUserLayout(id);
  if (result.kind !== 'ok') return false;
  useLayouts.setState(({ saved }) => ({ saved: saved.filter((layout) => layout._id !== id) }));
  if (useLayouts.getState().current?._id === id) applyChosenLayout();
  return true;
}

function isFor(device: DeviceKind, { document }: CurrentLayout): boolean {
  return document.isMobile === (device === 'mobile');
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

/** `shown` is what was on screen when the save began: a change or a switch made since then is left alone. */
function keepSaved({ _id, userId }: StoredLayout, document: LayoutDocument, shown: CurrentLayout): void {
  const layout: SavedLayout = { _id, userId, document };
  useLayouts.setState(({ saved, current }) => {
    const others = saved.some((other) => other._id === _id)
      ? saved.map((other) => (other._id === _id ? layout : other))
      : [...saved, layout];
    if (current === null || current._id !== shown._id) return { saved: others };
    writeStored(storageKeys.lastUsedLayout, _id);
    return current.document === shown.document
      ? { saved: others, current: { _id, document, isChanged: false } }
      : { saved: others, current: { ...current, _id } };
  });
}

function warnNotFound(content: string): false {
  showToast({ type: 'warning', message: `Not found to updated saved layout ${content}` });
  return false;
}

function userIdForSaving(): string | null {
  const userId = useSession.getState().hqAccess?.userId ?? null;
  if (userId === null) showToast({ type: 'error', message: 'No HQ for saving' });
  return userId;
}
