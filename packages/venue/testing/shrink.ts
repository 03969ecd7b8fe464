// Shrinks a failing list: leaves out parts, half of the list first and then less and less, as long as the rest still fails.

/** The result is short enough after this many attempts. */
const maxAttempts = 2_000;

/** `fails` must be true for the whole list; it is true for the list returned. */
export function shrink<T>(all: readonly T[], fails: (some: readonly T[]) => boolean): readonly T[] {
  let left = all;
  let attempts = 0;
  let size = Math.ceil(left.length / 2);
  for (;;) {
    const before = left.length;
    for (let at = left.length; at > 0 && attempts < maxAttempts; at -= size) {
      const without = [...left.slice(0, Math.max(at - size, 0)), ...left.slice(at)];
      attempts += 1;
      if (without.length < left.length && fails(without)) left = without;
    }
    if (attempts >= maxAttempts || (size === 1 && left.length === before)) return left;
    size = Math.max(Math.floor(size / 2), 1);
  }
}
