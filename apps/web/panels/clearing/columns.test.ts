import { type EarlyValuationRow, endOfDayReports, type MovementRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { clearingRow } from '../../testing/rows.ts';
import { setFormatLocale } from '../../ui/format.ts';
import {
  accountsColumns,
  compareValuations,
  feesColumns,
  marginsColumns,
  movementsColumns,
  valuationsColumns,
} from './columns.ts';
import { reportTexts } from './rules.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const account = {
  principal: 'KAND',
  name: 'Kandela Grain',
  agreement: 'own',
  clearingMember: 'SAFB',
  bank: 'Highveld Bank',
  marginLimit: 500_000,
  positionLimit: null,
  interestRate: 7.25,
  day: clearingRow({ overdue: 230 }),
} as const;

describe('the Accounts tab', () => {
  it('[PANEL-14] [PANEL-0] shows an account’s opening balance, movements, amount due, due date, recipient and limits', () => {
    expect(columnTexts(accountsColumns, account)).toEqual([
      'Account: KAND',
      'Name: Kandela Grain',
      'Day: 18/11/2026',
      'Opening, R: 0.00',
      'Variation, R: 0.00',
      'IM before, R: 0.00',
      'IM required, R: 210,000.00',
      'IM moved, R: −210,000.00',
      'Fees, R: −230.00',
      'Interest, R: 0.00',
      'Deliveries, R: 0.00',
      'Payments, R: 0.00',
      'Balance, R: −210,230.00',
      'Due, R: −210,230.00',
      'Due by: 19/11/2026',
      'Through: SAFB',
      'Bank: Highveld Bank',
      'Overdue, R: 230.00',
      'Status: To pay',
      'Agreement: Own',
      'IM limit, R: 500,000.00',
      'Lots limit: –',
      'Rate, %: 7.25',
    ]);
  });

  it('shows an account without movements with dashes, not with amounts of zero', () => {
    const texts = columnTexts(accountsColumns, { ...account, day: null });
    expect(texts).toEqual(expect.arrayContaining(['Balance, R: –', 'Due by: –', 'Status: –', 'Day: –']));
    expect(texts.join()).not.toContain(' 0.00');
  });

  it('[PANEL-14] shows on a phone when a balance is due', () => {
    expect(phoneTexts(accountsColumns, account)).toEqual([
      'Account: KAND',
      'Balance, R: −210,230.00',
      'Margin: margin 210,000.00',
      'Due: To pay by 19/11/2026',
    ]);
    const rest = { ...account, day: clearingRow({ due: -100, restDueOn: '2026-11-20' }) };
    expect(phoneTexts(accountsColumns, rest)).toContain('Due: To pay R 100.00 by 19/11/2026');
  });
});

describe('the Movements tab', () => {
  const movement: MovementRow = {
    uniqueKey: 'KAND 17',
    movementSeq: 17,
    businessDay: '2026-11-18',
    time: Date.UTC(2026, 10, 18, 15, 0, 2),
    member: 'KAND',
    principal: 'KAND',
    movement: 'variationMargin',
    amount: 4_770,
    balance: -205_460,
    parts: [
      { contract: 'DEC26 WMAZ', amount: 5_000 },
      { contract: 'MAR27 WMAZ', amount: -230 },
    ],
  };

  it('[PANEL-14] shows type, amount, balance after it, and the contracts that add up to it', () => {
    expect(columnTexts(movementsColumns, movement)).toEqual([
      'Day: 18/11/2026',
      'Time: 17:00:02',
      'Account: KAND',
      'Movement: Variation margin',
      'Amount, R: +4,770.00',
      'Balance, R: −205,460.00',
      'Reference: 17',
      'By contract: DEC26 WMAZ +5,000.00, MAR27 WMAZ −230.00',
    ]);
    expect(phoneTexts(movementsColumns, movement)).toContain('Movement: Variation margin');
  });
});

