import type { ClearingInfoRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { clearingRow } from '../../testing/rows.ts';
import { accountDays, daysOf, dueOf, noValuations, payeesOf } from './rules.ts';

const info = (principal: string, change: Partial<ClearingInfoRow> = {}): ClearingInfoRow => ({
  uniqueKey: principal,
  member: 'KAND',
  principal,
  name: `Name of ${principal}`,
  agreement: principal === 'KAND' ? 'own' : 'client',
  active: true,
  marginLimit: null,
  positionLimit: null,
  interestRate: 7.25,
  clearingMember: 'KAND',
  bank: null,
  paymentCutOff: null,
  ...change,
});
const accounts = [info('KAND'), info('FARM1', { marginLimit: 25_000 }), info('MILL7')];
const clearing = [
  clearingRow(),
  clearingRow({ principal: 'FARM1', balance: 500.5, status: 'receivable' }),
  clearingRow({ businessDay: '2026-11-19', balance: -100.1, dueOn: '2026-11-20', overdue: 0.1 }),
];

describe('the accounts of Clearing', () => {
  it('[PANEL-14] are shown with their newest day, including those that have none yet', () => {
    const rows = accountDays(clearing, accounts, null);
    expect(rows.map(({ principal, day }) => [principal, day?.businessDay ?? null])).toEqual([
      ['KAND', '2026-11-19'],
      ['FARM1', '2026-11-18'],
      ['MILL7', null],
    ]);
    expect(rows[1]).toMatchObject({ name: 'Name of FARM1', agreement: 'client', marginLimit: 25_000 });
  });

  it('[PANEL-14] say to whom each pays: the clearing member and its bank, once for all accounts', () => {
    const all = [
      info('KAND', { clearingMember: 'SAFB', bank: 'Highveld Bank' }),
      info('FARM1', { clearingMember: 'SAFB', bank: 'Highveld Bank' }),
      info('MILL7', { clearingMember: 'VELD' }),
    ];
    const paid = clearing.map((row) => ({ ...row, clearingMember: 'SAFB' }));
    const rows = accountDays(paid, all, null);
    expect(rows.map(({ clearingMember, bank }) => [clearingMember, bank])).toEqual([
      ['SAFB', 'Highveld Bank'],
      ['SAFB', 'Highveld Bank'],
      ['VELD', null],
    ]);
    expect(payeesOf(rows)).toBe('SAFB, Highveld Bank; VELD');
    expect(payeesOf([])).toBe('');
  });

  it('[PANEL-14] are only those that moved money on the selected day', () => {
    const rows = accountDays(clearing, accounts, '2026-11-18');
    expect(rows.map(({ principal, day }) => [principal, day?.balance])).toEqual([
      ['KAND', -210_230],
      ['FARM1', 500.5],
    ]);
    expect(daysOf(clearing)).toEqual(['2026-11-19', '2026-11-18']);
  });

  it('[PANEL-14] have the clearing member of the day, and on a selected day nothing that may have changed since', () => {
    const changed = [info('FARM1', { clearingMember: 'VELD', bank: 'Highveld Bank', marginLimit: 25_000 })];
    expect(accountDays(clearing, changed, '2026-11-18')[0]).toMatchObject({
      clearingMember: 'KAND',
      bank: null,
      marginLimit: null,
      positionLimit: null,
      interestRate: null,
    });
    expect(accountDays(clearing, changed, null)[0]).toMatchObject({
      clearingMember: 'KAND',
      bank: null,
      marginLimit: 25_000,
      interestRate: 7.25,
    });
  });

  it('are shown without name and limits before those are loaded', () => {
    const rows = accountDays(clearing, [], null);
    expect(rows.map(({ principal, name, agreement }) => [principal, name, agreement])).toEqual([
      ['KAND', '', null],
      ['FARM1', '', null],
    ]);
  });

  it('[PANEL-14] pay and receive by their days, the earliest first, exact to the cent', () => {
    expect(dueOf(accountDays(clearing, accounts, null))).toEqual([
      { dueOn: '2026-11-19', toPay: 0, overdue: 0, toReceive: 500.5 },
      { dueOn: '2026-11-20', toPay: 100.1, overdue: 0.1, toReceive: 0 },
    ]);
    const delivered = clearingRow({ balance: -1_202_860, due: -100, restDueOn: '2026-11-20' });
    expect(dueOf([{ day: delivered }])).toEqual([
      { dueOn: '2026-11-19', toPay: 100, overdue: 0, toReceive: 0 },
      { dueOn: '2026-11-20', toPay: 1_202_760, overdue: 0, toReceive: 0 },
    ]);
    const cents = Array.from({ length: 3 }, () => ({ day: clearingRow({ balance: -0.1 }) }));
    expect(dueOf(cents)).toEqual([{ dueOn: '2026-11-19', toPay: 0.3, overdue: 0, toReceive: 0 }]);
    expect(dueOf([{ day: null }, { day: clearingRow({ balance: 0, dueOn: null }) }])).toEqual([]);
  });
});

it('[PANEL-14] says without valuations of accounts whether the market was valued today', () => {
  const time = Date.UTC(2026, 10, 18, 9, 24, 19);
  const official = { status: 'official', time: time - 50_000_000 } as const;
  expect(noValuations([official]).title).toBe('No valuation of the market today.');
  const valued = noValuations([
    official,
    { status: 'provisional', time },
    { status: 'approved', time: time - 1 },
  ]);
  expect(valued).toEqual({
    title: 'The market was valued at 11:24:19.',
    detail: 'No account shown here holds anything that was valued.',
  });
});
