import { beforeEach, describe, expect, it } from 'vitest';
import { keptOf, maxOwnActions, noteAction, useOwnActions } from './own-actions.ts';

const sent = { requestId: 'r1', action: 'Buy', words: 'Buy 10 DEC26 WMAZ at 4 035.20' };
const clock =
  (...times: number[]) =>
  () =>
    times.shift() ?? 0;

beforeEach(() => useOwnActions.setState({ userId: null, entries: [] }));

describe('the list of own actions', () => {
  it('contains a command from the moment it is sent, and its outcome with both times', () => {
    const note = noteAction(sent, clock(1_000, 1_250));
    expect(useOwnActions.getState().entries).toEqual([
      { ...sent, number: 1, sentAt: 1_000, answeredAt: null, outcome: 'sending', sentence: '' },
    ]);
    note.answered('accepted', 'Order 1207 rests in the market.');
    expect(useOwnActions.getState().entries[0]).toMatchObject({
      answeredAt: 1_250,
      outcome: 'accepted',
      sentence: 'Order 1207 rests in the market.',
    });
  });

  it('says unknown while no reply came, and rejected for bad input as for a rejection', () => {
    const note = noteAction(sent);
    note.unknown();
    expect(useOwnActions.getState().entries[0]).toMatchObject({ outcome: 'unknown', answeredAt: null });
    note.answered('badInput', 'The price is no number.');
    expect(useOwnActions.getState().entries[0]?.outcome).toBe('rejected');
  });

  it('has the newest first and keeps the last five hundred', () => {
    for (let count = 0; count < maxOwnActions + 3; count += 1) noteAction(sent);
    const { entries } = useOwnActions.getState();
    expect(entries).toHaveLength(maxOwnActions);
    expect(entries[0]?.number).toBe(maxOwnActions + 3);
  });

  it('of one user is never shown to another, and a command that was being sent when the page was left is unknown', () => {
    noteAction(sent, clock(5));
    const kept = JSON.stringify({ userId: 'u7', entries: useOwnActions.getState().entries });
    expect(keptOf('u8', kept)).toEqual([]);
    expect(keptOf('u7', 'no json')).toEqual([]);
    expect(keptOf('u7', null)).toEqual([]);
    expect(keptOf('u7', kept)[0]).toMatchObject({ outcome: 'unknown', sentAt: 5 });
  });
});
