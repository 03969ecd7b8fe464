import type { PhasesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { expiresAt, timeLeftText } from './rules.ts';

const group = (
  name: PhasesReply['groups'][number]['group'],
  instruments: string[],
  dealsUntil: number | null,
) => ({
  group: name,
  phase: 'continuous' as const,
  since: null,
  next: null,
  opensAt: null,
  instruments,
  dealsUntil,
});
const times = {
  phases: {
    businessDay: '2026-12-02',
    groups: [
      group('deliveryMonth', ['WMAZ'], 900_000),
      group('other', ['WMAZ'], 1_900_000),
      group('world', ['CORN'], 2_900_000),
    ],
  },
  firstDeliveryDayOf: (future: string) => (future.startsWith('DEC26') ? '2026-12-01' : '2027-03-01'),
};
const item = (contract: string, state: 'Waiting' | 'Accepted' = 'Waiting') => ({
  contract,
  instrument: contract.split(' ')[1] ?? '',
  state,
});

describe('[PANEL-11] the time until an unmatched deal expires', () => {
  it('ends with the administration of its group of contracts, for an option with its future’s', () => {
    expect(expiresAt(item('DEC26 WMAZ'), times)).toBe(900_000);
    expect(expiresAt(item('MAR27 WMAZ'), times)).toBe(1_900_000);
    expect(expiresAt(item('DEC26 WMAZ 4000 C'), times)).toBe(900_000);
    expect(expiresAt(item('MAR27 CORN'), times)).toBe(2_900_000);
    expect(timeLeftText(item('DEC26 WMAZ'), times, 805_000)).toBe('1:35');
  });

  it('is a dash for an item that no longer waits, and while the phases or their end are not known', () => {
    expect(timeLeftText(item('DEC26 WMAZ', 'Accepted'), times, 0)).toBe('–');
    expect(timeLeftText(item('DEC26 WMAZ'), { ...times, phases: null }, 0)).toBe('–');
    const open = { ...times.phases, groups: [group('other', ['WMAZ'], null)] };
    expect(timeLeftText(item('MAR27 WMAZ'), { ...times, phases: open }, 0)).toBe('–');
  });
});
