// What a stored preference document says (PREF-1 to 4): JSON text in, a document out. Old documents with snake_case names
// are converted; a single field that cannot be read falls back to its default instead of taking the others with it.
import { type PreferenceDocument, preferenceDocument } from '@openpit/wire';
import * as z from 'zod/mini';

export interface ReadPreferences {
  readonly document: PreferenceDocument;
  /** True when old names were converted: the document is to be saved back (PREF-4). */
  readonly isConverted: boolean;
  /** Paths of fields that could not be read and have their defaults, `defaults.maxDepth`. */
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

/** Every key of every object in camelCase; a camelCase key that is there already wins over its old spelling. */
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

/** `trade_form_location` → `tradeFormLocation`; a leading underscore (`_id`) is no snake. */
function camelCase(key: string): string {
  return key.replace(/(?<=[a-z0-9])_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}

function removeField(source: Record<string, unknown>, path: readonly PropertyKey[]): void {
  let holder: unknown = source;
  for (const step of path.slice(0, -1)) holder = isRecord(holder) ? holder[String(step)] : undefined;
  const last = String(path.at(-1) ?? '');
  if (!isRecord(holder)) return;
  // `defaults` itself must be there; an unreadable one becomes an empty one.
  if (holder === source && last === 'defaults') holder[last] = {};
  else delete holder[last];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
