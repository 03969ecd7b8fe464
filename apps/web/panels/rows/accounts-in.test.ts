import { describe, expect, it } from 'vitest';
import { accountsIn } from './accounts-in.ts';

describe('the accounts in rows', () => {
  it('are each there once, the own account first, then clients by their codes', () => {
    const of = (principal: string) => ({ principal, member: 'KAND' });
    expect(accountsIn(['MILL7', 'FARM1', 'KAND', 'FARM1'].map(of))).toEqual(['KAND', 'FARM1', 'MILL7']);
    expect(accountsIn([])).toEqual([]);
  });
});
