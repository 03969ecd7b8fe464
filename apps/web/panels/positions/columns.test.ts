import type { PositionRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { marketRow, positionRow, pricesAre } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { positionsColumns } from './columns.tsx';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const put = marketRow('MAR27 WMAZ 4200 P', {
  contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 2 },
  last: 290.4,
  mtm: 288.4,
  delta: -0.5612,
  optionExpiry: '2027-02-19',
});
const options = {
  prices: pricesAre((contract) =>
    contract === put.contract ? put : marketRow(contract, { last: 4036.2, mtm: 4030 }),
  ),
  lastTradingDayOf: () => '2026-12-23',
  marginNowOf: () => 105_000,
  isShared: () => false,
  renderActions: () => null,
};
const future = positionRow({ opening: 2, bought: 6, sold: 3, subAccount: 'NORTH', realised: -120.5 });

describe('the columns of the Positions panel', () => {
  it('[PANEL-0] [PANEL-8] show a future with its lots, prices, profits, margin and last trading day', () => {
    expect(columnTexts(positionsColumns(options), future)).toEqual([
      'Principal: KAND',
      'Sub-acc: NORTH',
      'Contract: DEC26 WMAZ',
      'Opening: +2',
      'Bought: 6',
      'Sold: 3',
      'Net: +5',
      'Delta lots: +5.0',
      'Average: 4,035.20',
      'MTM: 4,030.00',
      'Last: 4,036.20',
      'Open P/L, R: +500.00',
      'MTM P/L, R: −2,600.00',
      'Realised, R: −120.50',
      'Margin now, R: 105,000.00',
      'Deposited, R: 90,000.00',
      'Premium, R: –',
      'Expiry: 23/12/2026',
      'Exercisable: –',
      'Abandoned: –',
      'Tons: 500',
      'Actions: ',
    ]);
  });

  it('[PANEL-8] name the account next to a contract if several accounts have a position in it', () => {
    const columns = positionsColumns({ ...options, isShared: (contract) => contract === 'DEC26 WMAZ' });
    const note = (row: PositionRow, ...shown: string[]) =>
      columns.find(({ id }) => id === 'contract')?.note?.(row, new Set(shown));
    expect(note(future)).toBe('KAND NORTH');
    expect(note(future, 'principal')).toBe('NORTH');
    expect(note(future, 'principal', 'subAccount')).toBeUndefined();
    expect(note(positionRow({ contract: 'MAR27 WMAZ' }))).toBeUndefined();
  });

  it('[PANEL-8] show a future in its notice period at its MTM, until its last notice day', () => {
    const row = marketRow('DEC26 WMAZ', { last: null, mtm: 4041, noticeUntil: '2026-12-31' });
    const columns = positionsColumns({ ...options, prices: pricesAre(() => row) }).filter(({ id }) =>
      ['mtm', 'open', 'mtmProfit', 'expiry'].includes(id),
    );
    expect(columnTexts(columns, positionRow({ net: 5, cost: 20_176 }))).toEqual([
      'MTM: 4,041.00',
      'Open P/L, R: +2,900.00',
      'MTM P/L, R: +2,900.00',
      'Expiry: 31/12/2026',
    ]);
    expect(columns.find(({ id }) => id === 'expiry')?.tone?.(future)).toBe('warning');
  });

  it('[PANEL-8] show a profit of zero as zero, and one without a price as a dash', () => {
    const profits = (last: number | null, mtm: number | null) =>
      columnTexts(
        positionsColumns({
          ...options,
          prices: pricesAre(() => marketRow('DEC26 WMAZ', { last, mtm })),
        }).filter(({ id }) => ['open', 'mtmProfit', 'realised'].includes(id)),
        positionRow({ net: 1, cost: 4_035.2, averagePrice: 4_035.2, realised: 0 }),
      );
    expect(profits(4_035.2, null)).toEqual(['Open P/L, R: 0.00', 'MTM P/L, R: –', 'Realised, R: 0.00']);
  });

  it('[PANEL-8] show an option with its delta lots, premium, expiry and lots to exercise', () => {
    const row = positionRow({ contract: put.contract, net: 20, cost: 5_600, averagePrice: 280 });
    const columns = positionsColumns(options).filter(({ id }) =>
      ['open', 'deltaLots', 'premium', 'expiry', 'exercisable', 'tons'].includes(id),
    );
    expect(columnTexts(columns, row)).toEqual([
      'Delta lots: −11.2',
      'Open P/L, R: +20,800.00',
      'Premium, R: 580,800.00',
      'Expiry: 19/02/2027',
      'Exercisable: 20',
      'Tons: 2,000',
    ]);
  });

  it('[PANEL-8] [ACT-19] show the lots of an option that are abandoned', () => {
    const row = positionRow({ contract: put.contract, net: 20, abandoned: 8 });
    const columns = positionsColumns(options).filter(({ id }) => id === 'exercisable' || id === 'abandoned');
    expect(columnTexts(columns, row)).toEqual(['Exercisable: 20', 'Abandoned: 8']);
  });

  it('[PANEL-8] show no margin on the further positions of an account in an instrument, whose first has it', () => {
    const margins = (now: number | null, margin: number) =>
      columnTexts(
        positionsColumns({ ...options, marginNowOf: () => now }).filter(({ id }) => id.startsWith('margin')),
        positionRow({ margin }),
      );
    expect(margins(0, 0)).toEqual(['Margin now, R: –', 'Deposited, R: –']);
    expect(margins(1_239_000, 0)).toEqual(['Margin now, R: 1,239,000.00', 'Deposited, R: –']);
    expect(margins(null, 0)).toEqual(['Margin now, R: –', 'Deposited, R: –']);
  });

  it('[PANEL-8] show net lots at their average price on a phone, and the button that closes out', () => {
    expect(phoneTexts(positionsColumns(options), future)).toEqual([
      'Contract: DEC26 WMAZ',
      'Open P/L, R: +500.00',
      'Position: +5 at 4,035.20',
      'Account: KAND NORTH',
      'Actions: ',
    ]);
  });
});
