import { describe, expect, it } from 'vitest';
import { positionRow } from '../../testing/rows.ts';
import { comparePositions } from './position-order.ts';

describe('the order of positions', () => {
  it('is that of the market, a future before its options by strike, then that of the accounts', () => {
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
