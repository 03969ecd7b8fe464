// The parts that all actions share: permissions, the workspace that they open things in, the type of an action, and its context.
// An action is one object that buttons, menus, keys and touch all call (ACT).
import {
  type ActiveOrderRow,
  type PermissionFlag,
  type PermissionFlags,
  permissionWords,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import { type ComponentType, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { currentFeed, type FeedState, subscribeToFeed, useFeedState } from '../stores/feed.ts';
import { usePreferences } from '../stores/session.ts';
import type { Denial } from '../ui/action-menu.tsx';
import { noPermission } from '../ui/action-menu.tsx';
import { type KeyEntry, shownKey } from '../ui/keys.ts';
import { createRequiredContext } from '../ui/required-context.ts';
import type { NewOrderRequest, OrderFormRequest, Question } from './dialogs.ts';

export interface Denied {
  /** A readable sentence: the obstacle, its reason and the remedy. */
  readonly reason: string;
  /** The action that the account may not do, if a missing permission is the reason. */
  readonly lacks?: string;
}

export interface Permission {
  /** The user needs all of these flags. */
  readonly flags: readonly PermissionFlag[];
  /** The permitted action, as a phrase that follows "may not": "suspend orders". */
  readonly to: string;
}

/** The permission that the server requires for this command; `to` if it is worded differently from the flags. */
export function permissionOf(command: UserCommandKind, to?: string): Permission {
  const { flags } = userCommands[command];
  return { flags, to: to ?? flags.map((flag) => permissionWords[flag]).join(' and ') };
}

export function may({ flags, to }: Permission, granted: PermissionFlags): true | Denied {
  if (flags.every((flag) => granted[flag])) return true;
  return { reason: noPermission([to]), lacks: to };
}

/**
 * A command that an armed price ladder sends without a form: a new order by the user's defaults or for a given account, or another price
 * for an order.
 */
export type AtOnce =
  | (Pick<NewOrderRequest, 'kind' | 'contract' | 'side' | 'account'> & {
      readonly price: number;
      readonly qty: number;
    })
  | { readonly kind: 'amend'; readonly order: ActiveOrderRow; readonly price: number };

// Actions open forms and panels through this port, so that no action knows whether it is on a desktop or a phone.

export interface WorkspacePort {
  showOrderForm(request: OrderFormRequest): void;
  /** Sends the command that the order form would send, without opening the form. Shows the outcome, or why nothing was sent. */
  sendAtOnce(asked: AtOnce): Promise<void>;
  showDepth(contract: string): void;
  showChart(contract: string): void;
  /** Brings the panel to the front, or opens it; with these of its settings, if any are given. */
  showPanel(component: string, settings?: Readonly<Record<string, unknown>>): void;
}

/** The port of the whole screen: panels, dialogs and forms use it, and the workspace that is shown carries out their requests. */
export interface ScreenPort extends WorkspacePort {
  /** Sets the workspace that is shown; the returned function removes it. */
  readonly connect: (workspace: WorkspacePort) => () => void;
}

/** Throws if it is used while no workspace is shown, so that nothing that was pressed is silently ignored. */
export function createScreenPort(): ScreenPort {
  let shown: WorkspacePort | null = null;
  const workspace = () => {
    if (shown === null) throw new Error('No workspace is shown.');
    return shown;
  };
  return {
    connect(next) {
      shown = next;
      return () => {
        if (shown === next) shown = null;
      };
    },
    showOrderForm: (request) => workspace().showOrderForm(request),
    sendAtOnce: (asked) => workspace().sendAtOnce(asked),
    showDepth: (contract) => workspace().showDepth(contract),
    showChart: (contract) => workspace().showChart(contract),
    showPanel: (component, settings) => workspace().showPanel(component, settings),
  };
}

export const [ScreenPortContext, useScreenPort] = createRequiredContext<ScreenPort>('The workspace');

export function useWorkspacePort(): WorkspacePort {
  return useScreenPort();
}

/** Lets a workspace carry out the requests of actions to the screen while it is shown. */
export function useProvidedWorkspace(workspace: WorkspacePort): void {
  const { connect } = useScreenPort();
  useLayoutEffect(() => connect(workspace), [connect, workspace]);
}

// An action defines its permission, when it may run and its question. It decides by its target and the context.

export interface ActionContext {
  readonly flags: PermissionFlags;
  /** The reason why orders cannot be entered now, as a sentence; null if they can. */
  readonly entryClosed: string | null;
  /** The reason why no command can reach the market at all; null while one can. */
  readonly unreachable: string | null;
  /** The port that opens forms and panels. */
  readonly workspace: WorkspacePort;
}

export interface Action<Target, Outcome> {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType;
  /** The permissions that the server checks again; none for an action that changes nothing in the market. */
  readonly permission?: Permission;
  /** The key that calls it on a focused row (`KeyboardEvent.key`). */
  readonly key?: string;
  enabled(target: Target, context: ActionContext): true | Denied;
  /** The question before the action runs; null if it runs without one. */
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

/** The reason why a menu item is disabled, and the missing permission if that is the reason. */
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

// The context changes only when the answer of an action could change, not with every tick of the feed's age.

/** The reason why order entry is closed, as a sentence; null while it is open. */
function useEntryClosed(): string | null {
  return useSyncExternalStore(subscribeToFeed, () => currentFeed().reason);
}

/** The reason why nothing at all can be sent, not even a deletion; null while something can. */
function unreachableReason(state: FeedState): string | null {
  if (state === 'offline') return 'This device is offline: nothing can be sent.';
  if (state === 'down')
    return 'The connection to the market is lost: nothing can be sent. Choose “Connect again”.';
  return null;
}

/** The context at this moment, for code outside React. */
export function currentContext(workspace: WorkspacePort): ActionContext {
  const { state, reason } = currentFeed();
  return {
    flags: usePreferences.getState().document.flags,
    entryClosed: reason,
    unreachable: unreachableReason(state),
    workspace,
  };
}

export function useActionContext(): ActionContext {
  const flags = usePreferences((preferences) => preferences.document.flags);
  const entryClosed = useEntryClosed();
  const unreachable = unreachableReason(useFeedState());
  const workspace = useWorkspacePort();
  return useMemo(
    () => ({ flags, entryClosed, unreachable, workspace }),
    [flags, entryClosed, unreachable, workspace],
  );
}
