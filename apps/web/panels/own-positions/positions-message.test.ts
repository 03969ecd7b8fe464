import { describe, expect, it } from 'vitest';
import { positionsMessage } from './positions-message.ts';

describe('the message in place of positions', () => {
  it('says to a dealer with own-only visibility that positions are not shown, and who can change that', () => {
    expect(positionsMessage('own')).toMatchObject({
      kind: 'notPermitted',
      detail: expect.stringContaining('Ask your operator'),
    });
  });

  it('is the usual one for every other dealer', () => {
    expect(positionsMessage('member')).toBeUndefined();
    expect(positionsMessage(undefined)).toBeUndefined();
  });
});
