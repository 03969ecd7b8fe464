// Says that deals have come in, at the moment they come: also while the window is hidden and no screen is told of rows, for
// a deal must be heard then too.

const listeners = new Set<() => void>();

export function onDealsArrived(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellDealsArrived(): void {
  for (const listener of [...listeners]) listener();
}
