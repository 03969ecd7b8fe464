// Enters an order (ACT-1): the button of the order form. Closed, with the reason, while prices are not live.
import type { OrderReply } from '@openpit/wire';
import type { Action, ActionContext } from './action.ts';
import { type FormCommand, sendFormCommand } from './form-command.ts';
import { type Denied, may, permissionOf } from './may.ts';
import type { SentCommand } from './send-command.ts';

export const entryPermission = permissionOf('insertOrder');

/** Whether any order may be entered now; the form's fields say what the order itself lacks. */
export function mayEnter({ flags, entryClosed }: ActionContext): true | Denied {
  const answer = may(entryPermission, flags);
  return answer !== true || entryClosed === null ? answer : { reason: entryClosed };
}

export const insertOrder: Action<FormCommand<'insertOrder'>, Promise<SentCommand<OrderReply>>> = {
  id: 'insertOrder',
  label: 'Enter order',
  permission: entryPermission,
  enabled: (_order, context) => mayEnter(context),
  // The form is the check: its button says in full what it will do.
  mustConfirm: () => null,
  perform: (order) => sendFormCommand('insertOrder', order),
};
