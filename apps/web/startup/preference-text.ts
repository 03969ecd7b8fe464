// Reads a stored preference document (PREF-1 to 4) from its JSON text. Old documents with snake_case names are converted;
// a field that cannot be read gets its default, and the other fields are kept, unknown ones too.
import { type PreferenceDocument, preferenceDocument } from '@openpit/wire';
import * as z from 'zod/mini';

export interface ReadPreferences {
  readonly document: PreferenceDocument;
  /** True when old names were converted: the document must be saved back (PREF-4). */
  readonly isConverted: boolean;
  /** Paths of the fields that could not be read and have their defaults, such as `defaults.maxDepth`. */
  readonly unreadable: readonly string[];
}

/** Throws when the text is not JSON, or not an object. */
export function readPreferenceText(text: string): ReadPreferences {
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

/** Converts every key of every object to camelCase; a key that is camelCase already wins over its old spelling. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
