// Runs an action on a row: checks it once more, asks if it must, and shows the outcome of what it sends.
import type { ComponentType } from 'react';
import { showToast } from '../notices/toasts.ts';
import { type Action, type ActionContext, reasonAgainst } from './action.ts';
import { askConfirmation } from './confirmation.ts';
import { showOutcome } from './outcome-toast.ts';
import type { SentCommand } from './send-command.ts';

/** An action on a row: it opens a form, or sends a command. */
export interface RowAction<Target> extends Action<Target, null | Promise<SentCommand>> {
  readonly icon: ComponentType;
}

export async function runItemAction<Target>(
  action: RowAction<Target>,
  target: Target,
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
