import type { PhasesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { nextChangeAt, phaseOfContract } from './phases.ts';

type Group = PhasesReply['groups'][number];

const group = (name: Group['group'], next: Group['next']): Group => ({
  group: name,
  phase: 'continuous',
  since: null,
  next,
  opensAt: null,
  dealsUntil: null,
  instruments: [],
});

describe('the next change of a phase', () => {
  it('is the first one of any group', () => {
    const groups = [
      group('other', { phase: 'admin', at: 1_000 }),
      group('world', { phase: 'continuous', at: 300 }),
    ];
    expect(nextChangeAt({ groups })).toBe(300);
  });

  it('is null without a schedule', () => {
    expect(nextChangeAt({ groups: [group('other', null)] })).toBeNull();
  });
});

const inPhase = (name: Group['group'], phase: Group['phase']): Group => ({ ...group(name, null), phase });
const phases = {
  businessDay: '2026-12-01',
  groups: [inPhase('deliveryMonth', 'delivery'), inPhase('other', 'admin'), inPhase('world', 'continuous')],
};
const physical = { settlement: 'physical' } as const;

describe('the phase of a contract', () => {
  it('is the phase of its group: before and from the first delivery day on, and for cash-settled products', () => {
    const phaseOf = (firstDeliveryDay: string) =>
      phaseOfContract({ phases, instrument: physical, dates: { firstDeliveryDay } });
    expect(phaseOf('2026-12-02')).toBe('admin');
    expect(phaseOf('2026-12-01')).toBe('delivery');
    const cash = { settlement: 'cash' } as const;
    expect(phaseOfContract({ phases, instrument: cash, dates: undefined })).toBe('continuous');
  });

  it('is unknown while the phases, the instrument or its dates are', () => {
    const dates = { firstDeliveryDay: '2026-12-01' };
    expect(phaseOfContract({ phases: null, instrument: physical, dates })).toBeNull();
    expect(phaseOfContract({ phases, instrument: undefined, dates })).toBeNull();
    expect(phaseOfContract({ phases, instrument: physical, dates: undefined })).toBeNull();
  });
});
