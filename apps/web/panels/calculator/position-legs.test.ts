import type { MarketRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { marketRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { legsOfPositions } from './position-legs.ts';

const series = { id: 'MAR27 WMAZ 2027-02-19', underlying: 'MAR27 WMAZ' };
const option = (contract: string, flag: 'C' | 'P', strike: number): MarketRow =>
  marketRow(contract, {
    contractDisplay: { flag, strike, CONTRACT_TYPE: 2 },
    underlying: 'MAR27 WMAZ',
    optionExpiry: '2027-02-19',
  });
const rows = [
  marketRow('MAR27 WMAZ'),
  marketRow('DEC26 WMAZ'),
  option('MAR27 WMAZ 4200 C', 'C', 4200),
  option('MAR27 WMAZ 3900 P', 'P', 3900),
  option('MAR27 WMAZ 4000 P', 'P', 4000),
  option('MAR27 WMAZ 4100 C', 'C', 4100),
];
const legs = (...positions: readonly (readonly [string, number, number])[]) =>
  legsOfPositions(
    positions.map(([contract, net, price]) => ({ contract, net, cost: net * price })),
    series,
    (contract) => rows.find((row) => row.contract === contract),
  ).map(({ side, lots, type, strike, price }) => `${side} ${lots} ${type} ${strike} at ${price}`);

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the positions as legs', () => {
  it('[PANEL-13] are those in the future and its options, the largest first, at their average price', () => {
    expect(
      legs(
        ['MAR27 WMAZ', -5, 4077],
        ['MAR27 WMAZ 4200 C', 20, 165.4],
        ['DEC26 WMAZ', 100, 4035],
        ['MAR27 WMAZ 3900 P', -8, 151],
      ),
    ).toEqual(['B 20 call 4,200.00 at 165.40', 'S 8 put 3,900.00 at 151.00', 'S 5 future  at 4,077.00']);
  });

  it('are added up over the accounts, and leave out what is flat', () => {
    expect(
      legs(
        ['MAR27 WMAZ 4200 C', 3, 160],
        ['MAR27 WMAZ 4200 C', 1, 170],
        ['MAR27 WMAZ', 2, 4000],
        ['MAR27 WMAZ', -2, 4000],
      ),
    ).toEqual(['B 4 call 4,200.00 at 162.50']);
  });

  it('are the four largest, and none of contracts that are not listed', () => {
    const five = rows.flatMap(({ contract }, at) => (at === 1 ? [] : [[contract, at + 1, 100] as const]));
    expect(legs(...five)).toHaveLength(4);
    expect(legs(['MAY27 WMAZ', 1, 100])).toEqual([]);
  });
});
