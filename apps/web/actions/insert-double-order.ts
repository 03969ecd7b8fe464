// Enters a two-way quote (ACT-1): both sides are accepted or neither. Closed, with the reason, while prices are not live.
import type { DoubleOrderReply } from '@openpit/wire';
import type { Action } from './action.ts';
import { type FormCommand, sendFormCommand } from './form-command.ts';
import { entryPermission, mayEnter } from './insert-order.ts';
import type { SentCommand } from './send-command.ts';

export const insertDoubleOrder: Action<
  FormCommand<'insertDoubleOrder'>,
  Promise<SentCommand<DoubleOrderReply>>
> = {
  id: 'insertDoubleOrder',
  label: 'Double',
  permission: entryPermission,
  enabled: (_quote, context) => mayEnter(context),
  // The form is the check: its button says in full what it will do.
  mustConfirm: () => null,
  perform: (quote) => sendFormCommand('insertDoubleOrder', quote),
};
