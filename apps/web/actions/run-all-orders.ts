// Runs an action on all orders that match a filter: asks with the scope and the count unless the user wants no question, sends
// it, and shows its outcome.
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import type { AllOrdersAction, AllOrdersTarget } from './all-orders.ts';
import { askQuestion } from './confirmation.ts';
import { showOutcome } from './outcome-toast.ts';
import { newRequestId } from './request-id.ts';

export async function runAllOrders(
  action: AllOrdersAction,
  subject: Omit<AllOrdersTarget, 'requestId'>,
  context: ActionContext,
  asks = true,
): Promise<void> {
  const asked: AllOrdersTarget = { ...subject, requestId: newRequestId() };
  const reason = reasonAgainst(action, asked, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  const question = asks ? action.mustConfirm(asked, context) : null;
  const answered = question === null ? 'yes' : await askQuestion(question);
  if (answered === 'no') return;
  const target: AllOrdersTarget = answered === 'other' ? { ...asked, keepsHeldOver: true } : asked;

  const sent = await action.perform(target, context);
  showOutcome(sent, sent.answer.kind === 'accepted' ? sent.answer.reply.orders : []);
}
