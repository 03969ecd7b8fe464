// One timer for everything that counts down on the screen: it calls its listeners once per second.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the way to stop. */
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
