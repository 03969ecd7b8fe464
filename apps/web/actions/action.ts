// What a user can do, as one object that button, row menu, key and touch all call (ACT). An action knows its flag, when
// it may run and in what words it asks first; it returns a result and reads no store: all it needs is handed to it.
import type { PermissionFlag, PermissionFlags } from '@openpit/wire';
import type { Desk } from './desk.ts';

/** What the world looks like at the moment of asking. */
export interface ActionContext {
  readonly flags: PermissionFlags;
  /** Why orders cannot be entered now, as a sentence; null when they can. */
  readonly entryClosed: string | null;
  /** Why no command can reach the market at all; null while it can. */
  readonly unreachable: string | null;
  /** Where forms and panels are opened. */
  readonly desk: Desk;
}

export interface Denied {
  /** A sentence for people: what, why, what to do. */
  readonly reason: string;
}

export interface Question {
  readonly title: string;
  readonly sentence: string;
  /** The verb on the button that goes on. */
  readonly confirmLabel: string;
  /** What the button says that leaves all as it is; "Cancel" where nothing fits better. */
  readonly cancelLabel?: string;
  /** A second way to go on, beside the first. */
  readonly otherLabel?: string;
  readonly isDestructive: boolean;
}

export interface Action<Target, Outcome> {
  readonly id: string;
  readonly label: string;
  /** The permission that the server checks again; none for what changes nothing in the market. */
  readonly flag?: PermissionFlag;
  /** The key that calls it on a focused row (`KeyboardEvent.key`). */
  readonly key?: string;
  enabled(target: Target, context: ActionContext): true | Denied;
  /** What to ask before it runs; null when it runs at once. */
  mustConfirm(target: Target, context: ActionContext): Question | null;
  perform(target: Target, context: ActionContext): Outcome;
}

/** The reason why this action may not run on this target now, or null. */
export function reasonAgainst<Target>(
  action: Pick<Action<Target, unknown>, 'enabled'>,
  target: Target,
  context: ActionContext,
): string | null {
  const answer = action.enabled(target, context);
  return answer === true ? null : answer.reason;
}
