// Runs an action on an order from wherever it was called: checks it once more, asks if it must, sends it, follows it to
// its outcome and tells that outcome in a toast.
import { orderByRequestId } from '../http/orders.ts';
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import { askConfirmation } from './confirmation.ts';
import { followRequest } from './follow-request.ts';
import type { OrderAction, OrderTarget } from './order-actions.ts';
import { setOrderPending, usePendingOrders } from './pending-orders.ts';
import { newRequestId } from './request-id.ts';

export async function runOrderAction(
  action: OrderAction,
  subject: Omit<OrderTarget, 'requestId'>,
  context: ActionContext,
): Promise<void> {
  const target: OrderTarget = { ...subject, requestId: newRequestId() };
  const { activeOrderSeq } = target.order;
  const reason = reasonAgainst(action, target, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  if (usePendingOrders.getState().pending.has(activeOrderSeq)) return;
  const question = action.mustConfirm(target, context);
  if (question !== null && !(await askConfirmation(question))) return;
  if (usePendingOrders.getState().pending.has(activeOrderSeq)) return;

  setOrderPending(activeOrderSeq, true);
  const answer = await followRequest({
    send: () => action.perform(target, context),
    ask: () => orderByRequestId(target.requestId),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onUnknown: (_message, questions) => {
      if (questions === 0)
        showToast({
          type: 'warning',
          message: `${action.label} of order ${activeOrderSeq}: no reply came. Asking the market what became of it.`,
        });
    },
  });
  setOrderPending(activeOrderSeq, false);

  const name = `${action.label} of order ${activeOrderSeq}`;
  if (answer.kind === 'accepted') showToast({ type: 'success', message: action.tell(target, answer.reply) });
  else if (answer.kind === 'notReceived')
    showToast({
      type: 'error',
      message: `${name} never reached the market. Nothing was changed: try again.`,
    });
  else showToast({ type: 'error', message: `${name} was refused: ${answer.message}` });
}
