import type { ActiveOrderRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { ownWorkingOf, workingAt } from './own-working.ts';

const order = (change: Partial<ActiveOrderRow>): ActiveOrderRow => ({
  activeOrderSeq: 1,
  time: 0,
  contract: 'DEC26 WMAZ',
  displaySeq: 1,
  instrument: 'WMAZ',
  side: 'B',
  qty: 10,
  remaining: 10,
  price: 4034.8,
  orderType: 0,
  state: 'Active',
  principal: 'KAND',
  subAccount: null,
  member: 'KAND',
  dealer: 'ABD',
  capacity: 'P',
  ref: '1',
  ...change,
});

describe('own orders in the market', () => {
  it('are summed by contract, side and price, by what is left of them', () => {
    const working = ownWorkingOf([
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

  it('do not count while they are suspended', () => {
    const working = ownWorkingOf([order({ state: 'Suspended' })]);
    expect(workingAt(working, 'DEC26 WMAZ', 'B').size).toBe(0);
  });
});
