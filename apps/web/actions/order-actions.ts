// What the actions on one order have in common: one command with the order's number, called alike by the blotter's
// buttons, its row menu and its keys.
import type { ActiveOrderRow, BodyOf, OrderActionBody, OrderReply, UserCommandKind } from '@openpit/wire';
import type { ComponentType } from 'react';
import { type Action, type ActionContext, permitted, type Question } from './action.ts';
import { type Permission, permissionOf } from './may.ts';
import { orderSentence } from './order-sentences.ts';
import { type SentCommand, sendCommand } from './send-command.ts';

export interface OrderTarget {
  readonly order: ActiveOrderRow;
  readonly priceText: string;
  /** The id of this command; a repeat of the same attempt carries the same one. */
  readonly requestId: string;
}

export interface OrderAction extends Action<OrderTarget, Promise<SentCommand<OrderReply>>> {
  readonly icon: ComponentType;
  readonly permission: Permission;
  /** What an acceptance brought about, as a sentence. */
  accepted(target: OrderTarget, reply: OrderReply): string;
}

/** The commands that need nothing but the number of an order. */
type OrderCommand = {
  [Kind in UserCommandKind]: [BodyOf<Kind>, OrderActionBody] extends [OrderActionBody, BodyOf<Kind>]
    ? Kind
    : never;
}[UserCommandKind];

export interface OrderActionTerms extends Pick<OrderAction, 'label' | 'icon' | 'key' | 'accepted'> {
  readonly command: OrderCommand;
  /** Why this order's state or the market's forbids it; null when nothing does. */
  readonly reason?: (target: OrderTarget, context: ActionContext) => string | null;
  readonly question?: (target: OrderTarget) => Question;
}

export function orderAction(terms: OrderActionTerms): OrderAction {
  const { command, reason, question, ...shown } = terms;
  const permission = permissionOf(command);
  return {
    ...shown,
    id: command,
    permission,
    enabled(target, context) {
      const answer = permitted(permission, context);
      const against = reason?.(target, context) ?? null;
      return answer !== true || against === null ? answer : { reason: against };
    },
    mustConfirm: (target) => question?.(target) ?? null,
    perform(target) {
      const { requestId, order } = target;
      return sendCommand(
        command,
        { requestId, activeOrderSeq: order.activeOrderSeq },
        {
          action: shown.label,
          words: `${shown.label} order ${order.activeOrderSeq}: ${orderWords(target)}`,
          accepted: (reply) => shown.accepted(target, reply),
        },
      );
    },
  };
}

/** What is open of the order, in words: "Buy 6 DEC26 WMAZ at 4 035.20". */
export function orderWords({ order, priceText }: OrderTarget): string {
  return orderSentence({ side: order.side, qty: order.remaining, contract: order.contract, priceText });
}
