// Enters an order (ACT-1): what the order form's button calls. Closed, with the reason, while prices are not live.
import type { AnyInsertOrderBody, OrderReply } from '@openpit/wire';
import type { CallResult } from '../http/call-result.ts';
import { insertOrder as sendInsert } from '../http/orders.ts';
import type { Action } from './action.ts';
import { may } from './may.ts';

export const insertOrder: Action<AnyInsertOrderBody, Promise<CallResult<OrderReply>>> = {
  id: 'insertOrder',
  label: 'Enter order',
  flag: 'insertOrderOrDouble',
  enabled: (_body, { flags, entryClosed }) => {
    const answer = may('insertOrderOrDouble', flags);
    if (answer !== true) return answer;
    return entryClosed === null ? true : { reason: entryClosed };
  },
  // The form is the check: its button says in full what it will do.
  mustConfirm: () => null,
  perform: (body) => sendInsert(body),
};
