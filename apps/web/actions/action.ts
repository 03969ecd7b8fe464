// An action is one object that buttons, menus, keys and touch all call (ACT). It defines its permission, when it may run and its question,
// and decides by its target and the context.
import {
  type PermissionFlag,
  type PermissionFlags,
  permissionWords,
  requiredPermissions,
  type UserCommandKind,
} from '@openpit/wire';
import { type ComponentType, createElement, useMemo, useSyncExternalStore } from 'react';
import { showReason, showToast } from '../notices/toasts.ts';
import { currentFeed, type FeedState, subscribeToFeed, useFeedState } from '../stores/feed.ts';
import { usePreferences } from '../stores/session.ts';
import { type ActionMenuItem, type Denial, noPermission } from '../ui/action-menu.tsx';
import type { Question } from '../ui/dialog.tsx';
import { type KeyEntry, shownKey } from '../ui/keys.ts';
import { askConfirmation } from './dialogs.ts';
import { orderSubject, type SentCommand, showOutcome } from './send.ts';
import { type ScreenPort, useWorkspacePort } from './workspace-port.ts';

export interface Permission {
  /** The user needs all of these flags. */
  readonly flags: readonly PermissionFlag[];
  /** The permitted action, as a phrase that follows "may not": "suspend orders". */
  readonly phrase: string;
}

/** The permission that the server requires for this command. `to` replaces the phrase of the flags. */
export function permissionOf(command: UserCommandKind, to?: string): Permission {
  const flags = requiredPermissions[command];
  return { flags, phrase: to ?? flags.map((flag) => permissionWords[flag]).join(' and ') };
}

export const isPermitted = ({ flags }: Permission, granted: PermissionFlags): boolean =>
  flags.every((flag) => granted[flag]);

export interface ActionContext {
  readonly flags: PermissionFlags;
  /** The reason why orders cannot be entered now, as a sentence; null if they can. */
  readonly entryClosed: string | null;
  /** The reason why no command can reach the market; null if commands can. */
  readonly unreachable: string | null;
  /** The port that shows panels and sends one-click orders. */
  readonly workspace: ScreenPort;
}

/** The conditions of an action. `denialOf` checks them in this order. */
export interface Conditions<Target> {
  /** The permissions that the server checks again; none for an action that changes nothing in the market. */
  readonly permission?: Permission;
  /** The permission for this target, if it depends on the target. */
  permissionFor?(target: Target): Permission;
  /** True if an action with a permission needs no connection, because it only opens a form. */
  readonly worksOffline?: boolean;
  /** The reason why the target or the market forbids the action, as a sentence; null if neither does. */
  against?(target: Target, context: ActionContext): string | null;
}

