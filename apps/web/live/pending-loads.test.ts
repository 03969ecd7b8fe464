import { describe, expect, it } from 'vitest';
import { createPendingLoads } from './pending-loads.ts';

describe('pending loads', () => {
  it('resolves every wait for the rows that arrive, and no other', async () => {
    const loads = createPendingLoads<string>();
    const both = Promise.all([loads.wait('mtm'), loads.wait('mtm')]);
    const other = loads.wait('instruments');
    loads.resolve('mtm', 18);
    expect(await both).toEqual([18, 18]);
    loads.reject('instruments', new Error('rejected'));
    await expect(other).rejects.toThrow('rejected');
  });

  it('rejects with a sentence when no answer arrives in time', async () => {
    const loads = createPendingLoads<string>(10);
    await expect(loads.wait('mtm')).rejects.toThrow('The market did not answer within 0.01 s.');
  });

  it('rejects all waits when the connection is lost', async () => {
    const loads = createPendingLoads<string>();
    const waiting = [loads.wait('mtm'), loads.wait('instruments')];
    loads.rejectAll(new Error('lost'));
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
