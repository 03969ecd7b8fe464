// The layout loader: loads all saved layouts, upgrades old panel ids and saves those layouts back (LAYOUT-3), then chooses
// one (LAYOUT-6). A layout that cannot be read stays on the server and is ignored (HUB-7: parse errors are only logged).
import { type LayoutDocument, layoutDocument, type StoredLayout } from '@openpit/wire';
import { getAllUserLayouts, updateUserLayout } from '../http/user-settings.ts';
import { showToast } from '../notices/toasts.ts';
import type { SavedLayout } from '../stores/layout-choice.ts';
import { newColumnId, upgradeColumnIds } from '../stores/layout-columns.ts';
import { applyChosenLayout, useLayouts } from '../stores/layouts.ts';

/** A later run replaces only the list of saved layouts and keeps the layout on screen. */
export async function loadLayouts(): Promise<void> {
  const result = await getAllUserLayouts();
  if (result.kind !== 'ok') throw new Error(result.errorText);
  const upgraded: SavedLayout[] = [];
  const saved = result.value.flatMap((stored) => {
    const read = readLayoutText(stored);
    if (read === null) return [];
    const { _id, userId, version } = stored;
    const layout: SavedLayout = { _id, userId, version, document: upgradeColumnIds(read, newColumnId) };
    if (layout.document !== read) upgraded.push(layout);
    return [layout];
  });
  useLayouts.setState({ saved });
  if (useLayouts.getState().current === null) applyChosenLayout();
  if (upgraded.length === 0) return;
  showToast({ type: 'info', message: `Upgraded ${upgraded.length} old layouts` });
  await Promise.all(upgraded.map(saveBack));
}

/** Silent, as the user did not request this save. If it fails, the next start upgrades again. */
async function saveBack({ _id, document, version }: SavedLayout): Promise<void> {
  const result = await updateUserLayout(
    { id: _id, jsonString: JSON.stringify(document), ...(version !== undefined && { version }) },
    { isSilent: true },
  );
  if (result.kind === 'ok') {
    const { version: next } = result.value;
    useLayouts.setState(({ saved, current }) => ({
      saved: saved.map((layout) => (layout._id === _id ? { ...layout, version: next } : layout)),
      ...(current?._id === _id && current.version === version && { current: { ...current, version: next } }),
    }));
  }
  if (result.kind !== 'ok') console.warn(`The upgraded layout was not saved back: ${result.errorText}`);
}

function readLayoutText({ _id, userLayoutJson }: StoredLayout): LayoutDocument | null {
  try {
    return layoutDocument.parse(JSON.parse(userLayoutJson));
  } catch (error) {
    console.error(`The layout ${_id} cannot be read.`, error);
    return null;
  }
}
