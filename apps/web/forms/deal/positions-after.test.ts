import { describe, expect, it } from 'vitest';
import { dealRow, positionRow } from '../../testing/rows.ts';
import { ownNameAndOffset } from './deal-lines.ts';
import { positionsAfter } from './positions-after.ts';

const deal = dealRow({ dealSeq: 41, qty: 10, principal: '9996S', subAccount: 'EAST' });
const held = [
  positionRow({ positionSeq: 1, principal: '9996S', subAccount: 'EAST', net: 12 }),
  positionRow({ positionSeq: 2, principal: 'KAND', subAccount: null, net: -3 }),
  positionRow({ positionSeq: 3, principal: 'KAND', subAccount: null, net: 50, contract: 'MAR27 WMAZ' }),
];
const after = (to: Parameters<typeof positionsAfter>[0]['to']) =>
  positionsAfter({ from: [deal], to }, held).map(({ account, before, after }) => [account, before, after]);

describe('the positions after an action on deals', () => {
  it('[ACT-17] move the lots of a bought deal from one account to the other', () => {
    expect(after([{ ...deal, principal: 'KAND', subAccount: '' }])).toEqual([
      ['9996S / EAST', 12, 2],
      ['KAND', -3, 7],
    ]);
  });

  it('[ACT-13] count only the parts of a split that are for others, also for an account without a position', () => {
    const part = { ...deal, qty: 4 };
    expect(after([part, { ...deal, qty: 6 }])).toEqual([]);
    expect(after([part, { ...deal, qty: 6, subAccount: 'WEST' }])).toEqual([
      ['9996S / EAST', 12, 6],
      ['9996S / WEST', 0, 6],
    ]);
  });

  it('[ACT-15] [ACT-16] leave nothing of a deal that is passed on: the deal in the own name and its offset add up to zero', () => {
    expect(after(ownNameAndOffset(deal))).toEqual([['9996S / EAST', 12, 2]]);
    const sold = { ...deal, side: 'S', principal: 'KAND', subAccount: null } as const;
    expect(positionsAfter({ from: [sold], to: ownNameAndOffset(sold) }, held)).toMatchObject([
      { account: 'KAND', contract: 'DEC26 WMAZ', before: -3, after: 7 },
    ]);
  });
});
