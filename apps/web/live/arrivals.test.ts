import { describe, expect, it } from 'vitest';
import { createArrivals } from './arrivals.ts';

describe('waiting for rows', () => {
  it('ends for all who wait for them when they arrive, and for nobody else', async () => {
    const arrivals = createArrivals<string>();
    const both = Promise.all([arrivals.next('mtm'), arrivals.next('mtm')]);
    const other = arrivals.next('instruments');
    arrivals.arrived('mtm', 18);
    expect(await both).toEqual([18, 18]);
    arrivals.failed('instruments', new Error('rejected'));
    await expect(other).rejects.toThrow('rejected');
  });

  it('ends with a sentence when nothing comes', async () => {
    const arrivals = createArrivals<string>(10);
    await expect(arrivals.next('mtm')).rejects.toThrow('The market did not answer within 0.01 s.');
  });

  it('ends for everybody when the connection is lost', async () => {
    const arrivals = createArrivals<string>();
    const waiting = [arrivals.next('mtm'), arrivals.next('instruments')];
    arrivals.failedAll(new Error('lost'));
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
