// Waiting for something that was asked for over the hub and comes as an event of its own: the start-up loaders wait for
// the rows of a data set. Nothing waits for ever: after the time-out the waiter learns that no answer came.

export interface Arrivals<Key> {
  /** Resolves with the number of rows when this arrives; rejects when it fails or takes too long. */
  next(key: Key): Promise<number>;
  arrived(key: Key, count: number): void;
  failed(key: Key, error: Error): void;
  failedAll(error: Error): void;
}

interface Waiter {
  readonly resolve: (count: number) => void;
  readonly reject: (error: Error) => void;
}

/** Longer than all tries of a first start together (HUB-4), so that a slow start is not taken for silence. */
export const answerTimeoutMs = 60_000;

export function createArrivals<Key>(timeoutMs: number = answerTimeoutMs): Arrivals<Key> {
  const waiters = new Map<Key, Set<Waiter>>();

  function take(key: Key): readonly Waiter[] {
    const own = [...(waiters.get(key) ?? [])];
    waiters.delete(key);
    return own;
  }

  function failed(key: Key, error: Error): void {
    for (const waiter of take(key)) waiter.reject(error);
  }

  return {
    next(key) {
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
        const own = waiters.get(key) ?? new Set<Waiter>();
        waiters.set(key, own.add(waiter));
      });
    },
    arrived(key, count) {
      for (const waiter of take(key)) waiter.resolve(count);
    },
    failed,
    failedAll(error) {
      for (const key of [...waiters.keys()]) failed(key, error);
    },
  };
}
