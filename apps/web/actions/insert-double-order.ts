// Enters a two-way quote (ACT-1): both sides are accepted or neither. Closed, with the reason, while prices are not live.
import type { AnyInsertDoubleOrderBody, DoubleOrderReply } from '@openpit/wire';
import type { CallResult } from '../http/call-result.ts';
import { insertDoubleOrder as send } from '../http/orders.ts';
import type { Action } from './action.ts';
import { insertOrder } from './insert-order.ts';

export const insertDoubleOrder: Action<AnyInsertDoubleOrderBody, Promise<CallResult<DoubleOrderReply>>> = {
  id: 'insertDoubleOrder',
  label: 'Double',
  flag: 'insertOrderOrDouble',
  enabled: (_body, context) => insertOrder.enabled(anyOrder, context),
  // The form is the check: its button says in full what it will do.
  mustConfirm: () => null,
  perform: (body) => send(body),
};

/** Whether any order at all may be entered now: what the order itself lacks is said at the form's fields. */
export const anyOrder = {
  requestId: 'any',
  contract: 'any',
  side: 'B',
  type: 0,
  qty: 1,
  price: 1,
  capacity: 'P',
  principal: 'any',
} as const;
