// What a user can do, as one object that buttons, menus, keys and touch all call (ACT). An action knows its permission, when
// it may run and what it asks first. It reads no store: its target and the context hold all that it needs.
import type { PermissionFlags } from '@openpit/wire';
import type { ComponentType } from 'react';
import type { Denial } from '../ui/action-menu.tsx';
import { type KeyEntry, shownKey } from '../ui/keys.ts';
import { type Denied, may, type Permission } from './may.ts';
import type { WorkspacePort } from './workspace-port.ts';

export interface ActionContext {
  readonly flags: PermissionFlags;
  /** Why orders cannot be entered now, as a sentence; null when they can. */
  readonly entryClosed: string | null;
  /** Why no command can reach the market at all; null while one can. */
  readonly unreachable: string | null;
  /** Where forms and panels are opened. */
  readonly workspace: WorkspacePort;
}

export interface Question {
  readonly title: string;
  readonly sentence: string;
  /** The verb on the button that goes on. */
  readonly confirmLabel: string;
  /** The label of the button that changes nothing; "Cancel" when it is left out. */
  readonly cancelLabel?: string;
  /** A second way to go on, beside the first. */
  readonly otherLabel?: string;
  /** A third one. */
  readonly thirdLabel?: string;
  readonly isDestructive: boolean;
}

export interface Action<Target, Outcome> {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType;
  /** What the server checks again; none for an action that changes nothing in the market. */
  readonly permission?: Permission;
  /** The key that calls it on a focused row (`KeyboardEvent.key`). */
  readonly key?: string;
  enabled(target: Target, context: ActionContext): true | Denied;
  /** What to ask before it runs; null when it runs at once. */
  mustConfirm(target: Target, context: ActionContext): Question | null;
  perform(target: Target, context: ActionContext): Outcome;
}

type WithKey = Pick<Action<never, unknown>, 'id' | 'label' | 'key'>;

/** The entries of a table of keys for these actions, by their ids. */
export function actionKeys(actions: readonly WithKey[]): Readonly<Record<string, KeyEntry>> {
  return Object.fromEntries(
    actions.flatMap(({ id, label, key }) => (key === undefined ? [] : [[id, { press: [key], label }]])),
  );
}

/** The action's key as menus and tooltips show it; undefined without one. */
export const keyOfAction = ({ label, key }: Pick<WithKey, 'label' | 'key'>): string | undefined =>
  key === undefined ? undefined : shownKey({ press: [key], label });

/** The reason why this action may not run on this target now, or null. */
export function reasonAgainst<Target>(
  action: Pick<Action<Target, unknown>, 'enabled'>,
  target: Target,
  context: ActionContext,
): string | null {
  const answer = action.enabled(target, context);
  return answer === true ? null : answer.reason;
}

/** For an item of a menu: why it is disabled, and the permission that is missing if that is why. */
export function denialOf<Target>(
  action: Pick<Action<Target, unknown>, 'enabled'>,
  target: Target,
  context: ActionContext,
): Denial {
  const answer = action.enabled(target, context);
  if (answer === true) return { disabledReason: null };
  const { reason, lacks } = answer;
  return { disabledReason: reason, ...(lacks !== undefined && { lacks }) };
}

/** Permission first, then whether anything reaches the market at all. */
export function permitted(permission: Permission, { flags, unreachable }: ActionContext): true | Denied {
  const answer = may(permission, flags);
  if (answer !== true) return answer;
  return unreachable === null ? true : { reason: unreachable };
}
