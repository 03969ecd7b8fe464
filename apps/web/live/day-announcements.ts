// Says that the exchange has announced something about its day, at the moment it does: a phase, a halt, its end. Whoever shows
// where the day stands asks again then.
const listeners = new Set<() => void>();

export function onDayAnnounced(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellDayAnnounced(): void {
  for (const listener of [...listeners]) listener();
}
