import { beforeEach, describe, expect, it } from 'vitest';
import { maxOwnActions, noteAction, useOwnActions } from './own-actions.ts';

const sent = { requestId: 'r1', action: 'Buy', description: 'Buy 10 DEC26 WMAZ at 4 035.20' };
beforeEach(() => useOwnActions.setState({ sent: [] }));

describe('the commands that the page has sent', () => {
  it('[ACT-1] include a command from the moment it is sent, then “unknown” without a reply, and its outcome', () => {
    const note = noteAction(sent);
    const [entry] = useOwnActions.getState().sent;
    expect(entry).toMatchObject({ ...sent, seq: null, outcome: 'sending', sentence: '' });
    note.unknown();
    expect(useOwnActions.getState().sent[0]?.outcome).toBe('unknown');
    note.answered('rejected', 'The price is not a number.');
    expect(useOwnActions.getState().sent).toMatchObject([
      { outcome: 'rejected', sentence: 'The price is not a number.' },
    ]);
  });

  it('are listed with the newest first, and limited to the last five hundred', () => {
    for (let count = 0; count < maxOwnActions + 3; count += 1)
      noteAction({ ...sent, requestId: `r${count}` });
    const { sent: all } = useOwnActions.getState();
    expect([all.length, all[0]?.requestId]).toEqual([maxOwnActions, `r${maxOwnActions + 2}`]);
  });
});
