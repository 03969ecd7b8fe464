// When orders arrive: a schedule that is fixed before the first one is sent (open loop), so that a slow answer never
// slows down those that come after it. Arrivals know nothing of each other; the same seed gives the same schedule.
import { Random } from '@openpit/simulator';

export interface ArrivalRate {
  readonly perSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Milliseconds from the start, ascending; as many as the rate makes of the time. */
export function arrivalTimes({ perSecond, seconds, seed }: ArrivalRate): Float64Array {
  const random = new Random(seed);
  const times = new Float64Array(perSecond * seconds);
  let at = 0;
  for (let index = 0; index < times.length; index += 1) {
    at += random.waiting(1_000 / perSecond);
    times[index] = at;
  }
  // The sum of so many chances misses the time by a little; the rate that is asked for is exact.
  return times.map((time) => (time / at) * seconds * 1_000);
}

/**
 * Calls `arrive` for each time when it has come, with the moment (performance.now()) at which it was due. A timer wakes
 * once a millisecond at most, so that arrivals come up to about a millisecond late and the processor stays free.
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
