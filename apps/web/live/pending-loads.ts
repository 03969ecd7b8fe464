// Waits for something that is requested over the hub and answered by an event: the start-up loaders wait for the rows of a
// data set. Every wait ends: after the time-out it rejects.

export interface PendingLoads<Key> {
  /** Resolves with the number of rows when they have arrived; rejects when the load fails or takes too long. */
  wait(key: Key): Promise<number>;
  resolve(key: Key, count: number): void;
  reject(key: Key, error: Error): void;
  rejectAll(error: Error): void;
}

interface Waiter {
  readonly resolve: (count: number) => void;
  readonly reject: (error: Error) => void;
}

/** Longer than all tries of a first start together (HUB-4), so that a slow start does not count as no answer. */
export const answerTimeoutMs = 60_000;

export function createPendingLoads<Key>(timeoutMs: number = answerTimeoutMs): PendingLoads<Key> {
  const waiters = new Map<Key, Set<Waiter>>();

  function take(key: Key): readonly Waiter[] {
    const taken = [...(waiters.get(key) ?? [])];
    waiters.delete(key);
    return taken;
  }

  function reject(key: Key, error: Error): void {
    for (const waiter of take(key)) waiter.reject(error);
  }

  return {
    wait(key) {
      return new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.get(key)?.delete(waiter);
          reject(new Error(`The market did not answer within ${timeoutMs / 1_000} s.`));
        }, timeoutMs);
        const waiter: Waiter = {
          resolve: (count) => {
            clearTimeout(timer);
            resolve(count);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        const sameKey = waiters.get(key) ?? new Set<Waiter>();
        waiters.set(key, sameKey.add(waiter));
      });
    },
    resolve(key, count) {
      for (const waiter of take(key)) waiter.resolve(count);
    },
    reject,
    rejectAll(error) {
      for (const key of [...waiters.keys()]) reject(key, error);
    },
  };
}
