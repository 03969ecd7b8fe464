// Arrival times of orders, fixed before the first one is sent (open loop), so that a slow reply does not delay later orders.
// Arrivals are independent of each other; the same seed gives the same times.
import { Random } from '@openpit/simulator';

export interface ArrivalRate {
  readonly perSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Milliseconds from the start, ascending: `perSecond` × `seconds` times. */
export function arrivalTimes({ perSecond, seconds, seed }: ArrivalRate): Float64Array {
  const random = new Random(seed);
  const times = new Float64Array(perSecond * seconds);
  let at = 0;
  for (let index = 0; index < times.length; index += 1) {
    at += random.waiting(1_000 / perSecond);
    times[index] = at;
  }
  // The random intervals add up to a slightly different duration; scale them to the exact rate.
  return times.map((time) => (time / at) * seconds * 1_000);
}

/**
 * Calls `arrive` at each time, with its due time (performance.now()). The timer runs at most once per millisecond, so
 * that the processor stays free; arrivals are up to about a millisecond late.
 */
export function paceArrivals(
  times: Float64Array,
  arrive: (index: number, dueAtMs: number) => void,
): Promise<void> {
  const start = performance.now() + 10;
  let next = 0;
  return new Promise((resolve, reject) => {
    const step = () => {
      try {
        const now = performance.now();
        for (; next < times.length && start + (times[next] ?? 0) <= now; next += 1)
          arrive(next, start + (times[next] ?? 0));
      } catch (error) {
        reject(error);
        return;
      }
      if (next === times.length) resolve();
      else setTimeout(step, Math.max(1, Math.floor(start + (times[next] ?? 0) - performance.now())));
    };
    step();
  });
}
