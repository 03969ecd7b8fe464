import { setImmediate as turnEnd } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sharedRuns } from './shared-runs.ts';

/** Runs that end on request of the test; each returns its number. */
function heldRuns() {
  const ends: (() => void)[] = [];
  const call = sharedRuns(() => new Promise<number>((resolve) => ends.push(() => resolve(ends.length))));
  return { call, ends };
}

it('calls at the same time share one run', async () => {
  const { call, ends } = heldRuns();
  const results = Promise.all([call(), call(), call()]);
  await turnEnd();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await results).toEqual([1, 1, 1]);
});

it('coalesces calls during a run into the next run, which begins when the first has ended', async () => {
  const { call, ends } = heldRuns();
  const first = call();
  await turnEnd();
  const later = Promise.all([call(), call()]);
  await turnEnd();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await turnEnd();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await later).toEqual([2, 2]);
});

it('a run that fails rejects its own calls only', async () => {
  let runs = 0;
  const call = sharedRuns(async () => {
    runs += 1;
    if (runs === 1) throw new Error('out of order');
    return runs;
  });
  const failed = call();
  await expect(failed).rejects.toThrow('out of order');
  expect(await call()).toBe(2);
});
