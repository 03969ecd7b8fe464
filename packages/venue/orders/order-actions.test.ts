import { describe, expect, it } from 'vitest';
import type { InsertDoubleOrder, OrderChange, OrderFilter } from '../commands.ts';
import type { DealMade, VenueEvent } from '../events.ts';
import { cents, lots } from '../kernel/units.ts';
import type { DoubleAnswer, OrdersAnswer, Outcome } from '../outcome.ts';
import { anOrder, answerOf, rejectionOf, Trial } from '../testing/small-market.ts';

const kinds = (events: readonly VenueEvent[]) => events.map(({ kind }) => kind);
const buyersOf = (outcome: Outcome | undefined) =>
  (outcome?.events ?? [])
    .filter((event): event is DealMade => event.kind === 'dealMade')
    .map(({ buy }) => buy.activeOrderSeq);
const noChange: OrderChange = { price: null, lots: null, principal: null, capacity: null };
const everything: OrderFilter = { instrument: null, contract: null, principal: null, dealer: null };

const aDouble: InsertDoubleOrder = {
  kind: 'insertDoubleOrder',
  contract: 'DEC26 WMAZ',
  bid: { lots: lots(5), price: cents(403_400) },
  offer: { lots: lots(6), price: cents(403_600) },
  capacity: 'P',
  principal: 'KAND',
  subAccount: null,
  ref: 'Q1',
  cancelOther: false,
};
const doubleOf = (outcome: Outcome): DoubleAnswer => {
  if (outcome.verdict.kind !== 'accepted' || outcome.verdict.answer?.kind !== 'double')
    throw new Error('no double');
  return outcome.verdict.answer;
};
const ordersOf = (outcome: Outcome): OrdersAnswer['orders'] => {
  if (outcome.verdict.kind !== 'accepted' || outcome.verdict.answer?.kind !== 'orders')
    throw new Error('no orders');
  return outcome.verdict.answer.orders;
};

describe('a double order', () => {
  it('[ACT-1] rests a bid and an offer under one ref, each with a number of its own', () => {
    const trial = Trial.opened();
    const { bid, offer } = doubleOf(trial.by('abdul', aDouble));
    expect([bid.state, offer.state, bid.ref, offer.ref]).toEqual(['Active', 'Active', 'Q1', 'Q1']);
    expect(offer.activeOrderSeq).toBe(bid.activeOrderSeq + 1);
  });

  it('is taken whole or not at all', () => {
    const trial = Trial.opened();
    const { orders, nextOrderSeq } = trial.venue.snapshot();
    const bad: [string, Partial<InsertDoubleOrder>][] = [
      ['bidNotBelowOffer', { offer: { lots: lots(6), price: cents(403_400) } }],
      ['priceOutsideLimits', { offer: { lots: lots(6), price: cents(499_000) } }],
      ['quantityAboveLimit', { offer: { lots: lots(101), price: cents(403_600) } }],
      ['priceOffTick', { bid: { lots: lots(5), price: cents(403_401) } }],
      ['principalUnknown', { principal: 'NOBODY' }],
    ];
    for (const [code, fields] of bad)
      expect(rejectionOf(trial.by('abdul', { ...aDouble, ...fields }))).toBe(code);
    expect(trial.venue.snapshot()).toMatchObject({ orders, nextOrderSeq });
  });

  it('takes the other side out when one is filled, where that was asked for, and leaves it where it was not', () => {
    for (const cancelOther of [true, false]) {
      const trial = Trial.opened();
      const { offer } = doubleOf(trial.by('abdul', { ...aDouble, cancelOther }));
      trial.order('denise', { side: 'S', price: cents(403_400), lots: lots(4) });
      expect(trial.venue.snapshot().orders).toHaveLength(2);
      const filled = trial.by('denise', {
        ...anOrder,
        principal: 'VELD',
        side: 'S',
        price: cents(403_400),
        lots: lots(1),
      });
      const gone = filled.events.find((event) => event.kind === 'orderDeleted');
      expect(gone === undefined).toBe(!cancelOther);
      if (cancelOther)
        expect(gone).toMatchObject({
          activeOrderSeq: offer.activeOrderSeq,
          reason: 'otherSideFilled',
          rested: true,
        });
      expect(trial.venue.snapshot().orders).toHaveLength(cancelOther ? 0 : 1);
    }
  });

  it('whose bid is filled at once never shows its offer, and whose offer is filled at once loses its bid', () => {
    const trial = Trial.opened();
    trial.order('denise', { side: 'S', price: cents(403_400), lots: lots(5) });
    const bought = doubleOf(trial.by('abdul', { ...aDouble, cancelOther: true }));
    expect([bought.bid.state, bought.offer.state]).toEqual(['Filled', 'Cancelled']);
    trial.order('denise', { side: 'B', price: cents(403_600), lots: lots(6) });
    const sold = doubleOf(trial.by('abdul', { ...aDouble, cancelOther: true }));
    expect([sold.bid.state, sold.offer.state]).toEqual(['Cancelled', 'Filled']);
    expect(trial.venue.snapshot().orders).toEqual([]);
    expect(trial.venue.snapshot().market?.contracts[0]).toMatchObject({ buys: [], sells: [] });
  });
});

