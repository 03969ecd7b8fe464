// Counting by reference: several panels may want the same contract, and it is let go when the last of them is closed.

export interface Counted<Key> {
  /** Wants each key once more; the returned function takes that back, once. */
  want(keys: readonly Key[]): () => void;
  has(key: Key): boolean;
  /** All wanted keys in the order in which they were first wanted. */
  keys(): Key[];
}

/** `onChange` is told when the set of wanted keys has changed. */
export function createCounted<Key>(onChange: () => void): Counted<Key> {
  const counts = new Map<Key, number>();

  function add(keys: readonly Key[], step: 1 | -1): void {
    let isChanged = false;
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + step;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
      isChanged ||= count === 0 || (step === 1 && count === 1);
    }
    if (isChanged) onChange();
  }

  return {
    want(keys) {
      const own = [...new Set(keys)];
      let isWanted = true;
      add(own, 1);
      return () => {
        if (!isWanted) return;
        isWanted = false;
        add(own, -1);
      };
    },
    has: (key) => counts.has(key),
    keys: () => [...counts.keys()],
  };
}
