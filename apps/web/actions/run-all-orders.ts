// Runs an action on all orders that match a filter: asks with the scope and the count, sends it, follows it to its outcome
// and tells that outcome in a toast.
import { allOrdersByRequestId } from '../http/orders.ts';
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import type { AllOrdersAction, AllOrdersTarget } from './all-orders.ts';
import { askConfirmation } from './confirmation.ts';
import { followRequest } from './follow-request.ts';
import { newRequestId } from './request-id.ts';

export async function runAllOrders(
  action: AllOrdersAction,
  subject: Omit<AllOrdersTarget, 'requestId'>,
  context: ActionContext,
): Promise<void> {
  const target: AllOrdersTarget = { ...subject, requestId: newRequestId() };
  const reason = reasonAgainst(action, target, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  const question = action.mustConfirm(target, context);
  if (question !== null && !(await askConfirmation(question))) return;

  const answer = await followRequest({
    send: () => action.perform(target, context),
    ask: () => allOrdersByRequestId(target.requestId),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onUnknown: (_message, questions) => {
      if (questions === 0)
        showToast({
          type: 'warning',
          message: `${action.label}: no reply came. Asking the market what became of it.`,
        });
    },
  });
  if (answer.kind === 'accepted') showToast({ type: 'success', message: action.tell(answer.reply, target) });
  else if (answer.kind === 'notReceived')
    showToast({
      type: 'error',
      message: `${action.label} never reached the market. Nothing was changed: try again.`,
    });
  else showToast({ type: 'error', message: `${action.label} was refused: ${answer.message}` });
}