export interface Action<Target, Outcome> extends Conditions<Target> {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType;
  /** The key that calls it on a focused row (`KeyboardEvent.key`). */
  readonly key?: string;
  /** The question before the action runs; null, or no such function, if it runs without one. */
  question?(target: Target, context: ActionContext): Question | null;
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

/** The action as an item of a menu. `shown` replaces parts of the item. */
export const menuItem = <Target>(
  action: Action<Target, unknown>,
  target: Target,
  context: ActionContext,
  shown: Partial<ActionMenuItem> = {},
): ActionMenuItem => ({
  id: action.id,
  label: action.label,
  icon: action.icon && createElement(action.icon),
  keyName: keyOfAction(action),
  ...denialOf(action, target, context),
  run: () => void action.perform(target, context),
  ...shown,
});

/** The reason why this action may not run on this target now, or null. */
export const reasonAgainst = <Target>(
  action: Conditions<Target>,
  target: Target,
  context: ActionContext,
): string | null => denialOf(action, target, context).disabledReason ?? null;

/** The reason why a menu item is disabled, and the missing permission if that is the reason. */
export function denialOf<Target>(action: Conditions<Target>, target: Target, context: ActionContext): Denial {
  const permission = action.permissionFor?.(target) ?? action.permission;
  if (permission !== undefined && !isPermitted(permission, context.flags))
    return { disabledReason: noPermission([permission.phrase]), lacks: permission.phrase };
  const cut = permission === undefined || action.worksOffline ? null : context.unreachable;
  return { disabledReason: cut ?? action.against?.(target, context) ?? null };
}

/** The reason why no command can be sent, not even a cancellation; null if commands can. */
function unreachableReason(state: FeedState): string | null {
  if (state === 'offline') return 'This device is offline: nothing can be sent.';
  if (state === 'down')
    return 'The connection to the market is lost: nothing can be sent. Choose “Connect again”.';
  return null;
}

/** The context at this moment, for code outside React. */
export function currentContext(workspace: ScreenPort): ActionContext {
  const { state, reason } = currentFeed();
  return {
    flags: usePreferences.getState().document.flags,
    entryClosed: reason,
    unreachable: unreachableReason(state),
    workspace,
  };
}

/** The context changes only when the answer of an action could change, not whenever the age of the feed does. */
export function useActionContext(): ActionContext {
  const flags = usePreferences((preferences) => preferences.document.flags);
  const entryClosed = useSyncExternalStore(subscribeToFeed, () => currentFeed().reason);
  const unreachable = unreachableReason(useFeedState());
  const workspace = useWorkspacePort();
  return useMemo(
    () => ({ flags, entryClosed, unreachable, workspace }),
    [flags, entryClosed, unreachable, workspace],
  );
}

/** An action on a row of a panel: it opens something, or sends a command. */
export interface RowAction<Target> extends Action<Target, null | Promise<SentCommand>> {
  readonly icon: ComponentType;
  /**
   * Its effect if several rows are chosen: it acts on each of them, or on all of them `together` as one target. An action without it
   * refuses several rows.
   */
  readonly several?: 'together' | EachRow<Target>;
}

export interface EachRow<Target> {
  /** The rows in a sentence: "orders". */
  readonly many: string;
  /** The question before it acts on several. It is asked even if the question about one row is switched off; null if it asks nothing. */
  readonly question: ((targets: readonly Target[]) => Question) | null;
}

/**
 * Checks the action once more, asks its question if there is one, and shows the outcome. Resolves with true if the market has accepted a
 * command. An armed price ladder skips the question with `asks: false`.
 */
export async function runRowAction<Target>(
  action: RowAction<Target>,
  target: Target,
  context: ActionContext,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<boolean> {
  if (showReason(reasonAgainst(action, target, context))) return false;
  const question = asks ? (action.question?.(target, context) ?? null) : null;
  if (question !== null && !(await askConfirmation(question))) return false;
  const sent = await action.perform(target, context);
  if (sent !== null) showOutcome(sent);
  return sent?.answer.kind === 'accepted';
}

/**
 * Acts on each target that allows it, after one question for all of them. Each rejection gets its own toast, and so do all targets that do
 * not allow it. Resolves with true if the market has accepted all of them.
 */
export async function runOnEach<Target>(
  action: RowAction<Target> & { readonly several: EachRow<Target> },
  targets: readonly Target[],
  context: ActionContext,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<boolean> {
  const { label, several } = action;
  const possible = targets.filter((target) => reasonAgainst(action, target, context) === null);
  const [only] = possible.length === 0 ? targets : possible;
  if (only === undefined) return false;
  const left = targets.find((target) => !possible.includes(target));
  if (left !== undefined && possible.length > 0) {
    const count = targets.length - possible.length;
    const stay = `${count} of ${targets.length} ${several.many} ${count === 1 ? 'stays as it is' : 'stay as they are'}`;
    showToast({ type: 'info', message: `${label}: ${stay}. ${reasonAgainst(action, left, context)}` });
  }
  if (possible.length < 2)
    return (await runRowAction(action, only, context, { asks })) && targets.length === 1;
  const question = asks ? (several.question?.(possible) ?? null) : null;
  if (question !== null && !(await askConfirmation(question))) return false;
  const outcomes = await Promise.all(possible.map((target) => action.perform(target, context)));
  const sent = outcomes.filter((outcome) => outcome !== null);
  const done = sent.filter(({ answer }) => answer.kind === 'accepted');
  if (done.length > 0)
    showToast({
      type: 'success',
      message: `${label}: done to ${done.length} of ${possible.length} ${several.many}.`,
      supersedes: done.flatMap(({ orders, outdated }) => [
        ...orders.map(({ activeOrderSeq }) => orderSubject(activeOrderSeq)),
        ...outdated,
      ]),
    });
  for (const outcome of sent) if (outcome.answer.kind !== 'accepted') showOutcome(outcome);
  return done.length === targets.length;
}
