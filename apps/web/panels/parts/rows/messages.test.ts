import { describe, expect, it } from 'vitest';
import { hiddenRowsMessage } from './dealer-chip.tsx';
import { accountsIn, accountsMessage, rowsMessage } from './messages.ts';

const texts = { rows: 'deals', empty: { title: 'No deals today.', detail: 'A deal shows here.' } };

describe('the message in place of rows', () => {
  it('states that they are loading, failed to load, or are not there yet', () => {
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

describe('the message of a panel whose rows the filter by dealer hides', () => {
  const texts = { rows: 'completed orders', one: 'order', many: 'orders' };
  const filter = { label: 'Dealer JVM, Branch Durban', dealers: [] };

  it('[PREF-7] names the filter and how many rows it hides', () => {
    expect(hiddenRowsMessage(texts, filter, 1)).toMatchObject({
      title: 'No completed orders of dealer JVM, branch Durban here.',
      detail: 'The filter of your preferences hides 1 order.',
      action: { label: 'Show all dealers' },
    });
    expect(hiddenRowsMessage(texts, filter, 3)?.detail).toContain('hides 3 orders.');
  });

  it('[PREF-7] is the message of an empty panel if the filter hides nothing', () => {
    expect(hiddenRowsMessage(texts, filter, 0)).toBeUndefined();
    expect(hiddenRowsMessage(texts, null, 3)).toBeUndefined();
  });
});

const title = 'Clearing is not shown to you.';

describe('the message in place of accounts', () => {
  it('[PANEL-0] tells a dealer with own-only visibility why there are none, and is absent for other dealers', () => {
    expect(accountsMessage('own', title)).toMatchObject({
      kind: 'notPermitted',
      title,
    });
    expect(accountsMessage('member', title)).toBeUndefined();
    expect(accountsMessage(undefined, title)).toBeUndefined();
  });
});

describe('the accounts in rows', () => {
  it('are each there once, the user’s account first, then clients by their codes', () => {
    const of = (principal: string) => ({ principal, member: 'KAND' });
    expect(accountsIn(['MILL7', 'FARM1', 'KAND', 'FARM1'].map(of))).toEqual(['KAND', 'FARM1', 'MILL7']);
    expect(accountsIn([])).toEqual([]);
  });
});
