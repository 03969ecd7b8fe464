import { describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { VenueEvent } from '../modules.ts';
import { answerOf, rejectionOf, TestMarket } from '../testing/test-market.ts';
import type { OrderChange } from './order-commands.ts';

const kinds = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const buyersOf = (events: readonly VenueEvent[]) =>
  events.flatMap((event) => (event.kind === 'dealMade' ? [event.buy.activeOrderSeq] : []));
const noChange: OrderChange = { price: null, lots: null, principal: null, capacity: null };

describe('editing a suspended order', () => {
  it('[ACT-8] changes its terms, leaves it suspended, and counts the lots that have dealt', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', { lots: lots(10), ref: 'E1' });
    market.order('denise', { side: 'S', price: asPrice(403_480), lots: lots(3) });
    const edit = (change: Partial<OrderChange>) =>
      market.by('abdul', { kind: 'editSuspendOrder', activeOrderSeq, change: { ...noChange, ...change } });
    expect(rejectionOf(edit({ price: asPrice(403_500) }))).toBe('orderNotSuspended');
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const edited = edit({ price: asPrice(403_500), lots: lots(12), principal: '9996S' });
    expect(answerOf(edited)).toMatchObject({ state: 'Suspended', remaining: 12, ref: 'E1' });
    expect(market.orders[0]).toMatchObject({
      price: 403_500,
      lots: 15,
      remaining: 12,
      owner: { principal: '9996S', capacity: 'A', ref: 'E1' },
    });
    expect(kinds(edited.events)).toEqual(['orderEdited']);
  });

  it.each([
    ['orderWithoutChange', {}],
    ['orderWithoutChange', { price: asPrice(403_480) }],
    ['priceOffTick', { price: asPrice(403_481) }],
    ['quantityAboveLimit', { lots: lots(101) }],
    ['principalUnknown', { principal: '8001V' }],
    ['capacityContradictsPrincipal', { capacity: 'A' as const }],
  ])('is rejected with %s and changes nothing', (code, change) => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', {});
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const { orders } = market;
    const outcome = market.by('abdul', {
      kind: 'editSuspendOrder',
      activeOrderSeq,
      change: { ...noChange, ...change },
    });
    expect(rejectionOf(outcome)).toBe(code);
    expect(market.orders).toEqual(orders);
  });
});

describe('amending an active order', () => {
  const amend = (market: TestMarket, activeOrderSeq: number, change: Partial<OrderChange>) =>
    market.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq, change: { ...noChange, ...change } });

  it('subtracts the dealt lots from a total, including lots that dealt while the command was on its way', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', { lots: lots(10) });
    for (const [sold, total, remaining] of [
      [4, 8, 4],
      [1, 7, 2],
      [1, 12, 6],
    ] as const) {
      market.order('denise', { side: 'S', price: asPrice(403_480), lots: lots(sold) });
      expect(rejectionOf(amend(market, activeOrderSeq, { totalLots: lots(total) }))).toBeNull();
      expect(market.orders[0]).toMatchObject({ lots: total, remaining });
    }
    for (const none of [6, 5])
      expect(rejectionOf(amend(market, activeOrderSeq, { totalLots: lots(none) }))).toBe(
        'quantityNotPositive',
      );
    expect(market.orders[0]).toMatchObject({ lots: 12, remaining: 6 });
  });

  it('[ACT-5] [ACT-8] [ACT-7] changes it in one command and queues it behind all others at its new price', () => {
    const market = TestMarket.opened();
    const first = market.order('abdul', {}).activeOrderSeq;
    const second = market.order('abdul', { price: asPrice(403_500) }).activeOrderSeq;
    const moved = amend(market, first, { price: asPrice(403_500) });
    expect(kinds(moved.events)).toEqual(['orderSuspended', 'orderEdited', 'orderResubmitted', 'orderRested']);
    expect(answerOf(moved)).toMatchObject({ activeOrderSeq: first, state: 'Active', remaining: 10 });
    market.order('denise', { side: 'S', price: asPrice(403_500), lots: lots(11) });
    expect(buyersOf(market.lastEvents)).toEqual([second, first]);
  });

  it('keeps its place in the queue when it only lowers the quantity', () => {
    const market = TestMarket.opened();
    const first = market.order('abdul', {}).activeOrderSeq;
    const second = market.order('abdul', {}).activeOrderSeq;
    const lowered = amend(market, first, { lots: lots(4) });
    expect(kinds(lowered.events)).toEqual(['orderReduced']);
    expect(answerOf(lowered)).toMatchObject({ state: 'Active', remaining: 4 });
    market.order('denise', { side: 'S', price: asPrice(403_480), lots: lots(5) });
    expect(buyersOf(market.lastEvents)).toEqual([first, second]);
    expect(kinds(amend(market, second, { lots: lots(20) }).events)).toContain('orderResubmitted');
  });

  it('deals immediately when its new price meets the other side', () => {
    const market = TestMarket.opened();
    const { activeOrderSeq } = market.order('abdul', {});
    market.order('denise', { side: 'S', price: asPrice(403_520), lots: lots(4) });
    expect(answerOf(amend(market, activeOrderSeq, { price: asPrice(403_520) }))).toMatchObject({
      dealt: 4,
      remaining: 6,
      state: 'Active',
    });
  });

  it('keeps the order’s place in the queue if it is rejected', () => {
    const market = TestMarket.opened();
    const first = market.order('abdul', { lots: lots(5) }).activeOrderSeq;
    market.order('abdul', { lots: lots(5) });
    const { orders } = market;
    const { buys } = market.contract();
    expect(rejectionOf(amend(market, first, { price: asPrice(499_000) }))).toBe('priceOutsideLimits');
    expect(rejectionOf(amend(market, first, { lots: lots(101) }))).toBe('quantityAboveLimit');
    market.order('abdul', { side: 'S', price: asPrice(403_600), lots: lots(5), principal: 'KAND' });
    expect(rejectionOf(amend(market, first, { price: asPrice(403_600) }))).toBe('orderWouldMatchOwnOrder');
    expect(market.orders.slice(0, 2)).toEqual(orders);
    expect(market.contract().buys).toEqual(buys);
  });

  it.each(['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'] as const)(
    'needs the permission %s',
    (flag) => {
      const market = TestMarket.opened();
      const { activeOrderSeq } = market.order('abdul', {});
      market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [flag] });
      expect(rejectionOf(amend(market, activeOrderSeq, { price: asPrice(403_500) }))).toBe('notPermitted');
      expect(rejectionOf(amend(market, 99, { price: asPrice(403_500) }))).toBe('notPermitted');
    },
  );
});
