// Runs an action on an unmatched deal: checks it once more, asks if it must, and shows the outcome of what it sends.
import { showToast } from '../notices/toasts.ts';
import { type ActionContext, reasonAgainst } from './action.ts';
import { askConfirmation } from './confirmation.ts';
import { showOutcome } from './outcome-toast.ts';
import type { SentCommand } from './send-command.ts';
import type { ItemAction, UnmatchedTarget } from './unmatched-deals.ts';

export async function runItemAction(
  action: ItemAction<null | Promise<SentCommand>>,
  target: UnmatchedTarget,
  context: ActionContext,
): Promise<void> {
  const reason = reasonAgainst(action, target, context);
  if (reason !== null) {
    showToast({ type: 'warning', message: reason });
    return;
  }
  const question = action.mustConfirm(target, context);
  if (question !== null && !(await askConfirmation(question))) return;
  const sent = await action.perform(target, context);
  if (sent !== null) showOutcome(sent);
}
