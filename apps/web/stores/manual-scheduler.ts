// A scheduler for tests: nothing is told until the test says so.
import type { FlushScheduler } from './frame-scheduler.ts';

export interface ManualScheduler extends FlushScheduler {
  /** Runs what was asked for; returns how many flushes that were. */
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
