// Runs an action on one order, or on several chosen ones: checks it once more, asks if it must, sends it, and shows its outcome.
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, type Question, reasonAgainst } from './action.ts';
import { askConfirmation } from './confirmation.ts';
import { type OrderAction, type OrderTarget, orderWords } from './order-actions.ts';
import { orderSubject, showOutcome } from './outcome-toast.ts';
import { setOrderPending, usePendingOrders } from './pending-orders.ts';
import { newRequestId } from './request-id.ts';
import type { SentCommand } from './send-command.ts';

type Subject = Omit<OrderTarget, 'requestId'>;

/** `asks: false` leaves out the action's question, where the user has chosen to go without: on an armed price ladder. */
export async function runOrderAction(
  action: OrderAction,
  subject: Subject,
  context: ActionContext,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<void> {
  const target: OrderTarget = { ...subject, requestId: newRequestId() };
  const reason = reasonAgainst(action, target, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  if (isPending(target)) return;
  const question = asks ? action.mustConfirm(target, context) : null;
  if (question !== null && !(await askConfirmation(question))) return;
  const sent = await carryOut(action, target, context);
  if (sent !== null) showOutcome(sent, [target.order.activeOrderSeq]);
}

/** Acts on each order that allows it, after one question for all of them; each rejection gets a toast of its own. */
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
  const outcomes = await Promise.all(
    possible.map(async (target) => ({ target, sent: await carryOut(action, target, context) })),
  );
  const done = outcomes.filter(({ sent }) => sent?.answer.kind === 'accepted');
  if (done.length > 0)
    showToast({
      type: 'success',
      message: `${action.label}: done to ${done.length} of ${possible.length} orders.`,
      supersedes: done.map(({ target }) => orderSubject(target.order.activeOrderSeq)),
    });
  for (const { sent } of outcomes) if (sent !== null && sent.answer.kind !== 'accepted') showOutcome(sent);
}

function questionForAll(question: Question, action: OrderAction, targets: readonly OrderTarget[]): Question {
  const named = targets.slice(0, 5).map((target) => `${target.order.activeOrderSeq} (${orderWords(target)})`);
  const more = targets.length > named.length ? ` and ${targets.length - named.length} more` : '';
  const what = `${action.label} ${targets.length} orders`;
  return {
    ...question,
    title: `${what}?`,
    sentence: `Orders ${named.join(', ')}${more}.${question.isDestructive ? ' Deleted orders do not come back.' : ''}`,
    confirmLabel: what,
    cancelLabel: 'Keep them',
  };
}

const isPending = ({ order }: OrderTarget) => usePendingOrders.getState().pending.has(order.activeOrderSeq);

/** Null where the order already waits for the answer to another command. */
async function carryOut(
  action: OrderAction,
  target: OrderTarget,
  context: ActionContext,
): Promise<SentCommand | null> {
  if (isPending(target)) return null;
  const { activeOrderSeq } = target.order;
  setOrderPending(activeOrderSeq, true);
  const sent = await action.perform(target, context);
  setOrderPending(activeOrderSeq, false);
  return sent;
}
