import type { GroupPhase } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { formatCountdown } from '../ui/format.ts';
import { mainPhase, phaseLines } from './phase-lines.ts';

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

  it('have the phase of the other months as that of the whole market', () => {
    expect(mainPhase([group('deliveryMonth', { phase: 'delivery' }), group('other')])?.phase).toBe(
      'continuous',
    );
    expect(mainPhase([group('world', { phase: 'closed' })])?.phase).toBe('closed');
    expect(mainPhase([])).toBeNull();
  });

  it('count down in seconds, in days from two days on, and never below zero', () => {
    expect(formatCountdown(5_333_000)).toBe('1:28:53');
    expect(formatCountdown(94_001)).toBe('1:35');
    expect(formatCountdown(3 * 86_400_000)).toBe('3 days');
    expect(formatCountdown(-5)).toBe('0:00');
  });
});
