import type { ContractDateRow } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTexts, phoneTexts } from '../../testing/column-texts.ts';
import { formatDay, setFormatLocale } from '../../ui/format.ts';
import { type CalendarDay, calendarColumns, calendarDays, compareDays, isHeld } from './rules.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const maize: ContractDateRow = {
  uniqueKey: 'DEC26 WMAZ',
  instrument: 'WMAZ',
  contractDate: 'DEC26',
  firstDeliveryDay: '2026-12-01',
  lastTradingDay: '2026-12-22',
  lastNoticeDay: '2026-12-31',
  optionExpiry: '2026-11-20',
};
const corn: ContractDateRow = {
  ...maize,
  uniqueKey: 'DEC26 CORN',
  instrument: 'CORN',
  lastTradingDay: '2026-12-14',
  lastNoticeDay: null,
};
const holidays = [
  { date: '2026-09-24', name: 'Heritage Day' },
  { date: '2026-12-16', name: 'Day of Reconciliation' },
  { date: '2026-12-25', name: 'Christmas Day' },
];
const days = (today: string, positions: readonly { contract: string; net: number }[] = []) =>
  calendarDays({
    today,
    holidays,
    dates: [maize, corn],
    instruments: [
      { instrument: 'WMAZ', strikes: { near: 20, far: 100, nearSteps: 10 } },
      { instrument: 'CORN' },
    ],
    prices: [{ contract: 'DEC26 WMAZ', mtm: 4032 }],
    positions,
  }).sort(compareDays);

describe('the calendar', () => {
  it('has each day of a contract and each holiday from today on, in order, and no expiry without options', () => {
    expect(days('2026-11-20').map(({ date, event, about }) => `${date} ${event}: ${about}`)).toEqual([
      '2026-11-20 Option expiry: DEC26 WMAZ',
      '2026-12-01 First delivery day: DEC26 WMAZ',
      '2026-12-14 Cash settlement: DEC26 CORN',
      '2026-12-16 Holiday: Day of Reconciliation',
      '2026-12-22 Last trading day: DEC26 WMAZ',
      '2026-12-25 Holiday: Christmas Day',
      '2026-12-31 Last notice day: DEC26 WMAZ',
    ]);
  });

  it('[SHELL-10] has the contracts of one day in the order of the market', () => {
    const day = { date: '2026-12-22', event: 'Last trading day', net: null, options: null } as const;
    const of = (contract: string) => ({ ...day, key: contract, about: contract, contract }) as CalendarDay;
    const contracts = ['DEC26 WMAZ', 'DEC26 YMAZ', 'DEC26 SOYA'];
    expect(
      contracts
        .toSorted()
        .map(of)
        .sort(compareDays)
        .map(({ about }) => about),
    ).toEqual(contracts);
  });

  it('counts business days: no weekends, no holidays', () => {
    const left = days('2026-12-11').map(({ date, daysLeft }) => [date, daysLeft]);
    expect(left).toEqual([
      ['2026-12-14', 1],
      ['2026-12-16', 2],
      ['2026-12-22', 6],
      ['2026-12-25', 8],
      ['2026-12-31', 12],
    ]);
    // The day before it is the last business day before a holiday.
    const [holiday] = days('2026-12-15');
    expect(columnTexts(calendarColumns, holiday ?? expect.fail())).toContain('In: 0 days');
  });

  it('marks the member’s positions: a future on its own days, options on the day of their expiry', () => {
    const held = days('2026-11-20', [
      { contract: 'DEC26 WMAZ', net: -12 },
      { contract: 'DEC26 WMAZ', net: 2 },
      { contract: 'DEC26 WMAZ 4000 C', net: 5 },
      { contract: 'DEC26 WMAZ 4000 P', net: -3 },
      { contract: 'DEC26 CORN', net: 0 },
    ]).filter(isHeld);
    expect(held.map(({ event, net, options }) => [event, net, options])).toEqual([
      ['Option expiry', null, 8],
      ['First delivery day', -10, null],
      ['Last trading day', -10, null],
      ['Last notice day', -10, null],
    ]);
  });

  it('shows a day with its weekday, its meaning, the position in lots and the MTM', () => {
    const [expiry, delivery] = days('2026-11-20', [
      { contract: 'DEC26 WMAZ', net: -12 },
      { contract: 'DEC26 WMAZ 4000 C', net: 5 },
    ]);
    if (expiry === undefined || delivery === undefined) throw new Error('a day is missing');
    expect(columnTexts(calendarColumns, expiry)).toEqual([
      `Date: ${formatDay('2026-11-20')}`,
      'In: today',
      'Event: Option expiry',
      'Contract: DEC26 WMAZ',
      'Net: 5 in options',
      'MTM: 4,032.00',
      'What it means: options end; those in the money are exercised',
      'Instrument: WMAZ',
    ]);
    expect(phoneTexts(calendarColumns, delivery)).toEqual([
      'Contract: DEC26 WMAZ',
      `Date: ${formatDay('2026-12-01')}`,
      'Event: First delivery day',
      'In: −12 · 7 days',
    ]);
  });
});
