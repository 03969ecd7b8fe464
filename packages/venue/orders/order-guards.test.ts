import { describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';

const kindsOf = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);

describe('the suspension of unattended orders', () => {
  const guard = (market: TestMarket, timeOutSeconds: number, suspendsOnDisconnect = false) =>
    market.by('abdul', { kind: 'setOwnOrderGuards', timeOutSeconds, suspendsOnDisconnect });

  it('follows the dealer’s time-out for resting orders', () => {
    const market = TestMarket.opened();
    guard(market, 60);
    const mine = market.order('abdul', {}).activeOrderSeq;
    const hers = market.order('denise', { price: asPrice(403_000) }).activeOrderSeq;
    expect(rejectionOf(market.operate({ kind: 'suspendTimedOutOrders' }))).toBe('noOrdersToSuspend');
    market.pass(60_000);
    market.operate({ kind: 'suspendTimedOutOrders' });
    expect(kindsOf(market.lastEvents)).toEqual(['orderSuspended', 'ordersSuspendedFor']);
    expect(market.contract().buys).toEqual([hers]);
    expect(market.openOrder(mine)).toBeDefined();
  });

  it('follows the loss of the dealer’s connection, if the dealer wants that', () => {
    const market = TestMarket.opened();
    const gone = { kind: 'suspendDisconnectedOrders' as const, userId: 'abdul' };
    market.order('abdul', {});
    expect(rejectionOf(market.operate(gone))).toBe('noOrdersToSuspend');
    guard(market, 0, true);
    market.operate(gone);
    expect(market.contract().buys).toEqual([]);
    expect(rejectionOf(market.operate({ ...gone, userId: 'nobody' }))).toBe('userUnknown');
  });

  it.each([-1, 1.5, 86_401])('rejects a time-out of %s seconds', (seconds) => {
    expect(rejectionOf(guard(TestMarket.opened(), seconds))).toBe('timeOutOutOfRange');
  });
});
