import { type ActiveOrderRow, newPreferenceDocument, type OrderReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usePreferences } from '../stores/session.ts';
import { activeOrder } from '../testing/rows.ts';
import { setFormatLocale } from '../ui/format.ts';
import { reasonAgainst } from './action.ts';
import {
  deleteActiveOrder,
  orderActions,
  orderSentence,
  outcomeSentence,
  resubmitActiveOrder,
  suspendActiveOrder,
} from './order-actions.ts';
import { insertOrder, openOrderForm } from './order-entry.ts';
import { contextWith } from './testing/action-context.ts';

const order = { side: 'B', qty: 10, contract: 'DEC26 WMAZ', priceText: '4,035.20' } as const;
const reply = (change: Partial<OrderReply>): OrderReply => ({
  seq: 7,
  activeOrderSeq: 41,
  state: 'Active',
  remaining: 10,
  dealt: 0,
  ref: '1',
  repeated: false,
  ...change,
});

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

describe('the description of an order', () => {
  it('describes its effect in full', () => {
    expect(orderSentence(order)).toBe('Buy 10 DEC26 WMAZ at 4,035.20');
    expect(orderSentence({ ...order, side: 'S' })).toBe('Sell 10 DEC26 WMAZ at 4,035.20');
  });

  it('reports the lots that rest, were dealt and were killed', () => {
    expect(outcomeSentence(order, reply({}))).toBe(
      'Order 41 rests in the market: Buy 10 DEC26 WMAZ at 4,035.20.',
    );
    expect(outcomeSentence(order, reply({ dealt: 4, remaining: 6 }))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.20 or better, 6 lots rest at 4,035.20.',
    );
    expect(outcomeSentence(order, reply({ state: 'Filled', dealt: 10, remaining: 0 }))).toBe(
      'Order 41: Bought 10 DEC26 WMAZ at 4,035.20 or better, all dealt.',
    );
    expect(outcomeSentence(order, reply({ state: 'Killed', remaining: 0 }))).toBe(
      'Order 41 was killed: nothing could be dealt at 4,035.20 or better.',
    );
    expect(outcomeSentence(order, reply({ state: 'Killed', dealt: 4, remaining: 0 }))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.20 or better, the rest was killed.',
    );
  });

  it('[ACT-1] names its average price', () => {
    const dealt = { dealt: 4, remaining: 6, averagePrice: 4035.15 };
    expect(outcomeSentence(order, reply(dealt))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.15 on average, 6 lots rest at 4,035.20.',
    );
    expect(outcomeSentence(order, reply({ ...dealt, state: 'Killed', remaining: 0 }))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.15 on average, the rest was killed.',
    );
    expect(
      outcomeSentence(order, reply({ state: 'Filled', dealt: 1, remaining: 0, averagePrice: 4035 })),
    ).toBe('Order 41: Bought 1 DEC26 WMAZ at 4,035.00, all dealt.');
  });

  it('[PANEL-4] names the legs of a split and their prices', () => {
    const split = { side: 'B', qty: 10, contract: 'MAR27-MAY27 WMAZ', priceText: '−74.00' } as const;
    const legs = [
      { contract: 'MAY27 WMAZ', side: 'B', qty: 10, averagePrice: 3980.6 },
      { contract: 'MAR27 WMAZ', side: 'S', qty: 10, averagePrice: 4054.6 },
    ] as const;
    const all = reply({ state: 'Filled', dealt: 10, remaining: 0, averagePrice: -74, legs: [...legs] });
    expect(outcomeSentence(split, all)).toBe(
      'Order 41: Bought 10 MAR27-MAY27 WMAZ at −74.00 on average, all dealt. Bought 10 MAY27 WMAZ at 3,980.60, sold 10 MAR27 WMAZ at 4,054.60.',
    );
  });

  it('never reports a partial fill as a full one', () => {
    for (const state of ['Active', 'Killed'] as const)
      expect(outcomeSentence(order, reply({ state, dealt: 4, remaining: 6 }))).not.toContain('all dealt');
  });
});

const ordinary = activeOrder({ activeOrderSeq: 41, remaining: 6, price: 4035.2 });
const target = (change: Partial<ActiveOrderRow> = {}) => ({
  order: { ...ordinary, ...change },
});

