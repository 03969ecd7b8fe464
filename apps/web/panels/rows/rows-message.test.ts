import { describe, expect, it } from 'vitest';
import { rowsMessage } from './rows-message.ts';

const texts = { rows: 'deals', empty: { title: 'No deals today.', detail: 'A deal shows here.' } };

describe('the message in place of rows', () => {
  it('says that they are loading, failed to load, or are not there yet', () => {
    for (const status of ['notStarted', 'loading'] as const)
      expect(rowsMessage(status, texts)).toMatchObject({ kind: 'loading', title: 'Loading your deals…' });
    expect(rowsMessage('error', texts)).toMatchObject({
      kind: 'error',
      title: 'Your deals could not be loaded.',
      detail: expect.stringContaining('Nothing in the market has changed'),
    });
    expect(rowsMessage('success', texts)).toEqual({ kind: 'empty', ...texts.empty });
    expect(rowsMessage('loading', { ...texts, isOfMarket: true }).title).toBe('Loading the deals…');
  });
});
