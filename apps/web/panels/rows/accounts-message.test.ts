import { describe, expect, it } from 'vitest';
import { accountsMessage } from './accounts-message.ts';

describe('the message in place of accounts', () => {
  it('[PANEL-0] says to a dealer with own-only visibility why there are none, and nothing to others', () => {
    expect(accountsMessage('own', 'Clearing')).toMatchObject({
      kind: 'notPermitted',
      title: 'Clearing is not shown to you.',
    });
    expect(accountsMessage('member', 'Clearing')).toBeUndefined();
    expect(accountsMessage(undefined, 'Clearing')).toBeUndefined();
  });
});
