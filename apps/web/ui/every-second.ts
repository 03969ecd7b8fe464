// One timer for all that counts down on the screen: whoever listens is told once a second.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns what stops it. */
export function onEverySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tell of [...listeners]) tell();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
