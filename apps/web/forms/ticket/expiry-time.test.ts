import type { PhasesReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../../ui/format.ts';
import { timeAgainst } from './expiry-time.ts';

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

type Group = PhasesReply['groups'][number];
const option = { contract: 'DEC26 WMAZ 4000 C', instrument: 'WMAZ', optionExpiry: '2026-11-20' };
const group = (phase: Group['phase'], change: Partial<Group> = {}): Group => ({
  group: 'other',
  phase,
  since: null,
  next: null,
  opensAt: null,
  dealsUntil: null,
  instruments: ['WMAZ'],
  ...change,
});
const on = (businessDay: string, ...groups: Group[]) => ({ businessDay, groups });
const [before, expiry] = ['2026-11-19', '2026-11-20'];
const phases = ['closed', 'preOpen', 'continuous', 'admin', 'delivery'] as const;

const allowed = (kind: 'exercise' | 'abandon', day: string) =>
  phases.filter((phase) => timeAgainst(kind, option, on(day, group(phase))) === null);

describe('the time of an exercise', () => {
  it('[ACT-18] is the administration, and on the expiry day the time until trading ends', () => {
    expect(allowed('exercise', before)).toEqual(['admin']);
    expect(allowed('exercise', expiry)).toEqual(['preOpen', 'continuous']);
  });

  it('is named where it is not now: when administration begins, and the expiry day', () => {
    const at = Date.UTC(2026, 10, 19, 12, 30);
    const day = on(before, group('continuous', { next: { phase: 'admin', at } }));
    expect(timeAgainst('exercise', option, day)).toBe(
      'DEC26 WMAZ 4000 C can be exercised in administration, from 14:30 on, and on its expiry day, 20/11/2026, until trading ends.',
    );
    expect(timeAgainst('exercise', option, on(before, group('continuous')))).toBe(
      'DEC26 WMAZ 4000 C can be exercised in administration, and on its expiry day, 20/11/2026, until trading ends.',
    );
  });
});

describe('the time of an abandonment', () => {
  it('[ACT-19] is the expiry day until the end of administration', () => {
    expect(allowed('abandon', before)).toEqual([]);
    expect(allowed('abandon', expiry)).toEqual(['preOpen', 'continuous', 'admin']);
    expect(timeAgainst('abandon', option, on(before, group('admin')))).toContain('20/11/2026');
  });
});

describe('what the screen cannot know', () => {
  it('is left to the market: while the phases are not known, and where one of the months allows it', () => {
    expect(timeAgainst('exercise', option, null)).toBeNull();
    const two = on(before, group('admin', { group: 'deliveryMonth' }), group('continuous'));
    expect(timeAgainst('exercise', option, two)).toBeNull();
    const others = on(before, group('admin', { instruments: ['CORN'] }), group('continuous'));
    expect(timeAgainst('exercise', option, others)).not.toBeNull();
  });
});
