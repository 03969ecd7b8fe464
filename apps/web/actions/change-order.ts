// Changes an order that is there (ACT-6, ACT-8, design §4.21): reduce leaves less of it and keeps its place; edit gives a
// suspended order other terms; amend does so with an active one, in one step, and needs the flags of all three steps.
// The order form is where the new terms are typed: these open it and say whether its button may be pressed.
import type { ActiveOrderRow, PermissionFlag } from '@openpit/wire';
import { type Action, type ActionContext, type Denied, reasonAgainst } from './action.ts';
import type { Anchor, ChangeOrderRequest } from './desk.ts';
import { permitted } from './order-actions.ts';
import { usePendingOrders, waitingReason } from './pending-orders.ts';

export type ChangeKind = ChangeOrderRequest['kind'];

export interface ChangeTarget {
  readonly order: ActiveOrderRow;
  readonly anchor: Anchor | null;
  /** Another price to begin with; the order's own when it is left out. */
  readonly price?: number;
}

const flagsOf: Readonly<Record<ChangeKind, readonly PermissionFlag[]>> = {
  reduce: ['reduceActiveOrder'],
  edit: ['editSuspendOrder'],
  amend: ['suspendActiveOrder', 'editSuspendOrder', 'resubmitActiveOrder'],
};

/** What "Edit" does with an order: one in the market is amended, a suspended one edited. */
export function editKind({ state }: Pick<ActiveOrderRow, 'state'>): 'edit' | 'amend' {
  return state === 'Suspended' ? 'edit' : 'amend';
}

/** Whether such a change of the order may be sent now. Only an amendment can deal at once, so only it needs live prices. */
export function mayChange(
  kind: ChangeKind,
  order: Pick<ActiveOrderRow, 'remaining'>,
  context: ActionContext,
): true | Denied {
  for (const flag of flagsOf[kind]) {
    const answer = permitted(flag, context);
    if (answer !== true) return answer;
  }
  if (kind === 'reduce' && order.remaining < 2)
    return { reason: 'One lot is left: less of it is to delete the order.' };
  if (kind === 'amend' && context.entryClosed !== null) return { reason: context.entryClosed };
  return true;
}

const opens = (
  kindOf: (order: ActiveOrderRow) => ChangeKind,
): Pick<Action<ChangeTarget, void>, 'enabled' | 'mustConfirm' | 'perform'> => ({
  enabled: ({ order }, context) =>
    usePendingOrders.getState().pending.has(order.activeOrderSeq)
      ? { reason: waitingReason }
      : mayChange(kindOf(order), order, context),
  mustConfirm: () => null,
  perform: ({ order, ...more }, { desk }) =>
    desk.showOrderForm({ kind: kindOf(order), contract: order.contract, order, ...more }),
});

export const openEditForm: Action<ChangeTarget, void> = {
  id: 'editSuspendOrder',
  label: 'Edit',
  flag: 'editSuspendOrder',
  key: 'e',
  ...opens(editKind),
};

export const openReduceForm: Action<ChangeTarget, void> = {
  id: 'reduceActiveOrder',
  label: 'Reduce',
  flag: 'reduceActiveOrder',
  key: '-',
  ...opens(() => 'reduce'),
};

/** "Amend" for an order in the market, "Edit" for a suspended one, "Reduce". */
export const changeLabels: Readonly<Record<ChangeKind, string>> = {
  reduce: 'Reduce',
  edit: 'Edit',
  amend: 'Amend',
};

/** Opens the form, or says why not. */
export function openChange(
  action: Action<ChangeTarget, void>,
  target: ChangeTarget,
  context: ActionContext,
  tell: (reason: string) => void,
): void {
  const reason = reasonAgainst(action, target, context);
  if (reason === null) action.perform(target, context);
  else tell(reason);
}