describe('the question before an order is cancelled', () => {
  const question = () => deleteActiveOrder.question?.(target(), contextWith(['deleteActiveOrder']));
  afterEach(() => usePreferences.setState({ document: newPreferenceDocument() }));

  it('has the focus on the button that cancels', () => {
    expect(question()).toMatchObject({ confirmLabel: 'Cancel order', confirmHasFocus: true });
  });

  it('is not asked where Preferences say so', () => {
    const { defaults, ...document } = newPreferenceDocument();
    usePreferences.setState({ document: { ...document, defaults: { ...defaults, askBeforeCancel: false } } });
    expect(question()).toBeNull();
  });
});

const all = orderActions.flatMap(({ permission }) => permission.flags);
const closed = { entryClosed: 'Order entry is closed: prices are old.' };
const body = {
  requestId: 'r1',
  contract: 'DEC26 WMAZ',
  side: 'B',
  type: 'Normal',
  qty: 1,
  price: 1,
  capacity: 'P',
  principal: 'KAND',
} as const;
const command = { body, words: 'Buy 1 DEC26 WMAZ at 1', accepted: () => '' };

describe('actions on an order', () => {
  it('[AUTH-11] [ACT-4] [ACT-5] [ACT-7] are each denied without their own flag, with the reason', () => {
    for (const action of orderActions) {
      const suits = target({ state: action === resubmitActiveOrder ? 'Suspended' : 'Active' });
      const { flags, phrase } = action.permission;
      const others = all.filter((flag) => !flags.includes(flag));
      expect(reasonAgainst(action, suits, contextWith(others))).toContain(`your account may not ${phrase}`);
      expect(reasonAgainst(action, suits, contextWith(flags))).toBeNull();
    }
  });

  it('fit the state of the order: an active one is suspended, a suspended one resubmitted, both are cancelled', () => {
    const may = contextWith(all);
    expect(reasonAgainst(suspendActiveOrder, target(), may)).toBeNull();
    expect(reasonAgainst(resubmitActiveOrder, target(), may)).toBe(
      'Only a suspended order can be resubmitted.',
    );
    const suspended = target({ state: 'Suspended' });
    expect(reasonAgainst(suspendActiveOrder, suspended, may)).toBe('The order is already suspended.');
    expect(reasonAgainst(resubmitActiveOrder, suspended, may)).toBeNull();
    expect(reasonAgainst(deleteActiveOrder, suspended, may)).toBeNull();
  });

  it('stay possible on stale prices when they lower risk, and are disabled when they add risk', () => {
    const stale = contextWith([...all, 'insertOrderOrDouble'], closed);
    expect(reasonAgainst(suspendActiveOrder, target(), stale)).toBeNull();
    expect(reasonAgainst(deleteActiveOrder, target(), stale)).toBeNull();
    expect(reasonAgainst(resubmitActiveOrder, target({ state: 'Suspended' }), stale)).toBe(
      closed.entryClosed,
    );
    expect(reasonAgainst(insertOrder, command, stale)).toBe(closed.entryClosed);
  });

  it('are all disabled when nothing can reach the market', () => {
    const cut = contextWith(all, { unreachable: 'lost' });
    expect(reasonAgainst(suspendActiveOrder, target(), cut)).toBe('lost');
    expect(reasonAgainst(deleteActiveOrder, target(), cut)).toBe('lost');
  });

  it('ask first only where nothing brings the order back', () => {
    expect(deleteActiveOrder.question?.(target(), contextWith(all))?.sentence).toBe(
      'Order 41: Buy 6 DEC26 WMAZ at 4,035.20. This cannot be undone.',
    );
    expect(suspendActiveOrder.question).toBeUndefined();
  });

  it('state the result', () => {
    const reply = {
      seq: 1,
      activeOrderSeq: 41,
      state: 'Suspended',
      remaining: 6,
      dealt: 0,
      ref: '1',
      repeated: false,
    } as const;
    expect(suspendActiveOrder.accepted(ordinary, reply)).toBe(
      'Suspended order 41: Buy 6 DEC26 WMAZ at 4,035.20.',
    );
    expect(resubmitActiveOrder.accepted(ordinary, { ...reply, dealt: 2, remaining: 4 })).toBe(
      'Order 41 is back in the market: 2 lots dealt at 4,035.20 or better, 4 lots left.',
    );
  });
});

describe('the order form', () => {
  it('[ACT-1] opens on stale prices, but not without the permission to enter orders', () => {
    const request = {
      kind: 'order',
      contract: 'DEC26 WMAZ',
      side: 'B',
      price: null,
      qty: null,
      type: 'Normal',
      anchor: null,
    } as const;
    expect(reasonAgainst(openOrderForm, request, contextWith(['insertOrderOrDouble'], closed))).toBeNull();
    expect(reasonAgainst(openOrderForm, request, contextWith([]))).toContain('may not enter orders');
  });
});
