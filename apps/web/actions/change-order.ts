// Changes an order (ACT-6, ACT-8): reduce lowers what is left of it and keeps its place in the queue; edit gives a suspended
// order other terms; amend gives an active one other terms in one step, which needs the permissions of all three steps.
// The new terms are typed in the order form. These actions open it and say whether its button may be pressed.
import type { ActiveOrderRow } from '@openpit/wire';
import { EditIcon, ReduceIcon } from '../ui/icons.tsx';
import { type Action, type ActionContext, permitted, reasonAgainst } from './action.ts';
import { type Denied, type Permission, permissionOf } from './may.ts';
import type { Anchor, ChangeOrderRequest } from './order-form-request.ts';
import { usePendingOrders, waitingReason } from './pending-orders.ts';

export type ChangeKind = ChangeOrderRequest['kind'];

export interface ChangeTarget {
  readonly order: ActiveOrderRow;
  readonly anchor: Anchor | null;
  /** Another price to begin with; the order's own when it is left out. */
  readonly price?: number;
}

const permissionOfChange: Readonly<Record<ChangeKind, Permission>> = {
  reduce: permissionOf('reduceActiveOrder'),
  edit: permissionOf('editSuspendOrder'),
  amend: permissionOf('amendActiveOrder', 'amend active orders'),
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
  const answer = permitted(permissionOfChange[kind], context);
  if (answer !== true) return answer;
  if (kind === 'reduce' && order.remaining < 2)
    return { reason: 'One lot is left: delete the order instead.' };
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
  perform: ({ order, ...more }, { workspace }) =>
    workspace.showOrderForm({ kind: kindOf(order), contract: order.contract, order, ...more }),
});

export const openEditForm: Action<ChangeTarget, void> = {
  id: 'editSuspendOrder',
  label: 'Edit',
  icon: EditIcon,
  permission: permissionOfChange.edit,
  key: 'e',
  ...opens(editKind),
};

export const openReduceForm: Action<ChangeTarget, void> = {
  id: 'reduceActiveOrder',
  label: 'Reduce',
  icon: ReduceIcon,
  permission: permissionOfChange.reduce,
  key: '-',
  ...opens(() => 'reduce'),
};

/** "Amend" for an order in the market, "Edit" for a suspended one, "Reduce". */
export const changeLabels: Readonly<Record<ChangeKind, string>> = {
  reduce: 'Reduce',
  edit: 'Edit',
  amend: 'Amend',
};

/** Opens the form, or hands the reason why not to `explain`. */
export function openChange(
  action: Action<ChangeTarget, void>,
  target: ChangeTarget,
  context: ActionContext,
  explain: (reason: string) => void,
): void {
  const reason = reasonAgainst(action, target, context);
  if (reason === null) action.perform(target, context);
  else explain(reason);
}
