import type { GroupPhase } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { phaseSentence } from './market-phase.tsx';

const now = Date.UTC(2026, 10, 20, 8, 0);
const inHours = (hours: number) => now + hours * 3_600_000;
const sentence = (change: Partial<GroupPhase>) =>
  phaseSentence(
    { group: 'other', phase: 'continuous', since: null, next: null, opensAt: null, ...change },
    now,
  );

describe('the phase on Login', () => {
  it('states until when the market trades, in exchange time', () => {
    expect(sentence({ next: { phase: 'admin', at: inHours(2.25) } })).toBe('Trading until 12:15 SAST');
    expect(sentence({})).toBe('Trading');
  });

  it('states when orders are accepted again, with the day unless it is today', () => {
    const closed = { phase: 'closed', next: { phase: 'preOpen', at: inHours(70.75) } } as const;
    expect(sentence({ ...closed, opensAt: inHours(70.75) })).toMatch(
      /^Closed, orders are accepted from Mon.*23.*, 08:45 SAST$/,
    );
    expect(sentence({ ...closed, opensAt: inHours(3) })).toBe('Closed, orders are accepted from 13:00 SAST');
  });

  it('names the next phase if orders are already accepted', () => {
    expect(sentence({ phase: 'preOpen', next: { phase: 'continuous', at: inHours(1) } })).toBe(
      'Pre-open, trading from 11:00 SAST',
    );
    expect(sentence({ phase: 'closed' })).toBe('Closed');
  });
});
