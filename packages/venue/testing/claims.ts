// Claims of the reference model: each throws an error that describes the fault in a sentence.

export function claim(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new Error(broken);
}

/** The value; throws if it is missing. */
export function known<T>(value: T | undefined, what: string): T {
  claim(value !== undefined, `${what} is not known`);
  return value;
}

/** Throws unless both are equal as data, in any order of keys. */
export function claimSame(what: string, expected: unknown, actual: unknown): void {
  const [a, b] = [canonical(expected), canonical(actual)];
  claim(a === b, `${what}: expected ${a}, but the venue has ${b}`);
}

/** The value as text, with sorted keys, and with the values that JSON would leave out or change. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === undefined || Number.isNaN(inner)) return `(${inner})`;
    return inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });
