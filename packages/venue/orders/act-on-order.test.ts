import { describe, expect, it } from 'vitest';
import type { DealMade } from '../deals/deal-events.ts';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { answerOf, rejectionOf, TestMarket } from '../testing/test-market.ts';

const kinds = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const deals = (events: readonly VenueEvent[]) =>
  events.filter((event): event is DealMade => event.kind === 'dealMade');
const buyersOf = (events: readonly VenueEvent[]) => deals(events).map(({ buy }) => buy.activeOrderSeq);

describe('suspending, resubmitting and deleting', () => {
  it('[ACT-5] removes the order from the book and keeps price and remaining lots', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', { lots: lots(10) });
    market.order('denise', { side: 'S', price: asPrice(403_480), lots: lots(4) });
    const answer = answerOf(market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }));
    expect(answer).toMatchObject({ state: 'Suspended', remaining: 6 });
    expect(
      market.order('denise', { side: 'S', price: asPrice(403_480), type: 'Tok', lots: lots(1) }).dealt,
    ).toBe(0);
    expect(rejectionOf(market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }))).toBe(
      'orderNotActive',
    );
  });

  it('[ACT-7] resubmits the order to the back of the queue, or deals immediately', () => {
    const market = TestMarket.opened();
    const first = market.order('abdul', { lots: lots(5) });
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: first.activeOrderSeq });
    const second = market.order('abdul', { lots: lots(5) });
    const back = market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq: first.activeOrderSeq });
    expect(kinds(back.events)).toEqual(['orderResubmitted', 'orderRested']);
    market.order('denise', { side: 'S', price: asPrice(403_480), lots: lots(6) });
    expect(deals(market.lastEvents).map(({ buy }) => buy.activeOrderSeq)).toEqual([
      second.activeOrderSeq,
      first.activeOrderSeq,
    ]);
    const again = market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq: first.activeOrderSeq });
    expect(rejectionOf(again)).toBe('orderNotSuspended');
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: first.activeOrderSeq });
    market.order('denise', { side: 'S', price: asPrice(403_440), lots: lots(2) });
    const taking = market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq: first.activeOrderSeq });
    expect(answerOf(taking)).toMatchObject({ state: 'Active', dealt: 2, remaining: 2 });
  });

  it('[ACT-7] keeps no order that a resubmission fills', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', { lots: lots(2) });
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    market.order('denise', { side: 'S', price: asPrice(403_480), lots: lots(2) });
    const filling = market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq });
    expect(answerOf(filling)).toMatchObject({ state: 'Filled', remaining: 0 });
    expect(market.orders).toEqual([]);
  });

  it('[ACT-4] deletes an active order and a suspended order, each only once', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', {});
    expect(answerOf(market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq })).state).toBe(
      'Cancelled',
    );
    expect(rejectionOf(market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq }))).toBe(
      'orderNotFound',
    );
    const other = market.order('abdul', {}).activeOrderSeq;
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: other });
    expect(answerOf(market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: other })).state).toBe(
      'Cancelled',
    );
    expect(market.orders).toEqual([]);
  });

  it.each(['deleteActiveOrder', 'suspendActiveOrder', 'resubmitActiveOrder'] as const)(
    '[AUTH-11] %s: an order of another member does not exist, and without permission nothing changes',
    (kind) => {
      const market = TestMarket.opened();
      const { activeOrderSeq } = market.order('abdul', {});
      expect(market.rejected('denise', { kind, activeOrderSeq })).toBe('orderNotFound');
      expect(market.rejected('denise', { kind, activeOrderSeq: 999 })).toBe('orderNotFound');
      market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [kind] });
      expect(market.rejected('abdul', { kind, activeOrderSeq })).toBe('notPermitted');
    },
  );
});

describe('reducing', () => {
  it('[ACT-6] lowers the remaining quantity and keeps the place in the queue', () => {
    const market = TestMarket.opened();
    const first = market.order('abdul', { lots: lots(10) }).activeOrderSeq;
    const second = market.order('abdul', { lots: lots(10) }).activeOrderSeq;
    const reduced = market.by('abdul', { kind: 'reduceActiveOrder', activeOrderSeq: first, lots: lots(4) });
    expect(answerOf(reduced)).toMatchObject({ state: 'Active', remaining: 4, dealt: 0 });
    expect(reduced.events).toMatchObject([{ kind: 'orderReduced', lots: 10, left: 4, rested: true }]);
    market.order('denise', { side: 'S', price: asPrice(403_480), lots: lots(5) });
    expect(buyersOf(market.lastEvents)).toEqual([first, second]);
  });

  it('reduces a suspended order, even to one lot, but not to zero, not upwards, and not without permission', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', { lots: lots(10) });
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const reduce = (quantity: number, user = 'abdul') =>
      market.by(user, { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(quantity) });
    expect(answerOf(reduce(9))).toMatchObject({ state: 'Suspended', remaining: 9 });
    for (const quantity of [0, 9, 10, -1]) expect(rejectionOf(reduce(quantity))).toBe('reductionNotLower');
    expect(rejectionOf(reduce(3, 'denise'))).toBe('orderNotFound');
    expect(answerOf(reduce(1))).toMatchObject({ state: 'Suspended', remaining: 1 });
    market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: ['reduceActiveOrder'] });
    expect(rejectionOf(reduce(3))).toBe('notPermitted');
    expect(market.orders[0]?.remaining).toBe(1);
  });
});
