import { describe, expect, it } from 'vitest';
import { netColumn, netLotsOf } from './net-lots.ts';

const positions = [
  { contract: 'DEC26 WMAZ', net: 5 },
  { contract: 'DEC26 WMAZ', net: -12 },
  { contract: 'MAR27 WMAZ', net: 3 },
];

describe('the net position in the grids of the market', () => {
  it('is the sum over all accounts, signed and in the colour of its side', () => {
    const column = netColumn<string>(
      () => netLotsOf(positions),
      (contract) => contract,
    );
    const cells = ['DEC26 WMAZ', 'MAR27 WMAZ', 'MAY27 WMAZ'].map((contract) => [
      column.text(contract),
      column.tone?.(contract),
    ]);
    expect(cells).toEqual([
      ['−7', 'sell'],
      ['+3', 'buy'],
      ['–', 'second'],
    ]);
  });
});