describe('the Valuations tab', () => {
  const whole: EarlyValuationRow = {
    uniqueKey: '1 KAND',
    businessDay: '2026-11-18',
    run: 1,
    time: Date.UTC(2026, 10, 18, 8, 0, 1),
    isProvisional: true,
    member: 'KAND',
    principal: 'KAND',
    contract: null,
    spotPrice: null,
    mtmPrevious: null,
    method: null,
    net: null,
    variationMargin: -1_250.5,
    initialMargin: 210_000,
  };
  const held: EarlyValuationRow = {
    ...whole,
    uniqueKey: '1 KAND DEC26 WMAZ',
    contract: 'DEC26 WMAZ',
    spotPrice: 4035.2,
    mtmPrevious: 4040,
    method: 'VWAP',
    net: -3,
    variationMargin: null,
    initialMargin: null,
  };

  it('[PANEL-14] marks a valuation as provisional until it is approved', () => {
    const state = (row: EarlyValuationRow) =>
      valuationsColumns.find(({ id }) => id === 'valuationState')?.text(row);
    expect([state(whole), state({ ...whole, isProvisional: false })]).toEqual(['Provisional', 'Approved']);
    expect(phoneTexts(valuationsColumns, whole).at(-1)).toBe('Valuation: Provisional, 10:00:01');
  });

  it('[PANEL-14] shows the receipts and margin of an account, and the prices of its positions', () => {
    expect(columnTexts(valuationsColumns, whole)).toEqual([
      'Valuation: 1, 10:00:01',
      'State: Provisional',
      'Account: KAND',
      'Contract: Whole account',
      'Net: –',
      'MTM: –',
      'Previous: –',
      'Change: –',
      'Method: –',
      'Variation, R: −1,250.50',
      'IM, R: 210,000.00',
    ]);
    expect(columnTexts(valuationsColumns, held).slice(3)).toEqual([
      'Contract: DEC26 WMAZ',
      'Net: −3',
      'MTM: 4,035.20',
      'Previous: 4,040.00',
      'Change: −4.80',
      'Method: VWAP',
      'Variation, R: –',
      'IM, R: –',
    ]);
  });

  it('sorts the newest valuation first, and an account before its positions', () => {
    const newer = { ...whole, run: 2, uniqueKey: '2 KAND' };
    const keys = [held, whole, newer].toSorted(compareValuations).map(({ uniqueKey }) => uniqueKey);
    expect(keys).toEqual(['2 KAND', '1 KAND', '1 KAND DEC26 WMAZ']);
  });
});

describe('the Margins and Fees tabs', () => {
  it('[PANEL-14] show the parameters of margin with the first day on which they apply', () => {
    const row = {
      uniqueKey: 'DEC26 WMAZ 2026-11-19',
      contract: 'DEC26 WMAZ',
      displaySeq: 1,
      instrument: 'WMAZ',
      effectiveFrom: '2026-11-19',
      initialMargin: 21_000,
      classSpreadMargin: 10_500,
      volatilityRange: 4,
    };
    expect(columnTexts(marginsColumns, row)).toEqual([
      'Contract: DEC26 WMAZ',
      'Instrument: WMAZ',
      'From: 19/11/2026',
      'IMR, R: 21,000.00',
      'CSMR, R: 10,500.00',
      'VSR, points: 4.00',
    ]);
  });

  it('[PANEL-14] show the fee per ton and per contract for own and client accounts', () => {
    const row = {
      uniqueKey: 'client WMAZ option 2026-11-18',
      profile: 'client',
      instrument: 'WMAZ',
      kind: 'option',
      effectiveFrom: '2026-11-18',
      feePerTon: 0.25,
      vatPercent: 15,
      feePerContract: 28.75,
    } as const;
    expect(columnTexts(feesColumns, row)).toEqual([
      'Instrument: WMAZ',
      'Contract: Option',
      'Account: Client',
      'From: 18/11/2026',
      'Per ton, R: 0.25',
      'VAT, %: 15.00',
      'Per contract, R: 28.75',
    ]);
  });
});

describe('the Reports tab', () => {
  it('[PANEL-14] offers every report of the server once, the statement first', () => {
    expect(reportTexts[0]?.report).toBe('statement');
    expect(reportTexts.map(({ report }) => report).sort()).toEqual([...endOfDayReports].sort());
  });
});