describe('reducing', () => {
  it('[ACT-6] lowers what is left and keeps the place in the queue', () => {
    const trial = Trial.opened();
    const first = trial.order('abdul', { lots: lots(10) }).activeOrderSeq;
    const second = trial.order('abdul', { lots: lots(10) }).activeOrderSeq;
    const reduced = trial.by('abdul', { kind: 'reduceActiveOrder', activeOrderSeq: first, lots: lots(4) });
    expect(answerOf(reduced)).toMatchObject({ state: 'Active', remaining: 4, dealt: 0 });
    expect(reduced.events).toMatchObject([{ kind: 'orderReduced', lots: 10, left: 4, rested: true }]);
    trial.order('denise', { side: 'S', price: cents(403_480), lots: lots(5) });
    expect(buyersOf(trial.outcomes.at(-1))).toEqual([first, second]);
  });

  it('works on a suspended order, but not to nothing, not up, and not without the flag', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', { lots: lots(10) });
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const reduce = (quantity: number, user = 'abdul') =>
      trial.by(user, { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(quantity) });
    expect(answerOf(reduce(9))).toMatchObject({ state: 'Suspended', remaining: 9 });
    for (const quantity of [0, 9, 10, -1]) expect(rejectionOf(reduce(quantity))).toBe('reductionNotLower');
    expect(rejectionOf(reduce(3, 'denise'))).toBe('orderNotFound');
    trial.operate({ kind: 'revokePermissions', userId: 'abdul', flags: ['reduceActiveOrder'] });
    expect(rejectionOf(reduce(3))).toBe('notPermitted');
    expect(trial.venue.snapshot().orders[0]?.remaining).toBe(9);
  });
});

describe('editing a suspended order', () => {
  it('[ACT-8] changes its terms, leaves it suspended, and counts what has dealt', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', { lots: lots(10), ref: 'E1' });
    trial.order('denise', { side: 'S', price: cents(403_480), lots: lots(3) });
    const edit = (change: Partial<OrderChange>) =>
      trial.by('abdul', { kind: 'editSuspendOrder', activeOrderSeq, change: { ...noChange, ...change } });
    expect(rejectionOf(edit({ price: cents(403_500) }))).toBe('orderNotSuspended');
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const edited = edit({ price: cents(403_500), lots: lots(12), principal: '9996S' });
    expect(answerOf(edited)).toMatchObject({ state: 'Suspended', remaining: 12, ref: 'E1' });
    expect(trial.venue.snapshot().orders[0]).toMatchObject({
      price: 403_500,
      lots: 15,
      remaining: 12,
      owner: { principal: '9996S', capacity: 'A', ref: 'E1' },
    });
    expect(kinds(edited.events)).toEqual(['orderEdited']);
  });

  it.each([
    ['orderWithoutChange', {}],
    ['orderWithoutChange', { price: cents(403_480) }],
    ['priceOffTick', { price: cents(403_481) }],
    ['quantityAboveLimit', { lots: lots(101) }],
    ['principalUnknown', { principal: '8001V' }],
    ['capacityContradictsPrincipal', { capacity: 'A' as const }],
  ])('is rejected with %s and changes nothing', (code, change) => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', {});
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    const { orders } = trial.venue.snapshot();
    const outcome = trial.by('abdul', {
      kind: 'editSuspendOrder',
      activeOrderSeq,
      change: { ...noChange, ...change },
    });
    expect(rejectionOf(outcome)).toBe(code);
    expect(trial.venue.snapshot().orders).toEqual(orders);
  });
});

