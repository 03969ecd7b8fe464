import { describe, expect, it } from 'vitest';
import { positionsMessage } from './positions-message.ts';

describe('where no positions are', () => {
  it('a dealer who is kept to his own is told that they are not shown to him, and by whom that is changed', () => {
    expect(positionsMessage('success', 'own')).toMatchObject({
      kind: 'notPermitted',
      detail: expect.stringContaining('Ask your operator'),
    });
  });

  it('any other is told that there are none yet, or that they are still loading', () => {
    expect(positionsMessage('success', 'member').kind).toBe('empty');
    expect(positionsMessage('success', undefined).kind).toBe('empty');
    expect(positionsMessage('loading', 'member').kind).toBe('loading');
  });
});
