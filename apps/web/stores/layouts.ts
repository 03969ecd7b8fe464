// The layout on screen (LAYOUT-1 to 7) and its undoable changes, which stay in the browser until they are saved
// (workspace/layouts/saved-layouts.ts). The functions here change the store; the pure changes to panels are in layout-columns.ts.
import type { LayoutColumn, LayoutDocument, PanelCoordinates } from '@openpit/wire';
import { create } from 'zustand';
import { readStored, storageKeys, writeStored } from './browser-storage.ts';
import { type DeviceKind, deviceKind } from './device-kind.ts';
import { isSame } from './keyed-store.ts';
import { chooseLayout, type SavedLayout } from './layout-choice.ts';
import {
  addColumn,
  changeColumn,
  defaultConfirmationPoint,
  defaultSpawnPoint,
  type NewColumn,
  newColumnId,
  raiseColumn,
  removeColumn,
  swapColumn,
} from './layout-columns.ts';
import { floatPanels, repairedLayout, tabsOf } from './layout-docking.ts';
import {
  isSameBesideStack,
  type LayoutHistory,
  type LayoutStep,
  noHistory,
  redo,
  undo,
  withChange,
} from './layout-history.ts';

export interface CurrentLayout {
  /** Identifies the layout while it is open, even before it has an `_id`. Showing another layout never reuses it. */
  readonly number: number;
  /** `null` for a layout that has never been saved. */
  readonly _id: string | null;
  readonly document: LayoutDocument;
  /** The version of the stored layout on which this one is based, which a save compares; omitted if unknown. */
  readonly version?: string | undefined;
  /** Whether the layout has unsaved changes. */
  readonly isChanged: boolean;
}

export interface Layouts {
  readonly saved: readonly SavedLayout[];
  /** `null` until the layouts have been loaded. */
  readonly current: CurrentLayout | null;
  /**
   * Layouts that were left with unsaved changes, and the layout that was on screen when the window switched between desktop and
   * phone, in the order in which they were left. A phone leaves a layout whenever the user opens another panel.
   */
  readonly parked: readonly CurrentLayout[];
  /** The layout as it was last set or saved, which “reset” restores; null for a layout that was changed without being stored. */
  readonly base: LayoutDocument | null;
  readonly history: LayoutHistory;
}

export const useLayouts = create<Layouts>()(() => ({
  saved: [],
  current: null,
  parked: [],
  base: null,
  history: noHistory,
}));

/** A layout that can be shown. */
type LayoutToShow = Pick<CurrentLayout, '_id' | 'document' | 'version'>;

let count = 0;

export function newLayoutNumber(): number {
  count += 1;
  return count;
}

/** The open layouts with unsaved changes. */
export const changedLayouts = ({ current, parked }: Layouts): readonly CurrentLayout[] =>
  [...parked, ...(current === null ? [] : [current])].filter(({ isChanged }) => isChanged);

/**
 * Shows a layout and stores its `_id`, if it has one, as the last used (LAYOUT-7). If the layout on screen has unsaved changes, it
 * is parked; only `discardChanges` discards them.
 */
export function setLayout({ _id, document, version }: LayoutToShow): void {
  writeStored(storageKeys.lastUsedLayout, _id);
  const restored = restoredLayout(document);
  useLayouts.setState({
    parked: parkedAfterLeaving(useLayouts.getState()),
    current: { number: newLayoutNumber(), _id, document: restored, version, isChanged: false },
    base: restored,
    history: noHistory,
  });
}

const parkedAfterLeaving = ({ current, parked }: Layouts): readonly CurrentLayout[] =>
  current?.isChanged ? [...parked, current] : parked;

/** Shows the parked layout that was left last among those that fit, with its changes; returns false if none fits. */
export function showParked(fits: (layout: CurrentLayout) => boolean): boolean {
  const layouts = useLayouts.getState();
  const next = layouts.parked.findLast(fits);
  if (next === undefined) return false;
  writeStored(storageKeys.lastUsedLayout, next._id);
  const stored = layouts.saved.find(({ _id }) => _id === next._id);
  useLayouts.setState({
    current: next,
    parked: parkedAfterLeaving(layouts).filter((layout) => layout !== next),
    base: stored === undefined ? (next.isChanged ? null : next.document) : restoredLayout(stored.document),
    history: noHistory,
  });
  return true;
}

/** Discards the unsaved changes of a layout that is about to be left, as the user has decided. */
export function discardChanges({ number }: CurrentLayout): void {
  useLayouts.setState(({ current, parked }) => ({
    current: current?.number === number ? { ...current, isChanged: false } : current,
    parked: parked.filter((layout) => layout.number !== number),
  }));
}

/** Shows a layout from a file. It is not stored anywhere yet, so it counts as changed until it is saved. */
export function setUnsavedLayout(document: LayoutDocument): void {
  setLayout({ _id: null, document });
  useLayouts.setState(({ current }) => ({ current: current && { ...current, isChanged: true }, base: null }));
}

/** Shows a layout with the unsaved changes from before the page was reloaded. */
export function bringBackLayout({ _id, document, version }: LayoutToShow): void {
  const stored = useLayouts.getState().saved.find((layout) => layout._id === _id);
  setLayout({ _id: stored?._id ?? null, document, version });
  const base = stored === undefined ? null : restoredLayout(stored.document);
  useLayouts.setState(({ current }) => ({ current: current && { ...current, isChanged: true }, base }));
}

