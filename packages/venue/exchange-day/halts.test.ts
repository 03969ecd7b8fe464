import { describe, expect, it } from 'vitest';
import type { VenueEvent } from '../modules.ts';
import { anOrder, rejectionOf, TestMarket } from '../testing/test-market.ts';

const announcementsIn = (events: readonly VenueEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'announcementMade' ? [`${event.announcement}: ${event.message}`] : [],
  );

describe('a halt', () => {
  it('rejects orders until the instrument resumes, and lets orders leave the market', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', {});
    market.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'crop estimate' });
    expect(announcementsIn(market.lastEvents)).toEqual([
      'Halt: WMAZ is halted: crop estimate. Open orders can be deleted or suspended.',
    ]);
    expect(rejectionOf(market.by('abdul', anOrder))).toBe('instrumentHalted');
    expect(rejectionOf(market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }))).toBeNull();
    expect(rejectionOf(market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }))).toBe(
      'instrumentHalted',
    );
    market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    expect(rejectionOf(market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }))).toBeNull();
  });

  it('is rejected when there is nothing to halt or to resume', () => {
    const market = TestMarket.opened();
    const halt = (instrument: string) => market.operate({ kind: 'haltInstrument', instrument, reason: 'x' });
    expect(rejectionOf(halt('NONE'))).toBe('instrumentUnknown');
    expect(rejectionOf(market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' }))).toBe(
      'instrumentNotHalted',
    );
    halt('WMAZ');
    expect(rejectionOf(halt('WMAZ'))).toBe('instrumentAlreadyHalted');
  });
});
