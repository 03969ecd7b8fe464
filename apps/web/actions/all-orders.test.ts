import type { ActiveOrderRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { marketStore } from '../stores/stores.ts';
import { activeOrder, marketRow, positionRow } from '../testing/rows.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import {
  cancelAllActiveOrders,
  filterText,
  matchesFilter,
  orderScopes,
  suspendAllActiveOrders,
} from './all-orders.ts';
import { type ChangeKind, changeConditions, openEditForm, openReduceForm } from './order-actions.ts';
import { closeOut, closingOrder } from './order-entry.ts';
import { contextWith, openedForms } from './testing/action-context.ts';

const order = (activeOrderSeq: number, change: Partial<ActiveOrderRow> = {}) =>
  activeOrder({ activeOrderSeq, remaining: 6, price: 4035.2, ...change });
const suspended = order(3, { state: 'Suspended', contract: 'MAR27 WMAZ' });
const target = { filter: {}, orders: [order(1), order(2), suspended] };

describe('actions on all orders', () => {
  it('[ACT-2] [ACT-3] are each denied without their own flag, and when there is nothing to act on', () => {
    for (const action of [cancelAllActiveOrders, suspendAllActiveOrders]) {
      const { flags, phrase } = action.permission;
      expect(reasonAgainst(action, target, contextWith([]))).toContain(`your account may not ${phrase}`);
      expect(reasonAgainst(action, target, contextWith(flags))).toBeNull();
      expect(reasonAgainst(action, { ...target, orders: [] }, contextWith(flags))).toContain('There are no');
    }
    const only = { ...target, orders: [suspended] };
    expect(reasonAgainst(suspendAllActiveOrders, only, contextWith(['suspendAllActiveOrders']))).toBe(
      'There are no active orders to suspend.',
    );
  });

  it('[ACT-2] always ask, naming scope, contracts and count, with the focus on the button that cancels', () => {
    const question = cancelAllActiveOrders.question?.(
      { ...target, filter: { dealer: 'ABD' } },
      contextWith([]),
    );
    expect(question).toMatchObject({
      title: 'Cancel 3 orders?',
      cancelLabel: 'Keep them',
      isDestructive: true,
    });
    expect(question?.sentence).toBe(
      'All orders of dealer ABD: 2 in DEC26 WMAZ, 1 in MAR27 WMAZ. One of them is suspended. This cannot be undone.',
    );
  });

  it('[ACT-3] suspend counts the active orders only', () => {
    expect(suspendAllActiveOrders.question?.(target, contextWith([]))?.title).toBe('Suspend 2 orders?');
  });

  it('[ACT-2] offer to spare held-over orders if only some orders are held over', () => {
    const held = order(4, { holdOverUntil: '2026-11-25' });
    const mixed = { ...target, orders: [order(1), order(2), held] };
    for (const [action, verb] of [
      [cancelAllActiveOrders, 'Cancel'],
      [suspendAllActiveOrders, 'Suspend'],
    ] as const) {
      const question = action.question?.(mixed, contextWith([]));
      expect(question?.otherLabel).toBe(`${verb} the 2 not held over`);
      expect(question?.sentence).toContain('One of them is held over.');
      expect(action.question?.({ ...target, orders: [held] }, contextWith([]))?.otherLabel).toBeUndefined();
      expect(action.question?.(target, contextWith([]))?.otherLabel).toBeUndefined();
      const reply = { seq: 1, orders: [1, 2], repeated: false };
      expect(action.accepted(reply, { ...mixed, keepsHeldOver: true })).not.toContain('When you confirmed');
      expect(action.accepted(reply, mixed)).toContain('When you confirmed there were 3.');
    }
  });

  it('say on how many orders the venue acted, and how many were confirmed where that differs', () => {
    const reply = (orders: number[]) => ({ seq: 1, orders, repeated: false });
    expect(cancelAllActiveOrders.accepted(reply([1, 2, 3]), target)).toBe(
      'Cancelled 3 orders of your member.',
    );
    expect(cancelAllActiveOrders.accepted(reply([1, 2]), target)).toBe(
      'Cancelled 2 orders of your member. When you confirmed there were 3.',
    );
  });

  it('match by every field of the filter', () => {
    expect(matchesFilter(order(1), { contract: 'DEC26 WMAZ', dealer: 'ABD' })).toBe(true);
    expect(matchesFilter(order(1), { contract: 'DEC26 WMAZ', dealer: 'XYZ' })).toBe(false);
    expect(filterText({ contract: 'DEC26 WMAZ', dealer: 'ABD' })).toBe('of dealer ABD in DEC26 WMAZ');
    expect([['XYZ', 'ABD'], ['XYZ'], []].map((dealers) => matchesFilter(order(1), { dealers }))).toEqual([
      true,
      false,
      false,
    ]);
    expect(filterText({ dealers: ['XYZ', 'ABD'] })).toBe('of dealers XYZ, ABD');
  });
});

