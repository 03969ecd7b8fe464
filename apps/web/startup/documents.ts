// The documents that start-up loads over HTTP: preferences (PREF-1 to 6), layouts (LAYOUT-3, LAYOUT-6) and the announcements of the day
// (API-7). An old document is converted and saved back.
import {
  isRecord,
  type LayoutDocument,
  layoutDocument,
  newPreferenceDocument,
  type PreferenceDocument,
  preferenceDocument,
  type StoredLayout,
  type StoredPreference,
} from '@openpit/wire';
import * as z from 'zod/mini';
import { announcementToast, listPastNotices, showToast } from '../notices/toasts.ts';
import { retryDelayMs, useConnection } from '../stores/connection.ts';
import type { SavedLayout } from '../stores/layout-choice.ts';
import { upgradeColumnIds } from '../stores/layout-columns.ts';
import { applyChosenLayout, useLayouts } from '../stores/layouts.ts';
import { usePreferences, useSession } from '../stores/session.ts';
import { getAnnouncements } from '../transport/static-data.ts';
import {
  createUserPreference,
  getAllUserLayouts,
  getUserPreference,
  updateUserLayout,
  updateUserPreference,
} from '../transport/user-settings.ts';

interface ReadPreferences {
  readonly document: PreferenceDocument;
  /** True if old names were converted: the document must be saved back (PREF-4). */
  readonly isConverted: boolean;
  /** Paths of unreadable fields, which have their defaults, such as `defaults.maxDepth`. */
  readonly unreadable: readonly string[];
}

/** Throws if the text is not JSON, or not an object. */
export function parsePreferenceText(text: string): ReadPreferences {
  const parsed: unknown = JSON.parse(text);
  if (!isRecord(parsed)) throw new Error('The stored preferences are not a document.');
  const { value: converted, isConverted } = camelCaseKeys(parsed);
  const source = { defaults: {}, ...(converted as Record<string, unknown>) };
  const unreadable: string[] = [];
  for (;;) {
    const result = z.safeParse(preferenceDocument, source);
    if (result.success) return { document: result.data, isConverted, unreadable };
    for (const { path } of result.error.issues) {
      unreadable.push(path.join('.'));
      removeField(source, path);
    }
    if (unreadable.length > maxUnreadable) throw new Error('The stored preferences cannot be read.');
  }
}

const maxUnreadable = 100;

/** Converts every key of every object to camelCase; a key that is already camelCase wins over its old spelling. */
export function camelCaseKeys(value: unknown): { value: unknown; isConverted: boolean } {
  if (Array.isArray(value)) {
    const items = value.map(camelCaseKeys);
    return { value: items.map((item) => item.value), isConverted: items.some((item) => item.isConverted) };
  }
  if (!isRecord(value)) return { value, isConverted: false };
  let isConverted = false;
  const next: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const inner = camelCaseKeys(field);
    const name = camelCase(key);
    isConverted ||= inner.isConverted || name !== key;
    if (name === key || !(name in value)) next[name] = inner.value;
  }
  return { value: next, isConverted };
}

