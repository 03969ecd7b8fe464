// HUB-6: which values a message of the hub may contain. A scalar is a string, a finite number, a boolean or null; an object
// is a plain object or an array whose contents obey the same rule. Binary, timestamps, NaN and undefined are invalid.

/** HUB-4: how deep a message may nest. */
export const maxWireDepth = 100;

/** Where and why the message is invalid, as `rows[3].bid: NaN`; null when it is valid. */
export function wireFault(value: unknown, path = '', depth = 0): string | null {
  if (value === null) return null;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null;
    case 'number':
      return Number.isFinite(value) ? null : `${at(path)}: ${value}`;
    case 'object':
      break;
    default:
      return `${at(path)}: ${typeof value}`;
  }
  if (depth >= maxWireDepth) return `${at(path)}: nested deeper than ${maxWireDepth}`;
  if (Array.isArray(value)) return arrayFault(value, path, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    return `${at(path)}: ${value.constructor?.name ?? 'an object of unknown type'}`;
  for (const [key, field] of Object.entries(value)) {
    const fault = wireFault(field, path === '' ? key : `${path}.${key}`, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** By index, so that an empty slot of the array counts as undefined. */
function arrayFault(items: readonly unknown[], path: string, depth: number): string | null {
  for (let index = 0; index < items.length; index += 1) {
    const fault = wireFault(items[index], `${path}[${index}]`, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function at(path: string): string {
  return path === '' ? 'the message' : path;
}