describe('changes of an order', () => {
  const againstChange = (kind: ChangeKind, changed: ActiveOrderRow, at: ActionContext) =>
    reasonAgainst<ActiveOrderRow>(changeConditions[kind], changed, at);

  it('[ACT-8] need the flags of suspend, edit and resubmit to amend, and only their own flag to edit', () => {
    const all = ['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'] as const;
    expect(againstChange('amend', order(1), contextWith(all))).toBeNull();
    for (const left of all)
      expect(againstChange('amend', order(1), contextWith(all.filter((flag) => flag !== left)))).toContain(
        'may not amend active orders',
      );
    expect(againstChange('edit', suspended, contextWith(['editSuspendOrder']))).toBeNull();
  });

  it('[ACT-6] one lot cannot be reduced, and only a change that may deal is disabled on stale prices', () => {
    const closed = { entryClosed: 'Prices are old.' };
    const may = contextWith(
      ['reduceActiveOrder', 'suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'],
      closed,
    );
    expect(againstChange('reduce', order(1), may)).toBeNull();
    expect(againstChange('reduce', order(1, { remaining: 1 }), may)).toContain('One lot is left');
    expect(againstChange('edit', suspended, may)).toBeNull();
    expect(againstChange('amend', order(1), may)).toBe('Prices are old.');
  });

  it('open the form that the state of the order allows', () => {
    marketStore.replaceAll([order(1), suspended].map(({ contract }) => marketRow(contract)));
    const opened = openedForms();
    const may = contextWith(['reduceActiveOrder']);
    openEditForm.perform({ order: order(1), anchor: null }, may);
    openEditForm.perform({ order: suspended, anchor: null }, may);
    openReduceForm.perform({ order: order(1), anchor: null }, may);
    expect(opened.map(({ kind }) => kind)).toEqual(['amend', 'edit', 'reduce']);
  });
});

describe('closing a position out', () => {
  const position = positionRow({ principal: 'FARM1' });
  const market = { bid: 4034.8, offer: 4035.2, last: 4035, mtm: 4000 };

  it('[PANEL-8] is the opposite order of the same size for the same principal, at the best price there', () => {
    const long = closingOrder({ position, market, anchor: null });
    expect(long).toMatchObject({ side: 'S', qty: 5, price: 4034.8, account: { principal: 'FARM1' } });
    const short = closingOrder({ position: { ...position, net: -3 }, market, anchor: null });
    expect(short).toMatchObject({ side: 'B', qty: 3, price: 4035.2 });
  });

  it('is disabled for a flat position and without the permission to enter orders', () => {
    const flat = { position: { ...position, net: 0 }, market, anchor: null };
    expect(reasonAgainst(closeOut, flat, contextWith(['insertOrderOrDouble']))).toContain('flat');
    expect(reasonAgainst(closeOut, { position, market, anchor: null }, contextWith([]))).toContain(
      'may not enter orders',
    );
  });
});

const orderOfScope = (activeOrderSeq: number, dealer: string, contract: string) =>
  ({ activeOrderSeq, dealer, contract, instrument: 'WMAZ', principal: 'KAND' }) as ActiveOrderRow;
const rows = [
  orderOfScope(1, 'TMK', 'DEC26 WMAZ'),
  orderOfScope(2, 'ABD', 'DEC26 WMAZ'),
  orderOfScope(3, 'TMK', 'MAR27 WMAZ'),
];
const user = { dealerCode: 'TMK', memberCode: 'KAND' };
const counts = (scopes: ReturnType<typeof orderScopes>) =>
  scopes.map(({ scope, label, orders }) => [scope, label, orders.length]);

describe('the scopes of "Cancel all"', () => {
  it('[ACT-2] are the user’s orders, the member’s orders, and the orders in the active contract', () => {
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