/** Adds the values that LAYOUT-7 restores: spawn point, lock, resizing, the place of confirmations. */
function restoredLayout(document: LayoutDocument): LayoutDocument {
  return {
    ...repairedLayout(document),
    spawnPoint: document.spawnPoint ?? { ...defaultSpawnPoint },
    spawnPointMove: document.spawnPointMove ?? false,
    locked: document.locked ?? false,
    resizeable: document.resizeable ?? true,
    spawnPointConfirmations: document.spawnPointConfirmations ?? { ...defaultConfirmationPoint },
  };
}

/**
 * Shows the layout for this kind of device: the parked layout after a switch between desktop and phone, otherwise one of the
 * saved layouts (LAYOUT-6).
 */
export function applyChosenLayout(device: DeviceKind = deviceKind()): void {
  const { current, parked } = useLayouts.getState();
  if (current !== null && !isFor(device, current)) {
    useLayouts.setState({ current: null, parked: [...parked, current] });
    if (showParked((layout) => isFor(device, layout))) return;
  }
  const lastUsedId = readStored(storageKeys.lastUsedLayout);
  const choice = chooseLayout({ saved: useLayouts.getState().saved, device, lastUsedId });
  if (choice.kind === 'default') setLayout({ _id: null, document: choice.document });
  else setLayout(choice.layout);
}

/** Adds a panel at the spawn point or in free space (LAYOUT-4) and returns its id; null if no layout is shown yet. */
export function addPanel(component: string, place: Pick<NewColumn, 'size' | 'gap'> = {}): string | null {
  if (useLayouts.getState().current === null) return null;
  const id = newColumnId(component);
  changeLayout((layout) => addColumn(layout, { id, component, ...place }));
  return id;
}

/** Raises a panel of this component, cycling through several; returns its id, or null if there is none. */
export function showPanel(component: string): LayoutColumn['id'] | null {
  const columns = useLayouts.getState().current?.document.columns ?? [];
  const [lowest] = columns
    .filter((column) => column.component === component)
    .sort((a, b) => a.coordinates.z - b.coordinates.z);
  if (lowest === undefined) return null;
  raisePanel(lowest.id);
  return lowest.id;
}

/**
 * Coordinates are percent of the workspace and clamped to it. Tabs of a frame move together, and a docked frame becomes floating.
 */
export function placePanel(id: LayoutColumn['id'], place: Omit<PanelCoordinates, 'z'>): void {
  changeLayout((layout) => {
    const ids = tabsOf(layout, id).map((tab) => tab.id);
    return floatPanels(layout, ids, place);
  }, `place:${id}`);
}

/** This alone does not make the layout unsaved. */
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

/** Changes the settings of a panel: sorting order, grouping, headers, props, colour (PANEL-20). */
export function changePanel(
  id: LayoutColumn['id'],
  change: Partial<Omit<LayoutColumn, 'id' | 'coordinates'>>,
): void {
  changeLayout((layout) => changeColumn(layout, id, (column) => ({ ...column, ...change })));
}

export function changePanelSettings(
  id: LayoutColumn['id'],
  settings: NonNullable<LayoutColumn['props']>,
): void {
  changeLayout((layout) =>
    changeColumn(layout, id, (column) => ({ ...column, props: { ...column.props, ...settings } })),
  );
}

/** Renames the layout on screen. The history has no names, because the stored layout is renamed at once. */
export function renameShown(name: string): void {
  const { current } = useLayouts.getState();
  if (current === null) return;
  const document = { ...current.document, name };
  useLayouts.setState({ current: { ...current, document, isChanged: differsFromBase(document) } });
}

/**
 * Any other change to the layout, such as its lock or spawn point. `subject` names the thing that changes, so that consecutive small changes
 * to it are one undo step.
 */
export function changeLayout(
  change: (layout: LayoutDocument) => LayoutDocument,
  subject: string | null = null,
): void {
  const { current, history } = useLayouts.getState();
  if (current === null) return;
  const document = repairedLayout(change(current.document));
  if (isSame(document, current.document)) return;
  useLayouts.setState({
    current: { ...current, document, isChanged: differsFromBase(document) },
    history: withChange(history, current.document, { subject, at: Date.now() }),
  });
}

/** Undoes the last change to the layout; returns false if there is none. */
export function undoLayout(): boolean {
  return take(undo);
}

export function redoLayout(): boolean {
  return take(redo);
}

function take(step: (history: LayoutHistory, now: LayoutDocument) => LayoutStep | null): boolean {
  const { current, history } = useLayouts.getState();
  const result = current === null ? null : step(history, current.document);
  if (current === null || result === null) return false;
  useLayouts.setState({
    current: { ...current, document: result.document, isChanged: differsFromBase(result.document) },
    history: result.history,
  });
  return true;
}

function differsFromBase(document: LayoutDocument): boolean {
  const { base } = useLayouts.getState();
  return base === null || !isSameBesideStack(document, base);
}

/** Restores the layout as it was last set or saved, under its current name. This can be undone. */
export function resetLayout(): void {
  const { base, current } = useLayouts.getState();
  if (base === null || current === null || !current.isChanged) return;
  changeLayout(({ name }) => ({ ...base, name }));
}

function isFor(device: DeviceKind, { document }: CurrentLayout): boolean {
  return document.isMobile === (device === 'mobile');
}
