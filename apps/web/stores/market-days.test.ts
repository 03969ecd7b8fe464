import type { GroupPhase } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { formatCountdown } from '../ui/format.ts';
import {
  compareContractNames,
  compareContracts,
  contractMonth,
  firstFuture,
  mainPhase,
  phaseLines,
} from './market-days.ts';

describe('contracts', () => {
  it('[MODEL-3] have a date of a three-letter month and a number', () => {
    expect(contractMonth('DEC26')).toBe(2026 * 12 + 12);
    expect(contractMonth('XXX26')).toBeNull();
    expect(contractMonth('DEC')).toBeNull();
  });

  it('[SHELL-10] are sorted by instrument WMAZ, YMAZ, CORN, WEAT, SUNS, SOYA, then other instruments, and by month', () => {
    const of = (text: string) => {
      const [contractDate = '', instrument = ''] = text.split(' ');
      return { text, instrument, contractDate };
    };
    const mixed = [
      'MAR27 SORG',
      'MAR27 WMAZ',
      'DEC26 SOYA',
      'JUL27 WMAZ',
      'DEC26 WMAZ',
      'DEC26 CORN',
      'MAY27 YMAZ',
    ];
    expect(
      mixed
        .map(of)
        .sort(compareContracts)
        .map((note) => note.text),
    ).toEqual([
      'DEC26 WMAZ',
      'MAR27 WMAZ',
      'JUL27 WMAZ',
      'MAY27 YMAZ',
      'DEC26 CORN',
      'DEC26 SOYA',
      'MAR27 SORG',
    ]);
  });

  it('[SHELL-10] are sorted by their names in the same order, a future before its options, and these by strike', () => {
    const sorted = [
      'DEC26 WMAZ',
      'DEC26-MAR27 WMAZ',
      'MAR27 WMAZ',
      'MAR27 WMAZ 800 C',
      'MAR27 WMAZ 4000 C',
      'MAR27 WMAZ 4000 P',
      'DEC26 YMAZ',
      'DEC26 CORN',
      'DEC26 SORG',
    ];
    expect(sorted.toSorted().toSorted(compareContractNames)).toEqual(sorted);
  });

  it('begin with the first future, not with the first row that the server sends', () => {
    const future = { flag: 'F', strike: 0, CONTRACT_TYPE: 1 } as const;
    const row = (
      contract: string,
      contractDisplay: Parameters<typeof firstFuture>[0][0]['contractDisplay'],
    ) => {
      const [contractDate = '', instrument = ''] = contract.split(' ');
      return { contract, contractDate, instrument, contractDisplay };
    };
    expect(
      firstFuture([
        row('MAR27 SUNS', future),
        row('MAR27 WMAZ', future),
        row('DEC26 WMAZ', future),
        row('NOV26 WMAZ', { flag: 'C', strike: 4000, CONTRACT_TYPE: 2 }),
      ]),
    ).toBe('DEC26 WMAZ');
    expect(firstFuture([])).toBeNull();
  });
});

const group = (name: GroupPhase['group'], change: Partial<GroupPhase> = {}): GroupPhase => ({
  group: name,
  phase: 'continuous',
  since: null,
  next: { phase: 'admin', at: 1_000 },
  opensAt: null,
  ...change,
});

describe('the lines of the clock', () => {
  it('[PANEL-18] are one line when all products are in the same phase', () => {
    expect(phaseLines([group('deliveryMonth'), group('other'), group('world')])).toEqual([
      { name: 'All products', phase: 'continuous', next: { phase: 'admin', at: 1_000 } },
    ]);
  });

  it('are separate for a group that changes at another time', () => {
    const lines = phaseLines([
      group('deliveryMonth', { next: { phase: 'admin', at: 500 } }),
      group('other'),
      group('world'),
    ]);
    expect(lines.map(({ name }) => name)).toEqual(['Delivery month', 'Other months, world products']);
  });

  it('show the phase of the other months as the phase of the whole market', () => {
    expect(mainPhase([group('deliveryMonth', { phase: 'delivery' }), group('other')])?.phase).toBe(
      'continuous',
    );
    expect(mainPhase([group('world', { phase: 'closed' })])?.phase).toBe('closed');
    expect(mainPhase([])).toBeNull();
  });

  it('count down in seconds, in days from two days on, and are never negative', () => {
    expect(formatCountdown(5_333_000)).toBe('1:28:53');
    expect(formatCountdown(94_001)).toBe('1:35');
    expect(formatCountdown(3 * 86_400_000)).toBe('3 days');
    expect(formatCountdown(-5)).toBe('0:00');
  });
});
