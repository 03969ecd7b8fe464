// A scheduler for tests: it flushes only on request of the test.
import type { FlushScheduler } from '../keyed-store.ts';

interface ManualScheduler extends FlushScheduler {
  /** Runs the requested flushes; returns how many there were. */
  flush(): number;
}

export function createManualScheduler(): ManualScheduler {
  const waiting = new Set<() => void>();
  return {
    request(flush) {
      waiting.add(flush);
    },
    flush() {
      const flushes = [...waiting];
      waiting.clear();
      for (const flush of flushes) flush();
      return flushes.length;
    },
  };
}
