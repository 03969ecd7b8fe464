import type { PhasesReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { orderEntryStateOf } from './price-note.tsx';

type Group = PhasesReply['groups'][number];
const group = (phase: Group['phase'], ...instruments: string[]): Group => ({
  group: 'other',
  phase,
  since: null,
  next: null,
  opensAt: null,
  dealsUntil: null,
  instruments,
});
const halt = { instrument: 'WMAZ', reason: 'News', since: 0 };

describe('the state of order entry', () => {
  it('follows the phase of the contract’s instrument', () => {
    const stateIn = (phase: Group['phase']) =>
      orderEntryStateOf('WMAZ', { groups: [group(phase, 'WMAZ'), group('closed', 'CORN')], halted: [] });
    expect(stateIn('continuous')).toBe('open');
    expect(stateIn('preOpen')).toBe('auction');
    expect(stateIn('admin')).toBe('closed');
    expect(stateIn('closed')).toBe('closed');
  });

  it('is closed during a halt of the instrument', () => {
    const groups = [group('continuous', 'WMAZ', 'YMAZ')];
    expect(orderEntryStateOf('WMAZ', { groups, halted: [halt] })).toBe('closed');
    expect(orderEntryStateOf('YMAZ', { groups, halted: [halt] })).toBe('open');
  });

  it('is open where any of the instrument’s months trades: the market decides about each contract', () => {
    const groups = [group('admin', 'WMAZ'), group('continuous', 'WMAZ')];
    expect(orderEntryStateOf('WMAZ', { groups, halted: [] })).toBe('open');
  });
});
