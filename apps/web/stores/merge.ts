// Deep merge of a change into a row (MODEL-5). Rows are never changed in place: parts that differ are new objects, all
// others stay the same objects, so that references show whether something has changed.

/**
 * The row after the change; the same object when nothing differs. Arrays and null replace the old value. A row that the
 * caller has created and not published yet may be changed in place (`isOwn`): a batch with several changes of one row copies
 * it once.
 */
export function mergeDeep<Row extends object>(row: Row, change: Partial<Row> & object, isOwn = false): Row {
  let next: Record<string, unknown> | null = isOwn ? (row as Record<string, unknown>) : null;
  const current = row as Record<string, unknown>;
  // Without a list of entries: this runs for every change of every row.
  for (const key in change) {
    if (key === '__proto__' || !Object.hasOwn(change, key)) continue;
    const value: unknown = change[key as keyof typeof change];
    const before = current[key];
    if (Object.is(before, value)) continue;
    const after = isPlainObject(before) && isPlainObject(value) ? mergeDeep(before, value) : value;
    if (isSame(before, after)) continue;
    next ??= { ...current };
    next[key] = after;
  }
  return next === null ? row : (next as Row);
}

/** Equal in every scalar, however deep. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
