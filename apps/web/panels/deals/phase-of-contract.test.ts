import type { PhasesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { phaseOfContract } from './panel.tsx';

const group = (
  name: PhasesReply['groups'][number]['group'],
  phase: PhasesReply['groups'][number]['phase'],
) => ({
  group: name,
  phase,
  since: null,
  next: null,
  opensAt: null,
  dealsUntil: null,
  instruments: [],
});
const phases = {
  businessDay: '2026-12-01',
  groups: [group('deliveryMonth', 'delivery'), group('other', 'admin'), group('world', 'continuous')],
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
