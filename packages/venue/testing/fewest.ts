// Of a list that fails, the fewest that still do: parts are left out, half of them first, then less and less, while what is left
// fails. For property tests only.

/** More tries than this are not worth the wait: what is found by then is short. */
const mostTries = 2_000;

/** `fails` must be true for the whole list. */
export function fewest<T>(all: readonly T[], fails: (some: readonly T[]) => boolean): readonly T[] {
  let left = all;
  let tries = 0;
  let size = Math.ceil(left.length / 2);
  for (;;) {
    const before = left.length;
    for (let at = left.length; at > 0 && tries < mostTries; at -= size) {
      const without = [...left.slice(0, Math.max(at - size, 0)), ...left.slice(at)];
      tries += 1;
      if (without.length < left.length && fails(without)) left = without;
    }
    if (tries >= mostTries || (size === 1 && left.length === before)) return left;
    size = Math.max(Math.floor(size / 2), 1);
  }
}
