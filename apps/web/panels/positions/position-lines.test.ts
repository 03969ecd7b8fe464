import { describe, expect, it } from 'vitest';
import { dealRow, positionRow } from '../../testing/rows.ts';
import { addsUp, classMarginOf, dealsOfPosition, signedLotsOf } from './position-lines.ts';

const position = positionRow({ opening: -2, bought: 6, sold: 1, net: 3 });
const deals = [
  dealRow({ dealSeq: 9, time: 30, side: 'S', qty: 1 }),
  dealRow({ dealSeq: 7, time: 20, qty: 4 }),
  dealRow({ dealSeq: 5, time: 20, qty: 2, state: 'Assigning' }),
];

describe('the deals of a position', () => {
  it('[PANEL-8] are those of its account in its contract, the oldest first, and add up to its net lots', () => {
    const found = dealsOfPosition(position, deals);
    expect(found.map(({ dealSeq }) => dealSeq)).toEqual([5, 7, 9]);
    expect(found.map(signedLotsOf)).toEqual([2, 4, -1]);
    expect(addsUp(position, found)).toBe(true);
    expect(addsUp(position, found.slice(1))).toBe(false);
  });

  it('leave out other contracts, accounts and sub-accounts, and deals that were replaced or cancelled', () => {
    const others = [
      dealRow({ contract: 'MAR27 WMAZ' }),
      dealRow({ principal: 'FARM1' }),
      dealRow({ subAccount: 'NORTH' }),
      ...(['Split', 'Cumulated', 'Assigned', 'Tripartite', 'Cancelled'] as const).map((state) =>
        dealRow({ state }),
      ),
    ];
    expect(dealsOfPosition(position, others)).toEqual([]);
    expect(dealsOfPosition({ ...position, subAccount: 'NORTH' }, others)).toHaveLength(1);
  });
});

describe('the initial margin of a position’s account in its instrument', () => {
  it('is that of all its positions in it, exact to the cent', () => {
    const rows = [
      positionRow({ margin: 0.1 }),
      positionRow({ positionSeq: 2, contract: 'MAR27 WMAZ', margin: 0.2 }),
      positionRow({ positionSeq: 3, principal: 'FARM1', margin: 5 }),
      positionRow({ positionSeq: 4, instrument: 'CORN', margin: 7 }),
    ];
    expect(classMarginOf(position, rows)).toBe(0.3);
  });
});
