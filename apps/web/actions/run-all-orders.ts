// Runs an action on all orders that match a filter: asks with the scope and the count, sends it, follows it to its outcome
// and tells that outcome in a toast.
import type { AllOrdersReply } from '@openpit/wire';
import { allOrdersByRequestId } from '../http/orders.ts';
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import { type AllOrdersAction, type AllOrdersTarget, ordersText, scopeWords } from './all-orders.ts';
import { askQuestion } from './confirmation.ts';
import { followRequest, type RequestAnswer } from './follow-request.ts';
import { noteAction } from './own-actions.ts';
import { newRequestId } from './request-id.ts';

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

  const note = noteAction({
    requestId: target.requestId,
    action: action.label,
    words: `${action.label} orders ${scopeWords(target.filter)}: ${ordersText(action.affected(target.orders).length)}`,
  });
  const answer = await followRequest({
    send: () => action.perform(target, context),
    ask: () => allOrdersByRequestId(target.requestId),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onUnknown: (_message, questions) => {
      note.unknown();
      if (questions === 0)
        showToast({
          type: 'warning',
          message: `${action.label}: no reply came. Asking the market what became of it.`,
        });
    },
  });
  const sentence = sentenceOf(answer, action, target);
  note.answered(answer.kind, sentence);
  showToast({ type: answer.kind === 'accepted' ? 'success' : 'error', message: sentence });
}

function sentenceOf(
  answer: RequestAnswer<AllOrdersReply>,
  action: AllOrdersAction,
  target: AllOrdersTarget,
): string {
  if (answer.kind === 'accepted') return action.tell(answer.reply, target);
  if (answer.kind === 'notReceived')
    return `${action.label} never reached the market. Nothing was changed: try again.`;
  return `${action.label} was refused: ${answer.message}`;
}
