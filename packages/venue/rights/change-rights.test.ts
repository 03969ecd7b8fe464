import type { PermissionFlag } from '@openpit/terms';
import { describe, expect, it } from 'vitest';
import { lots } from '../kernel/units.ts';
import { anOrder, orderFlags, rejectionOf, TestMarket } from '../testing/test-market.ts';

describe('the ledger of rights', () => {
  it('[PREF-1] denies every permission to a new user', () => {
    const market = TestMarket.opened();
    market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: orderFlags });
    expect(rejectionOf(market.by('abdul', anOrder))).toBe('notPermitted');
    expect(rejectionOf(market.by('nobody', anOrder))).toBe('userUnknown');
  });

  it('uses the smaller one of the user’s own and the operator’s maximum quantity', () => {
    const market = TestMarket.opened();
    market.operate({ kind: 'limitOrderQuantity', userId: 'abdul', maxLots: lots(5) });
    expect(rejectionOf(market.by('abdul', { ...anOrder, lots: lots(6) }))).toBe('quantityAboveLimit');
    market.operate({ kind: 'limitOrderQuantity', userId: 'abdul', maxLots: null });
    expect(rejectionOf(market.by('abdul', { ...anOrder, lots: lots(6) }))).toBeNull();
  });

  it('accepts one lot as the user’s own maximum quantity, and no less', () => {
    const market = TestMarket.opened();
    const limit = (count: number) =>
      rejectionOf(market.by('abdul', { kind: 'setOwnMaxOrderQuantity', maxLots: lots(count) }));
    expect([limit(1), limit(0)]).toEqual([null, 'quantityNotPositive']);
    expect(rejectionOf(market.by('abdul', { ...anOrder, lots: lots(2) }))).toBe('quantityAboveLimit');
  });

  it.each([0, 86_400])('accepts %i seconds as the time-out of the user’s orders', (timeOutSeconds) => {
    const market = TestMarket.opened();
    const guards = { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect: false } as const;
    expect(rejectionOf(market.by('abdul', guards))).toBeNull();
  });

  it('rejects a permission, a user and a dealer that do not exist, and a second registration', () => {
    const market = TestMarket.opened();
    expect(
      rejectionOf(
        market.operate({ kind: 'grantPermissions', userId: 'abdul', flags: ['fly' as PermissionFlag] }),
      ),
    ).toBe('flagUnknown');
    expect(rejectionOf(market.operate({ kind: 'grantPermissions', userId: 'nobody', flags: [] }))).toBe(
      'userUnknown',
    );
    const register = (userId: string, dealer: string) =>
      rejectionOf(market.operate({ kind: 'registerUser', userId, member: 'KAND', dealer }));
    expect(register('eve', 'XXX')).toBe('dealerUnknown');
    expect(register('abdul', 'ABD')).toBe('userAlreadyRegistered');
  });
});
