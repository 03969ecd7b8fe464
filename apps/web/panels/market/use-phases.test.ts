import type { PhasesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { nextChangeAt } from './use-phases.ts';

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
