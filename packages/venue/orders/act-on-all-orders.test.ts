import type { OrderFilter } from '@openpit/terms';
import { describe, expect, it } from 'vitest';
import { asPrice } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';
import type { OrdersAnswer } from './order-answers.ts';

const everything: OrderFilter = { instrument: null, contract: null, principal: null, dealer: null };
const ordersOf = (outcome: Outcome): OrdersAnswer['orders'] => {
  if (outcome.verdict.kind !== 'accepted' || outcome.verdict.answer?.kind !== 'orders')
    throw new Error('no orders');
  return outcome.verdict.answer.orders;
};

describe('the actions on all orders', () => {
  function desk(): TestMarket {
    const market = TestMarket.opened();
    market.order('abdul', { contract: 'DEC26 WMAZ' });
    market.order('abdul', {
      contract: 'MAR27 WMAZ',
      principal: '9996S',
      capacity: 'A',
      price: asPrice(406_000),
    });
    const suspended = market.order('abdul', {
      contract: 'DEC26 WMAZ',
      price: asPrice(403_000),
    }).activeOrderSeq;
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: suspended });
    market.order('denise', { contract: 'DEC26 WMAZ', price: asPrice(403_000) });
    return market;
  }

  it('[ACT-2] delete all orders that match, active and suspended, of the user’s member only', () => {
    const market = desk();
    const all = market.by('abdul', { kind: 'cancelAllActiveOrders', filter: everything, expectedCount: 3 });
    expect(ordersOf(all)).toEqual([1, 2, 3]);
    expect(all.events.map((event) => event.kind === 'orderDeleted' && event.reason)).toEqual([
      'cancelledAll',
      'cancelledAll',
      'cancelledAll',
    ]);
    expect(market.orders.map(({ owner }) => owner.member)).toEqual(['VELD']);
  });

  it.each([
    [{ contract: 'MAR27 WMAZ' }, [2]],
    [{ principal: '9996S' }, [2]],
    [{ principal: 'KAND', contract: 'DEC26 WMAZ' }, [1, 3]],
    [{ instrument: 'WMAZ' }, [1, 2, 3]],
    [{ dealer: 'ABD' }, [1, 2, 3]],
    [{ dealers: ['OLD', 'ABD'], contract: 'MAR27 WMAZ' }, [2]],
  ])('[ACT-2] act only on orders that match the filter %o', (filter, expected) => {
    const market = desk();
    const outcome = market.by('abdul', {
      kind: 'cancelAllActiveOrders',
      filter: { ...everything, ...filter },
      expectedCount: 0,
    });
    expect(ordersOf(outcome)).toEqual(expected);
  });

  it('[ACT-2] act on nothing when no order is of one of the dealers', () => {
    const market = desk();
    const filter = { dealers: ['OLD', 'DEN'] };
    const outcome = market.by('abdul', { kind: 'cancelAllActiveOrders', filter, expectedCount: 0 });
    expect(rejectionOf(outcome)).toBe('noOrdersMatch');
    expect(market.orders).toHaveLength(4);
  });

  it('[ACT-3] suspend all active orders', () => {
    const market = desk();
    const outcome = market.by('abdul', {
      kind: 'suspendAllActiveOrders',
      filter: everything,
      expectedCount: 2,
    });
    expect(ordersOf(outcome)).toEqual([1, 2]);
    expect(market.contract('MAR27 WMAZ').buys).toEqual([]);
    expect(market.orders).toHaveLength(4);
    const again = market.by('abdul', {
      kind: 'suspendAllActiveOrders',
      filter: everything,
      expectedCount: 2,
    });
    expect(rejectionOf(again)).toBe('noOrdersMatch');
  });

  it('are rejected without permission, and when no order matches', () => {
    const market = desk();
    for (const kind of ['cancelAllActiveOrders', 'suspendAllActiveOrders'] as const) {
      const none = { ...everything, contract: 'NOV26 WMAZ' };
      expect(rejectionOf(market.by('abdul', { kind, filter: none, expectedCount: 0 }))).toBe('noOrdersMatch');
      market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [kind] });
      expect(rejectionOf(market.by('abdul', { kind, filter: everything, expectedCount: 0 }))).toBe(
        'notPermitted',
      );
    }
    expect(market.orders).toHaveLength(4);
  });
});
