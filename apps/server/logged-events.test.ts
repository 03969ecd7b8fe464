import { eventsRead, HistoryFold } from '@openpit/projections';
import { type EventKind, epochMs, type Outcome } from '@openpit/venue';
import { deal, eventKinds, openDealMarket, testOperator } from '@openpit/venue/testing';
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
    expect(all.filter((kind) => !read.has(kind) && loggedEvents[kind] === undefined)).toEqual(
      Object.keys(unread),
    );
  });

  it('are not logged where rows or notices show them', () => {
    // The directory keeps the rule for self-matches but shows it nowhere. Early valuations read only that the approval is void. Of a
    // planned file, rows show only the rates.
    const logged = Object.keys(loggedEvents) as EventKind[];
    expect(logged.filter((kind) => eventsRead().has(kind))).toEqual([
      'mtmCorrected',
      'referenceDataPlanned',
      'selfMatchSet',
    ]);
  });

  it('leave deals of both sides in history when they settle a future', () => {
    const market = openDealMarket();
    deal(market, { contract: 'NOV26 WMAZ', lots: 3, price: 400_000 });
    for (let days = 0; days < 10; days += 1) market.operate({ kind: 'endDay' });
    const fold = new HistoryFold();
    for (const outcome of market.outcomes) fold.apply(outcome);
    const deals = fold
      .take()
      .deals.filter(({ row }) => row.origin === 'settlement')
      .map(({ row: { member, side, qty } }) => `${member} ${side} ${qty}`);
    expect(deals).toEqual(['VELD B 3', 'KAND S 3']);
  });

  it('are written to the log if nothing else shows them', () => {
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
