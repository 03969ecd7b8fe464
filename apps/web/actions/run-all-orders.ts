// Runs an action on all orders that match a filter: asks with the scope and the count, sends it, follows it to its outcome
// and tells that outcome in a toast.
import { allOrdersByRequestId } from '../http/orders.ts';
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import {
  type AllOrdersAction,
  type AllOrdersTarget,
  ordersMeant,
  ordersText,
  scopeWords,
} from './all-orders.ts';
import { askQuestion } from './confirmation.ts';
import { newRequestId } from './request-id.ts';
import { sendNoted, tellOutcome } from './send-noted.ts';

export async function runAllOrders(
  action: AllOrdersAction,
  subject: Omit<AllOrdersTarget, 'requestId'>,
  context: ActionContext,
): Promise<void> {
  const asked: AllOrdersTarget = { ...subject, requestId: newRequestId() };
  const reason = reasonAgainst(action, asked, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  const question = action.mustConfirm(asked, context);
  const answered = question === null ? 'yes' : await askQuestion(question);
  if (answered === 'no') return;
  const target: AllOrdersTarget = answered === 'other' ? { ...asked, keepsHeldOver: true } : asked;

  tellOutcome(
    await sendNoted({
      requestId: target.requestId,
      action: action.label,
      words: `${action.label} orders ${scopeWords(target.filter)}: ${ordersText(action.affected(ordersMeant(target)).length)}`,
      name: action.label,
      send: () => action.perform(target, context),
      ask: () => allOrdersByRequestId(target.requestId),
      tell: (reply) => action.tell(reply, target),
    }),
  );
}
