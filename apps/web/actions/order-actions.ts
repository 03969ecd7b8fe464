// The actions on one order of one's own, as the blotter's buttons, its row menu and its keys call them: what they have
// in common, and the list of them in the order in which they are shown.
import type { ActiveOrderRow, OrderReply, PermissionFlag } from '@openpit/wire';
import type { CallResult } from '../http/call-result.ts';
import type { Action, ActionContext, Denied } from './action.ts';
import { may } from './may.ts';
import { orderSentence } from './order-sentences.ts';

export interface OrderTarget {
  readonly order: ActiveOrderRow;
  readonly priceText: string;
  /** The id of this command; a repeat of the same attempt carries the same one. */
  readonly requestId: string;
}

export interface OrderAction extends Action<OrderTarget, Promise<CallResult<OrderReply>>> {
  readonly flag: PermissionFlag;
  /** What it brought about, as a sentence for the toast. */
  tell(target: OrderTarget, reply: OrderReply): string;
}

/** The open rest of the order in words: "Buy 6 DEC26 WMAZ at 4 035.20". */
export function orderWords({ order, priceText }: OrderTarget): string {
  return orderSentence({ side: order.side, qty: order.remaining, contract: order.contract, priceText });
}

/** Permission first, then whether anything reaches the market at all. */
export function permitted(flag: PermissionFlag, context: ActionContext): true | Denied {
  const answer = may(flag, context.flags);
  if (answer !== true) return answer;
  return context.unreachable === null ? true : { reason: context.unreachable };
}
