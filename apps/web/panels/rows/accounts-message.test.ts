import { describe, expect, it } from 'vitest';
import { accountsMessage } from './accounts-message.ts';

const title = 'Clearing is not shown to you.';

describe('the message in place of accounts', () => {
  it('[PANEL-0] says to a dealer with own-only visibility why there are none, and nothing to others', () => {
    expect(accountsMessage('own', title)).toMatchObject({
      kind: 'notPermitted',
      title,
    });
    expect(accountsMessage('member', title)).toBeUndefined();
    expect(accountsMessage(undefined, title)).toBeUndefined();
  });
});