/** `trade_form_location` → `tradeFormLocation`. A leading underscore (`_id`) stays, and so does a key such as `DEC26_WMAZ`. */
function camelCase(key: string): string {
  if (!/^_*[a-z]/.test(key)) return key;
  return key.replace(/(?<=[a-z0-9])_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

function removeField(source: Record<string, unknown>, path: readonly PropertyKey[]): void {
  let holder: unknown = source;
  for (const step of path.slice(0, -1)) holder = isRecord(holder) ? holder[String(step)] : undefined;
  const last = String(path.at(-1) ?? '');
  if (!isRecord(holder)) return;
  // `defaults` is required; an unreadable one becomes an empty one.
  if (holder === source && last === 'defaults') holder[last] = {};
  else delete holder[last];
}

/** Loads the saved layouts. A later run replaces only the list, and keeps the layout on screen. */
export async function loadLayouts(): Promise<void> {
  const result = await getAllUserLayouts();
  if (result.kind !== 'ok') throw new Error(result.errorText);
  const upgraded: SavedLayout[] = [];
  const saved = result.value.flatMap((stored) => {
    const read = readLayoutText(stored);
    if (read === null) return [];
    const { _id, userId, version } = stored;
    const layout: SavedLayout = { _id, userId, version, document: upgradeColumnIds(read) };
    if (layout.document !== read) upgraded.push(layout);
    return [layout];
  });
  useLayouts.setState({ saved });
  if (useLayouts.getState().current === null) applyChosenLayout();
  if (upgraded.length === 0) return;
  showToast({ type: 'info', message: `Upgraded ${upgraded.length} old layouts` });
  await Promise.all(upgraded.map(saveLayout));
}

/** Saves silently, because the user did not request it: after a failure, the next start upgrades again. */
async function saveLayout({ _id, document, version }: SavedLayout): Promise<void> {
  const result = await updateUserLayout({ id: _id, jsonString: JSON.stringify(document), version });
  if (result.kind === 'ok') {
    const { version: next } = result.value;
    useLayouts.setState(({ saved, current }) => ({
      saved: saved.map((layout) => (layout._id === _id ? { ...layout, version: next } : layout)),
      ...(current?._id === _id && current.version === version && { current: { ...current, version: next } }),
    }));
  }
  if (result.kind !== 'ok') console.warn(`The upgraded layout was not saved back: ${result.errorText}`);
}

/** A layout that cannot be read stays on the server and is ignored (HUB-7: parse errors are only logged). */
function readLayoutText({ _id, userLayoutJson }: StoredLayout): LayoutDocument | null {
  try {
    return layoutDocument.parse(JSON.parse(userLayoutJson));
  } catch (error) {
    console.error(`The layout ${_id} cannot be read.`, error);
    return null;
  }
}

/** Rejects with the text for the error toast (PREF-6). */
export async function loadPreferences(): Promise<void> {
  const result = await getUserPreference();
  if (result.kind === 'rejected' && result.status === 404) return createDefault();
  if (result.kind !== 'ok') throw new Error(result.errorText);
  if (result.value === null) throw new Error('No userpref returned.');
  const { _id, version } = result.value;
  const { document, isConverted, unreadable } = keepPreferences(result.value);
  if (unreadable.length > 0)
    console.warn(`These preferences could not be read and have their defaults: ${unreadable}`);
  if (isConverted) await saveConverted(_id, document, version);
}

/**
 * Saves silently, because the user did not request it. After a failure, for example because another window has saved, the next start
 * converts again.
 */
async function saveConverted(
  id: string,
  document: PreferenceDocument,
  version: string | undefined,
): Promise<void> {
  const result = await updateUserPreference({ id, jsonString: JSON.stringify(document), version });
  if (result.kind === 'ok') usePreferences.setState({ version: result.value.version });
  else console.warn(`The converted preferences were not saved back: ${result.errorText}`);
}

async function createDefault(): Promise<void> {
  const userId = useSession.getState().hqAccess?.userId;
  if (userId === undefined) throw new Error('No HQ: Cannot create default');
  const document = newPreferenceDocument();
  const result = await createUserPreference({ userId, userPreferenceJson: JSON.stringify(document) });
  if (result.kind !== 'ok') throw new Error(result.errorText);
  keepPreferences(result.value);
}

/**
 * Shows the document that the server has stored. Its flags are the flags that the market grants, regardless of the flags that were sent.
 */
export function keepPreferences({ _id, userPreferenceJson, version }: StoredPreference): ReadPreferences {
  const read = parsePreferenceText(userPreferenceJson);
  usePreferences.setState({ document: read.document, storedId: _id, version });
  return read;
}

/** Loads the announcements after each connection to the market, and retries until there is an answer. Returns a function that stops. */
export function followAnnouncements(): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  const load = async (failures: number) => {
    if ((await loadAnnouncements()) || useConnection.getState().market !== 'Connected') return;
    clearTimeout(retry);
    retry = setTimeout(load, retryDelayMs(failures), failures + 1);
  };
  return useConnection.subscribe((now, before) => {
    if (now.market === before.market) return;
    clearTimeout(retry);
    if (now.market === 'Connected') void load(0);
  });
}

/**
 * Announcements from before the sign-in or from the time of a lost connection are listed among the notices; no toast shows them. Resolves
 * with true if there was an answer. Otherwise the list contains only the announcements of the hub. Never rejects.
 */
export async function loadAnnouncements(): Promise<boolean> {
  const result = await getAnnouncements();
  if (result.kind === 'ok') listPastNotices(result.value.map(announcementToast));
  else console.warn(`The announcements of the day could not be loaded: ${result.errorText}`);
  return result.kind === 'ok';
}
