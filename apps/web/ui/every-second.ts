// One timer for everything that counts down on the screen: it calls its listeners once per second.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** @returns a function that removes the listener */
export function onEverySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const call of [...listeners]) call();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
