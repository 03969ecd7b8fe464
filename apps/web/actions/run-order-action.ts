// Runs an action on an order from wherever it was called: checks it once more, asks if it must, sends it, follows it to
// its outcome and tells that outcome in a toast.
import { orderByRequestId } from '../http/orders.ts';
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import { askConfirmation } from './confirmation.ts';
import { followRequest, type RequestAnswer } from './follow-request.ts';
import { type OrderAction, type OrderTarget, orderWords } from './order-actions.ts';
import { noteAction } from './own-actions.ts';
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
  const note = noteAction({
    requestId: target.requestId,
    action: action.label,
    words: `${action.label} order ${activeOrderSeq}: ${orderWords(target)}`,
  });
  const answer = await followRequest({
    send: () => action.perform(target, context),
    ask: () => orderByRequestId(target.requestId),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onUnknown: (_message, questions) => {
      note.unknown();
      if (questions === 0)
        showToast({
          type: 'warning',
          message: `${action.label} of order ${activeOrderSeq}: no reply came. Asking the market what became of it.`,
        });
    },
  });
  setOrderPending(activeOrderSeq, false);

  const sentence = sentenceOf(answer, action, target);
  note.answered(answer.kind, sentence);
  showToast({ type: answer.kind === 'accepted' ? 'success' : 'error', message: sentence });
}

function sentenceOf(answer: RequestAnswer, action: OrderAction, target: OrderTarget): string {
  if (answer.kind === 'accepted') return action.tell(target, answer.reply);
  const name = `${action.label} of order ${target.order.activeOrderSeq}`;
  if (answer.kind === 'notReceived')
    return `${name} never reached the market. Nothing was changed: try again.`;
  return `${name} was refused: ${answer.message}`;
}
