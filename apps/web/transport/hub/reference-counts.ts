// Reference counts of subscriptions: several panels may show the same contract, and it is released when the last of them closes.

export interface ReferenceCounts<Key> {
  /** Adds a reference to each key; the returned function removes them, once. */
  acquire(keys: readonly Key[]): () => void;
  has(key: Key): boolean;
  /** All referenced keys in the order of their first reference. */
  keys(): Key[];
}

/** `onChange` is called when the set of referenced keys has changed. */
export function createReferenceCounts<Key>(onChange: () => void): ReferenceCounts<Key> {
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
    acquire(keys) {
      const acquired = [...new Set(keys)];
      let isHeld = true;
      add(acquired, 1);
      return () => {
        if (!isHeld) return;
        isHeld = false;
        add(acquired, -1);
      };
    },
    has: (key) => counts.has(key),
    keys: () => [...counts.keys()],
  };
}