describe('amending an active order', () => {
  const amend = (trial: Trial, activeOrderSeq: number, change: Partial<OrderChange>) =>
    trial.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq, change: { ...noChange, ...change } });

  it('[ACT-5] [ACT-8] [ACT-7] moves it in one command, behind all others at its new price', () => {
    const trial = Trial.opened();
    const first = trial.order('abdul', {}).activeOrderSeq;
    const second = trial.order('abdul', { price: cents(403_500) }).activeOrderSeq;
    const moved = amend(trial, first, { price: cents(403_500) });
    expect(kinds(moved.events)).toEqual(['orderSuspended', 'orderEdited', 'orderResubmitted', 'orderRested']);
    expect(answerOf(moved)).toMatchObject({ activeOrderSeq: first, state: 'Active', remaining: 10 });
    trial.order('denise', { side: 'S', price: cents(403_500), lots: lots(11) });
    expect(buyersOf(trial.outcomes.at(-1))).toEqual([second, first]);
  });

  it('deals at once where its new price meets the other side', () => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', {});
    trial.order('denise', { side: 'S', price: cents(403_520), lots: lots(4) });
    expect(answerOf(amend(trial, activeOrderSeq, { price: cents(403_520) }))).toMatchObject({
      dealt: 4,
      remaining: 6,
      state: 'Active',
    });
  });

  it('rejected leaves the order where it stood, with its place in the queue', () => {
    const trial = Trial.opened();
    const first = trial.order('abdul', { lots: lots(5) }).activeOrderSeq;
    trial.order('abdul', { lots: lots(5) });
    const { market, orders } = trial.venue.snapshot();
    expect(rejectionOf(amend(trial, first, { price: cents(499_000) }))).toBe('priceOutsideLimits');
    expect(rejectionOf(amend(trial, first, { lots: lots(101) }))).toBe('quantityAboveLimit');
    trial.order('abdul', { side: 'S', price: cents(403_600), lots: lots(5), principal: 'KAND' });
    expect(rejectionOf(amend(trial, first, { price: cents(403_600) }))).toBe('orderWouldMatchOwnOrder');
    expect(trial.venue.snapshot().orders.slice(0, 2)).toEqual(orders);
    expect(trial.venue.snapshot().market?.contracts[0]?.buys).toEqual(market?.contracts[0]?.buys);
  });

  it.each(['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'])('needs the flag %s', (flag) => {
    const trial = Trial.opened();
    const { activeOrderSeq } = trial.order('abdul', {});
    trial.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [flag] });
    expect(rejectionOf(amend(trial, activeOrderSeq, { price: cents(403_500) }))).toBe('notPermitted');
    expect(rejectionOf(amend(trial, 99, { price: cents(403_500) }))).toBe('notPermitted');
  });
});

