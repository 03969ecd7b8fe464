// JSON values for tests of the HTTP calls: changing one place of a value, and nesting that is too deep.
import { isRecord } from '@openpit/wire';

/** A copy of `value` with `put` at `path`. Objects that are missing on the way are added. */
export function withValueAt(value: unknown, path: readonly (string | number)[], put: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  if (typeof key === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    items[key] = withValueAt(items[key], rest, put);
    return items;
  }
  const object = isRecord(value) ? value : {};
  return { ...object, [key]: withValueAt(object[key], rest, put) };
}

/** JSON text with that many lists inside each other. */
export const nestedText = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
