import type { ActiveOrderRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { orderScopes } from './order-scopes.ts';

const order = (activeOrderSeq: number, dealer: string, contract: string) =>
  ({ activeOrderSeq, dealer, contract, instrument: 'WMAZ', principal: 'KAND' }) as ActiveOrderRow;
const rows = [order(1, 'TMK', 'DEC26 WMAZ'), order(2, 'ABD', 'DEC26 WMAZ'), order(3, 'TMK', 'MAR27 WMAZ')];
const user = { dealerCode: 'TMK', memberCode: 'KAND' };
const counts = (scopes: ReturnType<typeof orderScopes>) =>
  scopes.map(({ scope, label, orders }) => [scope, label, orders.length]);

describe('the scopes of "Cancel all"', () => {
  it('[ACT-2] are the own orders, those of the member, and those in the active contract', () => {
    expect(counts(orderScopes(rows, user, 'DEC26 WMAZ'))).toEqual([
      ['mine', 'My orders', 2],
      ['member', 'All of KAND', 3],
      ['contract', 'Orders in DEC26 WMAZ', 2],
    ]);
    expect(orderScopes(rows, user, null).map(({ scope }) => scope)).toEqual(['mine', 'member']);
  });

  it('[ACT-2] leave out the member for a dealer with own-only visibility', () => {
    const scopes = orderScopes(rows, { ...user, scope: 'own' }, 'DEC26 WMAZ');
    expect(scopes.map(({ scope }) => scope)).toEqual(['mine', 'contract']);
  });
});