describe('the actions on all orders', () => {
  function desk(): Trial {
    const trial = Trial.opened();
    trial.order('abdul', { contract: 'DEC26 WMAZ' });
    trial.order('abdul', {
      contract: 'MAR27 WMAZ',
      principal: '9996S',
      capacity: 'A',
      price: cents(406_000),
    });
    const suspended = trial.order('abdul', { contract: 'DEC26 WMAZ', price: cents(403_000) }).activeOrderSeq;
    trial.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: suspended });
    trial.order('denise', { contract: 'DEC26 WMAZ', price: cents(403_000) });
    return trial;
  }

  it('[ACT-2] deletes what matches, active and suspended, of the own member only', () => {
    const trial = desk();
    const all = trial.by('abdul', { kind: 'cancelAllActiveOrders', filter: everything, expectedCount: 3 });
    expect(ordersOf(all)).toEqual([1, 2, 3]);
    expect(all.events.map((event) => event.kind === 'orderDeleted' && event.reason)).toEqual([
      'cancelledAll',
      'cancelledAll',
      'cancelledAll',
    ]);
    expect(trial.venue.snapshot().orders.map(({ owner }) => owner.member)).toEqual(['VELD']);
  });

  it.each([
    [{ contract: 'MAR27 WMAZ' }, [2]],
    [{ principal: '9996S' }, [2]],
    [{ principal: 'KAND', contract: 'DEC26 WMAZ' }, [1, 3]],
    [{ instrument: 'WMAZ' }, [1, 2, 3]],
    [{ dealer: 'ABD' }, [1, 2, 3]],
  ])('[ACT-2] keeps to the filter %o', (filter, expected) => {
    const trial = desk();
    const outcome = trial.by('abdul', {
      kind: 'cancelAllActiveOrders',
      filter: { ...everything, ...filter },
      expectedCount: 0,
    });
    expect(ordersOf(outcome)).toEqual(expected);
  });

  it('[ACT-3] suspends what is active', () => {
    const trial = desk();
    const outcome = trial.by('abdul', {
      kind: 'suspendAllActiveOrders',
      filter: everything,
      expectedCount: 2,
    });
    expect(ordersOf(outcome)).toEqual([1, 2]);
    expect(trial.venue.snapshot().market?.contracts[1]?.buys).toEqual([]);
    expect(trial.venue.snapshot().orders).toHaveLength(4);
    const again = trial.by('abdul', { kind: 'suspendAllActiveOrders', filter: everything, expectedCount: 2 });
    expect(rejectionOf(again)).toBe('noOrdersMatch');
  });

  it('are rejected without the flag and where nothing matches', () => {
    const trial = desk();
    for (const kind of ['cancelAllActiveOrders', 'suspendAllActiveOrders'] as const) {
      const none = { ...everything, contract: 'NOV26 WMAZ' };
      expect(rejectionOf(trial.by('abdul', { kind, filter: none, expectedCount: 0 }))).toBe('noOrdersMatch');
      trial.operate({ kind: 'revokePermissions', userId: 'abdul', flags: [kind] });
      expect(rejectionOf(trial.by('abdul', { kind, filter: everything, expectedCount: 0 }))).toBe(
        'notPermitted',
      );
    }
    expect(trial.venue.snapshot().orders).toHaveLength(4);
  });
});

describe('ref numbers', () => {
  it('that the dealer used today become the next free one, told in the answer', () => {
    const trial = Trial.opened();
    const ref = (given: string, user = 'abdul') =>
      trial.order(user, { ref: given, price: cents(403_000) }).ref;
    expect([ref('17'), ref('17'), ref('17'), ref('16')]).toEqual(['17', '18', '19', '16']);
    expect([ref('A009'), ref('A009'), ref('A100'), ref('A009')]).toEqual(['A009', 'A010', 'A100', 'A101']);
    expect([ref('mine'), ref('mine'), ref('mine')]).toEqual(['mine', 'mine2', 'mine3']);
    expect([ref(''), ref('')]).toEqual(['', '']);
    expect(ref('17', 'denise')).toBe('17');
    trial.operate({ kind: 'endDay' });
    expect(ref('17')).toBe('17');
  });

  it('of a rejected order stay free', () => {
    const trial = Trial.opened();
    trial.by('abdul', { ...anOrder, ref: '5', price: cents(1) });
    expect(trial.order('abdul', { ref: '5' }).ref).toBe('5');
  });
});

describe('the limit of an account', () => {
  it('counts the position and what is open on the same side, and does not hinder the way back', () => {
    const trial = Trial.opened();
    trial.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(12) });
    trial.order('denise', { side: 'S', price: cents(403_500), lots: lots(8) });
    trial.order('abdul', { price: cents(403_500), lots: lots(8) });
    trial.order('abdul', { price: cents(403_000), lots: lots(3) });
    const rejected = trial.by('abdul', { ...anOrder, lots: lots(2), price: cents(403_000) });
    expect(rejectionOf(rejected)).toBe('positionAboveLimit');
    expect(trial.order('abdul', { price: cents(403_000), lots: lots(1) }).state).toBe('Active');
    expect(trial.order('abdul', { side: 'S', price: cents(404_000), lots: lots(20) }).state).toBe('Active');
    expect(
      trial.order('abdul', { contract: 'MAR27 WMAZ', price: cents(406_000), lots: lots(12) }).state,
    ).toBe('Active');
    trial.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: null });
    expect(trial.order('abdul', { price: cents(403_000), lots: lots(50) }).state).toBe('Active');
    expect(rejectionOf(trial.operate({ kind: 'limitPosition', principal: 'NOBODY', maxLots: null }))).toBe(
      'accountUnknown',
    );
  });
});
