import { describe, expect, it } from 'vitest';
import { activeOrder } from '../../../testing/rows.ts';
import { workingAt, workingLotsOf } from './orders.ts';

const order = activeOrder;

describe('the working lots of the user’s orders', () => {
  it('are the remaining lots, summed by contract, side and price', () => {
    const working = workingLotsOf([
      order({}),
      order({ remaining: 4 }),
      order({ price: 4034.6 }),
      order({ side: 'S', price: 4040, remaining: 2 }),
      order({ contract: 'MAR27 WMAZ', remaining: 7 }),
    ]);
    expect([...workingAt(working, 'DEC26 WMAZ', 'B')]).toEqual([
      [4034.8, 14],
      [4034.6, 10],
    ]);
    expect(workingAt(working, 'DEC26 WMAZ', 'S').get(4040)).toBe(2);
    expect(workingAt(working, 'MAR27 WMAZ', 'B').get(4034.8)).toBe(7);
  });

  it('leave out suspended orders', () => {
    const working = workingLotsOf([order({ state: 'Suspended' })]);
    expect(workingAt(working, 'DEC26 WMAZ', 'B').size).toBe(0);
  });
});
