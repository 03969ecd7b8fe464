import type { BreakdownRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { breakdownRow, dealRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { type BreakdownLine, breakdownLines, explanationOf, markedDeals, sumOfLeaves } from './rules.ts';

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
  it('[PANEL-15] has accounts, instruments and contracts in the order of the market, the user’s account first', () => {
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

  it('[PANEL-15] leaves out the rows below a closed one, and marks the rows that can be opened', () => {
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

  it('[PANEL-0] numbers each row among its siblings', () => {
    const lines = breakdownLines(rows, all);
    expect(lines[2]?.place).toEqual({ level: 3, position: 1, size: 4, isOpen: null });
    expect(lines[7]?.place).toEqual({ level: 2, position: 3, size: 3, isOpen: null });
    expect(lines[8]?.place).toMatchObject({ position: 2, size: 2 });
  });

  it('[PANEL-15] can show one account', () => {
    expect(shown(breakdownLines(rows, { ...all, account: 'FARM1' }))).toEqual(['FARM1', '  Opening balance']);
  });

  it('[PANEL-15] adds up its leaves to the cent, including those that are not visible', () => {
    expect(sumOfLeaves(rows, null)).toBe(-3.8);
    expect(sumOfLeaves(rows, 'KAND')).toBe(6.3);
    expect(sumOfLeaves([], null)).toBe(0);
  });
});

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

/** Ten lots from the day before at 4,035; four sold today at 4,041; the MTM is 4,040. */
const december = breakdownRow({
  uniqueKey: 'KAND/WMAZ/DEC26 WMAZ',
  level: 'contract',
  variationMargin: 5_400,
  bookingFees: -92,
  marginBefore: 210_000,
  margin: 126_000,
  initialMargin: 84_000,
  dealtPremium: 1_616_400,
  amount: 89_308,
  position: {
    opening: 10,
    bought: 0,
    sold: 4,
    net: 6,
    tons: 100,
    mtmPrevious: 4035,
    mtm: 4040,
    deals: [12],
  },
});
const relief = breakdownRow({
  uniqueKey: 'KAND/WMAZ/classRelief',
  level: 'classRelief',
  marginBefore: -210_000,
  margin: -400_000,
  initialMargin: 190_000,
  amount: 190_000,
});
const interest = breakdownRow({
  uniqueKey: 'KAND/interest',
  level: 'interest',
  amount: 41.71,
  interestOn: { margin: 210_000, rate: 7.25, days: 1 },
});
const opening = breakdownRow({ uniqueKey: 'KAND/openingBalance', level: 'openingBalance', amount: -0.29 });
const payments = breakdownRow({ uniqueKey: 'KAND/payments', level: 'payments', amount: 500 });
const white = breakdownRow({
  uniqueKey: 'KAND/WMAZ',
  level: 'class',
  variationMargin: 5_400,
  bookingFees: -92,
  marginBefore: 0,
  margin: -274_000,
  initialMargin: 274_000,
  amount: 279_308,
});
const account = breakdownRow({
  ...white,
  uniqueKey: 'KAND',
  parent: null,
  level: 'account',
  instrument: null,
  amount: 279_308 + 41.71 - 0.29 + 500,
});
const explainedRows = [account, white, december, relief, interest, opening, payments];

const cents = (rand: number) => Math.round(rand * 100);

describe('the explanation of a row of the breakdown', () => {
  it.each(explainedRows.map((row) => [row.uniqueKey, row] as const))(
    '[PANEL-15] has parts that add up to the amount of %s',
    (_key, row) => {
      const { parts } = explanationOf(row, explainedRows);
      expect(parts.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(row.amount));
    },
  );

  it('[PANEL-15] names positions, prices, deals, fees and the loss in the scan for a contract', () => {
    const { title, sentence, parts } = explanationOf(december, explainedRows);
    expect(title).toBe('DEC26 WMAZ in KAND');
    expect(sentence).toBe(
      'The position went from +10 lots to +6 lots, the MTM went from 4,035.00 to 4,040.00.',
    );
    expect(parts.map((part) => [part.title, part.how, part.amount])).toEqual([
      ['Opening position', '+10 lots × 100 t × (4,040.00 − 4,035.00)', 5_000],
      [
        '1 deal',
        'R 1,616,400.00 received; −4 lots × 100 t at the MTM of 4,040.00 are worth R −1,616,000.00',
        400,
      ],
      ['Booking fees', 'of these deals, with VAT', -92],
      [
        'Initial margin',
        'the largest loss of the expiry in 21 scenarios, its options included: R 210,000.00 on the day before, R 126,000.00 now',
        84_000,
      ],
    ]);
  });

  it('[PANEL-15] states when a contract is unchanged', () => {
    const position = { ...december.position, opening: 6, sold: 0, mtm: 4035, deals: [] };
    const row = {
      ...december,
      ...{ variationMargin: 0, bookingFees: 0, marginBefore: 126_000, initialMargin: 0, amount: 0 },
      position,
    } as BreakdownRow;
    expect(explanationOf(row, explainedRows).sentence).toBe(
      'The position stayed +6 lots, the MTM stayed 4,035.00.',
    );
  });

  it('[PANEL-15] names the deposit, the rate and the days for the interest', () => {
    expect(explanationOf(interest, explainedRows).parts[0]?.how).toBe('R 210,000.00 × 7.25 % × 1 day of 365');
  });

  it('[PANEL-15] names opening balance, interest, payments and the sums of the instruments for an account', () => {
    expect(explanationOf(account, explainedRows).parts.map(({ title, amount }) => [title, amount])).toEqual([
      ['Interest', 41.71],
      ['Opening balance', -0.29],
      ['Payments', 500],
      ['Variation margin', 5_400],
      ['Booking fees', -92],
      ['Initial margin', 274_000],
    ]);
  });
});

describe('the deals of a leaf', () => {
  const deals = [
    dealRow({ dealSeq: 12, side: 'S', qty: 4, price: 4041, value: 1_616_400 }),
    dealRow({ dealSeq: 13, side: 'B', qty: 1, price: 4040, value: 404_000 }),
  ];

  it('[PANEL-15] are those that the leaf names, each with its profit at the MTM; they add up to the part of the deals', () => {
    const [deal, ...others] = markedDeals(deals, { numbers: [12], mtm: 4040, tons: 100 });
    expect(others).toEqual([]);
    expect(deal).toMatchObject({ dealSeq: 12, gain: 1, profit: 400 });
    expect(explanationOf(december, explainedRows).parts[1]?.amount).toBe(deal?.profit);
  });

  it('have a profit of zero, and not of minus zero, at the MTM', () => {
    const [deal] = markedDeals(deals, { numbers: [13], mtm: 4040, tons: 100 });
    expect([deal?.gain, deal?.profit]).toEqual([0, 0]);
  });
});
