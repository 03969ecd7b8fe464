import { eventsRead } from '@openpit/projections';
import { type EventKind, epochMs, type Outcome } from '@openpit/venue';
import { eventKinds, testOperator } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { logEvents, loggedEvents } from './logged-events.ts';

/** Events that need no reader, with the reason. */
const unread: Partial<Record<EventKind, string>> = {
  orderResubmitted: 'the same outcome says whether the order rests, waits for an auction, deals or is killed',
};

describe('the events of the market', () => {
  it('have a reader each: rows, notices, reports, or the log', () => {
    const read = eventsRead();
    const all = Object.keys(eventKinds) as EventKind[];
    expect(all.length).toBeGreaterThan(60);
    expect(all.filter((kind) => !read.has(kind) && !loggedEvents.has(kind))).toEqual(Object.keys(unread));
  });

  it('are written to the log, where nothing else shows them', () => {
    const lines: object[] = [];
    const outcome: Outcome = {
      seq: 7,
      at: epochMs(0),
      by: testOperator,
      requestId: null,
      command: 'setSelfMatch',
      verdict: { kind: 'accepted', answer: null },
      rejected: null,
      repeats: null,
      events: [
        { kind: 'selfMatchSet', selfMatch: 'allow' },
        { kind: 'tradingResumed', member: 'KAND', dealer: null },
      ],
    };
    logEvents({ info: (line: object) => void lines.push(line) }, outcome);
    expect(lines).toEqual([{ seq: 7, event: { kind: 'selfMatchSet', selfMatch: 'allow' } }]);
  });
});
