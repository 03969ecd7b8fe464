import { describe, expect, it } from 'vitest';
import { breakdownRow } from '../../testing/rows.ts';
import { type BreakdownLine, breakdownLines, sumOfLeaves } from './breakdown-tree.ts';

/** In no order, as rows of a set may arrive. */
const rows = [
  breakdownRow({ uniqueKey: 'FARM1', level: 'account', amount: -10.1 }),
  breakdownRow({ uniqueKey: 'FARM1/openingBalance', level: 'openingBalance', amount: -10.1 }),
  breakdownRow({ uniqueKey: 'KAND/interest', level: 'interest', amount: 0.2 }),
  breakdownRow({ uniqueKey: 'KAND/YMAZ', level: 'class', amount: 0 }),
  breakdownRow({ uniqueKey: 'KAND/WMAZ/classRelief', level: 'classRelief', amount: 0.1 }),
  breakdownRow({ uniqueKey: 'KAND/WMAZ/MAR27 WMAZ', level: 'contract', amount: 1 }),
  breakdownRow({ uniqueKey: 'KAND/WMAZ/DEC26 WMAZ 4200 C', level: 'contract', amount: 2 }),
  breakdownRow({ uniqueKey: 'KAND/WMAZ/DEC26 WMAZ', level: 'contract', amount: 3 }),
  breakdownRow({ uniqueKey: 'KAND/WMAZ', level: 'class', amount: 6.1 }),
  breakdownRow({ uniqueKey: 'KAND', level: 'account', amount: 6.3 }),
];
const all = { account: null, isOpen: () => true };
const shown = (lines: readonly BreakdownLine[]) =>
  lines.map(({ item, place: { level } }) => `${'  '.repeat(level - 1)}${item}`);

describe('the tree of the breakdown', () => {
  it('[PANEL-15] has accounts, instruments and contracts in the order of the market, the own account first', () => {
    expect(shown(breakdownLines(rows, all))).toEqual([
      'KAND',
      '  WMAZ',
      '    DEC26 WMAZ',
      '    DEC26 WMAZ 4200 C',
      '    MAR27 WMAZ',
      '    Calendar spread relief',
      '  YMAZ',
      '  Interest',
      'FARM1',
      '  Opening balance',
    ]);
  });

  it('[PANEL-15] leaves out the rows below a closed one, and says which rows can be opened', () => {
    const lines = breakdownLines(rows, { account: null, isOpen: ({ level }) => level === 'account' });
    expect(lines.map(({ item, place }) => [item, place.isOpen])).toEqual([
      ['KAND', true],
      ['WMAZ', false],
      ['YMAZ', null],
      ['Interest', null],
      ['FARM1', true],
      ['Opening balance', null],
    ]);
  });

  it('[PANEL-0] gives each row its position among its siblings', () => {
    const lines = breakdownLines(rows, all);
    expect(lines[2]?.place).toEqual({ level: 3, position: 1, size: 4, isOpen: null });
    expect(lines[7]?.place).toEqual({ level: 2, position: 3, size: 3, isOpen: null });
    expect(lines[8]?.place).toMatchObject({ position: 2, size: 2 });
  });

  it('[PANEL-15] can show one account', () => {
    expect(shown(breakdownLines(rows, { ...all, account: 'FARM1' }))).toEqual(['FARM1', '  Opening balance']);
  });

  it('[PANEL-15] adds up its leaves to the cent, also those that are not visible', () => {
    expect(sumOfLeaves(rows, null)).toEqual({ leaves: 6, amount: -3.8 });
    expect(sumOfLeaves(rows, 'KAND')).toEqual({ leaves: 5, amount: 6.3 });
    expect(sumOfLeaves([], null)).toEqual({ leaves: 0, amount: 0 });
  });
});
