// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { consPositionRow, marketRow, pricesAre } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { columnSums } from '../../ui/testing/column-sums.ts';
import { consolidatedColumns } from './columns.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const put = marketRow('MAR27 WMAZ 4200 P', {
  contractDisplay: { flag: 'P', strike: 4200, CONTRACT_TYPE: 2 },
  last: 290.4,
  mtm: 288.4,
  delta: -0.5612,
});
const prices = pricesAre((contract) =>
  contract === put.contract ? put : marketRow(contract, { last: 4036.2, mtm: 4030 }),
);
const future = consPositionRow({ opening: 2, bought: 6, sold: 3, realised: -120.5 });
const texts = (row = future) => columnTexts(consolidatedColumns(prices), row);

describe('the columns of the Consolidated positions panel', () => {
  it('[PANEL-0] [PANEL-9] show a contract net and gross, in lots and tons, with its profits', () => {
    expect(texts()).toEqual([
      'Contract: DEC26 WMAZ',
      'Opening: +2',
      'Bought: 6',
      'Sold: 3',
      'Long: 8',
      'Short: 3',
      'Gross: 11',
      'Net: +5',
      'Delta lots: +5.0',
      'Net, t: +500',
      'MTM: 4,030.00',
      'Last: 4,036.20',
      'Open P/L, R: +500.00',
      'MTM P/L, R: −2,600.00',
      'Realised, R: −120.50',
      'Premium, R: –',
      'Accounts: 2',
      'Instrument: WMAZ',
    ]);
  });

  it('[PANEL-9] show an option with its delta lots and premium', () => {
    const row = consPositionRow({ contract: put.contract, net: 20, netTons: 2_000, cost: 5_600 });
    expect(texts(row)).toEqual(
      expect.arrayContaining(['Open P/L, R: +20,800.00', 'Delta lots: −11.2', 'Premium, R: 580,800.00']),
    );
  });

  it('[PANEL-9] add up lots, tons and profits, but no accounts', () => {
    const sums = consolidatedColumns(prices).flatMap(({ id, sum }) =>
      sum === undefined || sum(future) === null ? [] : [`${id} ${sum(future)}`],
    );
    expect(sums).toEqual([
      'opening 2',
      'bought 6',
      'sold 3',
      'long 8',
      'short 3',
      'gross 11',
      'net 5',
      'deltaLots 5',
      'netTons 500',
      'open 500',
      'mtmProfit -2600',
      'realised -120.5',
    ]);
  });

  it('[PANEL-9] add up futures only, and count options by their delta', () => {
    const columns = consolidatedColumns(prices);
    const rows = [
      consPositionRow({ net: -15, netTons: -1_500, long: 0, short: 15 }),
      consPositionRow({ contract: put.contract, net: 20, netTons: 2_000, long: 20, short: 0 }),
    ];
    const texts = ['net', 'netTons', 'long', 'short', 'gross', 'deltaLots'].map((id) => {
      const column = columns.find((column) => column.id === id);
      return column === undefined ? id : columnSums([column], rows)[0];
    });
    expect(texts).toEqual(['−15', '−1,500', '0', '15', '15', '−26.2']);
  });

  it('[PANEL-9] show the result of accounts whose positions offset one another', () => {
    // Four bought at 4000, four sold at 4100.
    const row = consPositionRow({ net: 0, netTons: 0, long: 4, short: 4, cost: -400 });
    expect(texts(row)).toEqual(
      expect.arrayContaining(['Net: 0', 'Open P/L, R: +40,000.00', 'MTM P/L, R: +40,000.00']),
    );
  });

  it('[PANEL-9] show the net and gross lots on a phone, and a flat contract as flat', () => {
    expect(phoneTexts(consolidatedColumns(prices), future)).toEqual([
      'Contract: DEC26 WMAZ',
      'Open P/L, R: +500.00',
      'Net: +5 lots, +500 t',
      'Long and short: long 8, short 3',
    ]);
    const long = consPositionRow({ long: 5, short: 0 });
    expect(phoneTexts(consolidatedColumns(prices), long)).toContain('Long and short: long 5');
    const flat = consPositionRow({ net: 0, netTons: 0, cost: 0, long: 4, short: 4 });
    expect(phoneTexts(consolidatedColumns(prices), flat)).toContain('Net: flat');
  });
});
