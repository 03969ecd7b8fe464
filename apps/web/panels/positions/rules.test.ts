import { describe, expect, it } from 'vitest';
import { dealRow, positionRow } from '../../testing/rows.ts';
import { classMarginOf, comparePositions, dealsAddUp, dealsOfPosition, signedLotsOf } from './rules.ts';

const position = positionRow({ opening: -2, bought: 6, sold: 1, net: 3 });
const deals = [
  dealRow({ dealSeq: 9, time: 30, side: 'S', qty: 1 }),
  dealRow({ dealSeq: 7, time: 20, qty: 4 }),
  dealRow({ dealSeq: 5, time: 20, qty: 2, state: 'Assigning' }),
];

describe('the deals of a position', () => {
  it('[PANEL-8] are the deals of its account in its contract, oldest first, and add up to its net lots', () => {
    const itsDeals = dealsOfPosition(position, deals);
    expect(itsDeals.map(({ dealSeq }) => dealSeq)).toEqual([5, 7, 9]);
    expect(itsDeals.map(signedLotsOf)).toEqual([2, 4, -1]);
    expect(dealsAddUp(position, itsDeals)).toBe(true);
    expect(dealsAddUp(position, itsDeals.slice(1))).toBe(false);
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
  it('is computed from all its positions in it, exact to the cent', () => {
    const rows = [
      positionRow({ margin: 0.1 }),
      positionRow({ positionSeq: 2, contract: 'MAR27 WMAZ', margin: 0.2 }),
      positionRow({ positionSeq: 3, principal: 'FARM1', margin: 5 }),
      positionRow({ positionSeq: 4, instrument: 'CORN', margin: 7 }),
    ];
    expect(classMarginOf(position, rows)).toBe(0.3);
  });
});

describe('the order of positions', () => {
  it('follows the market, a future before its options by strike, then the accounts', () => {
    const sorted = [
      'DEC26 WMAZ KAND',
      'DEC26 WMAZ KARO',
      'DEC26 WMAZ 980 C KAND',
      'DEC26 WMAZ 4000 C KAND',
      'DEC26 WMAZ 4000 P KAND',
      'MAR27 WMAZ KAND',
    ];
    const rows = sorted.map((name, positionSeq) => {
      const words = name.split(' ');
      return positionRow({
        positionSeq,
        contract: words.slice(0, -1).join(' '),
        principal: words.at(-1) ?? '',
      });
    });
    for (const mixed of [rows.toReversed(), [...rows.slice(3), ...rows.slice(0, 3)]])
      expect(mixed.sort(comparePositions).map(({ positionSeq }) => positionSeq)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('puts an account before its sub-accounts', () => {
    const [whole, part] = [positionRow(), positionRow({ subAccount: 'NORTH' })];
    expect([part, whole].sort(comparePositions)).toEqual([whole, part]);
  });
});
