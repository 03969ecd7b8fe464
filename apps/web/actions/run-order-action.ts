// Runs an action on an order, or on several that were chosen, from wherever it was called: checks it once more, asks if it must,
// sends it, follows it to its outcome and tells that outcome in a toast.
import { orderByRequestId } from '../http/orders.ts';
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, type Question, reasonAgainst } from './action.ts';
import { askConfirmation } from './confirmation.ts';
import { type OrderAction, type OrderTarget, orderWords } from './order-actions.ts';
import { setOrderPending, usePendingOrders } from './pending-orders.ts';
import { newRequestId } from './request-id.ts';
import { type NotedOutcome, sendNoted, tellOutcome } from './send-noted.ts';

type Subject = Omit<OrderTarget, 'requestId'>;

export async function runOrderAction(
  action: OrderAction,
  subject: Subject,
  context: ActionContext,
): Promise<void> {
  const target: OrderTarget = { ...subject, requestId: newRequestId() };
  const reason = reasonAgainst(action, target, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  if (isPending(target)) return;
  const question = action.mustConfirm(target, context);
  if (question !== null && !(await askConfirmation(question))) return;
  const outcome = await carryOut(action, target, context);
  if (outcome !== null) tellOutcome(outcome);
}

/** On each of these orders that it may be done to, after one question for all of them; what was rejected is told one by one. */
export async function runOnChosen(
  action: OrderAction,
  subjects: readonly Subject[],
  context: ActionContext,
): Promise<void> {
  const targets = subjects.map((subject): OrderTarget => ({ ...subject, requestId: newRequestId() }));
  const possible = targets.filter(
    (target) => reasonAgainst(action, target, context) === null && !isPending(target),
  );
  const [only] = possible.length === 0 ? targets : possible;
  if (only === undefined) return;
  if (possible.length < 2) {
    await runOrderAction(action, only, context);
    return;
  }
  const question = action.mustConfirm(only, context);
  if (question !== null && !(await askConfirmation(questionForAll(question, action, possible)))) return;
  const outcomes = (await Promise.all(possible.map((target) => carryOut(action, target, context)))).filter(
    (outcome) => outcome !== null,
  );
  const done = outcomes.filter(({ isAccepted }) => isAccepted);
  if (done.length > 0)
    showToast({
      type: 'success',
      message: `${action.label}: done to ${done.length} of ${possible.length} orders.`,
    });
  for (const outcome of outcomes) if (!outcome.isAccepted) tellOutcome(outcome);
}

function questionForAll(question: Question, action: OrderAction, targets: readonly OrderTarget[]): Question {
  const named = targets.slice(0, 5).map((target) => `${target.order.activeOrderSeq} (${orderWords(target)})`);
  const more = targets.length > named.length ? ` and ${targets.length - named.length} more` : '';
  const what = `${action.label} ${targets.length} orders`;
  return {
    ...question,
    title: `${what}?`,
    sentence: `Orders ${named.join(', ')}${more}.${question.isDestructive ? ' What is deleted does not come back.' : ''}`,
    confirmLabel: what,
    cancelLabel: 'Keep them',
  };
}

const isPending = ({ order }: OrderTarget) => usePendingOrders.getState().pending.has(order.activeOrderSeq);

/** Null where the order waits for another answer already. */
async function carryOut(
  action: OrderAction,
  target: OrderTarget,
  context: ActionContext,
): Promise<NotedOutcome | null> {
  const { activeOrderSeq } = target.order;
  if (isPending(target)) return null;
  setOrderPending(activeOrderSeq, true);
  const outcome = await sendNoted({
    requestId: target.requestId,
    action: action.label,
    words: `${action.label} order ${activeOrderSeq}: ${orderWords(target)}`,
    name: `${action.label} of order ${activeOrderSeq}`,
    send: () => action.perform(target, context),
    ask: () => orderByRequestId(target.requestId),
    tell: (reply) => action.tell(target, reply),
  });
  setOrderPending(activeOrderSeq, false);
  return outcome;
}
