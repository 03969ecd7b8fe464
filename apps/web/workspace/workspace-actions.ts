// Actions without a target in a panel. The command palette offers all of them, and some also have a key.
import type { ActiveOrderRow, PermissionFlags } from '@openpit/wire';
import {
  type ActionContext,
  isPermitted,
  type Permission,
  reasonAgainst,
  runRowAction,
} from '../actions/action.ts';
import {
  type AllOrdersAction,
  cancelAllActiveOrders,
  type OrderScope,
  orderScopes,
  runAllOrders,
  type ScopedOrders,
  suspendAllActiveOrders,
} from '../actions/all-orders.ts';
import { type DealTarget, dealActions } from '../actions/deal-actions.ts';
import { openDialog } from '../actions/dialogs.ts';
import { deleteActiveOrder } from '../actions/order-actions.ts';
import { openReportForm } from '../actions/unmatched-deals.ts';
import { openManual, type workspaceKeys } from '../actions/view-actions.ts';
import { showReason } from '../notices/toasts.ts';
import { activeOrdersSettings } from '../panels/active-orders/definition.tsx';
import { readSettings } from '../panels/parts/panel-settings.ts';
import { setActiveContract, useActiveContract, useChosenDeals } from '../stores/chosen.ts';
import { redoLayout, undoLayout, useLayouts } from '../stores/layouts.ts';
import { useSession } from '../stores/session.ts';
import { starterLayouts } from '../stores/starter-layouts.ts';
import { contractStore, dataSetStores } from '../stores/stores.ts';
import { chooseTheme, useTheme } from '../stores/theme.ts';
import {
  confirmDelete,
  confirmReset,
  exportLayout,
  importLayout,
  newLayout,
  signOut,
} from './layouts/layout-actions.ts';
import { duplicateLayout, saveLayout } from './layouts/saved-layouts.ts';

function scopedNow(scope: OrderScope): ScopedOrders | undefined {
  const rows = dataSetStores.activeOrders.rows();
  const { hqAccess } = useSession.getState();
  const { contract } = useActiveContract.getState();
  return orderScopes(rows, hqAccess, contract).find((orderScope) => orderScope.scope === scope);
}

/** A sentence that says why no action on the orders in this scope is possible, or null. */
function allOrdersReason(action: AllOrdersAction, scope: OrderScope, context: ActionContext): string | null {
  const scoped = scopedNow(scope);
  if (scoped === undefined)
    return scope === 'contract' ? 'Click a contract first.' : 'You see your own orders only.';
  return reasonAgainst(action, scoped, context);
}

function runInScope(action: AllOrdersAction, scope: OrderScope, context: ActionContext): void {
  const scoped = scopedNow(scope);
  if (showReason(allOrdersReason(action, scope, context)) || scoped === undefined) return;
  void runAllOrders(action, scoped, context, action !== cancelAllActiveOrders || asksFirst());
}

/** Whether "Cancel all" asks first: the setting of this layout's Active orders panel, or true if there is none. */
function asksFirst(): boolean {
  const columns = useLayouts.getState().current?.document.columns ?? [];
  const panel = columns.find(({ component }) => component === 'ActiveOrders');
  return readSettings(activeOrdersSettings, panel?.props).asksFirst ?? true;
}

/** The user's order that was entered last and is still in the market or suspended. */
const newestOrder = () =>
  (scopedNow('mine')?.orders ?? []).reduce<ActiveOrderRow | undefined>(
    (newest, order) => (order.activeOrderSeq > (newest?.activeOrderSeq ?? 0) ? order : newest),
    undefined,
  );

const newestOrderReason = (context: ActionContext): string | null => {
  const order = newestOrder();
  if (order === undefined) return 'You have no orders.';
  return reasonAgainst(deleteActiveOrder, { order }, context);
};

function cancelNewest(context: ActionContext): void {
  const order = newestOrder();
  if (showReason(newestOrderReason(context)) || order === undefined) return;
  void runRowAction(deleteActiveOrder, { order }, context);
}

/** The contract of the same kind and instrument that is listed before or after the active contract. */
function neighbour(step: 1 | -1): string | undefined {
  const active = contractStore.get(useActiveContract.getState().contract ?? '');
  return contractStore
    .rows()
    .filter(
      ({ instrument, contractDisplay, displaySeq }) =>
        instrument === active?.instrument &&
        contractDisplay.CONTRACT_TYPE === active.contractDisplay.CONTRACT_TYPE &&
        (displaySeq - active.displaySeq) * step > 0,
    )
    .sort((a, b) => (a.displaySeq - b.displaySeq) * step)[0]?.contract;
}

const contractSteps = (
  [
    ['nextContract', 'Next contract', 1],
    ['previousContract', 'Previous contract', -1],
  ] as const
).map(
  ([id, label, step]): WorkspaceAction => ({
    id,
    label,
    words: 'month active',
    key: id,
    reason: () => (neighbour(step) === undefined ? 'No other contract is listed there.' : null),
    run: () => setActiveContract(neighbour(step) ?? useActiveContract.getState().contract),
  }),
);

/** The deals selected in the Deals panel, as the target of an action. The phases are not known here; the form that opens knows them. */
export function chosenDeals(): DealTarget {
  const { deals } = dataSetStores;
  return {
    deals: useChosenDeals.getState().dealSeqs.flatMap((dealSeq) => deals.get(dealSeq) ?? []),
    all: deals.rows(),
    phaseOf: () => null,
    hqAccess: useSession.getState().hqAccess,
  };
}

interface WorkspaceAction {
  readonly id: string;
  readonly label: string;
  /** Additional search words for the palette. */
  readonly words?: string;
  readonly key?: keyof typeof workspaceKeys.keys;
  readonly permission?: Permission | undefined;
  /** Desktop only: a phone shows one panel at a time. */
  readonly isForDesktop?: boolean;
  /** A sentence that says why the action cannot run now, or null if it can. */
  readonly reason?: (context: ActionContext) => string | null;
  readonly run: (context: ActionContext) => void;
}

const isChanged = () => useLayouts.getState().current?.isChanged === true;
const isStored = () => useLayouts.getState().current?._id != null;

const allOrders = (
  [
    ['cancel', cancelAllActiveOrders],
    ['suspend', suspendAllActiveOrders],
  ] as const
).flatMap(([verb, action]) =>
  (
    [
      ['Mine', 'mine', 'my orders'],
      ['Member', 'member', 'orders of my member'],
      ['Contract', 'contract', 'orders in the active contract'],
    ] as const
  ).map(
    ([name, scope, subject]): WorkspaceAction => ({
      id: `${verb}All${name}`,
      label: `${action.label} ${subject}`,
      permission: action.permission,
      reason: (context) => allOrdersReason(action, scope, context),
      run: (context) => runInScope(action, scope, context),
    }),
  ),
);

export const workspaceActions: readonly WorkspaceAction[] = [
  ...allOrders.map((action) =>
    action.id === 'cancelAllMine' ? { ...action, key: 'cancelAll' as const } : action,
  ),
  {
    id: 'cancelNewest',
    label: 'Cancel my newest order',
    words: 'last',
    key: 'cancelNewest',
    permission: deleteActiveOrder.permission,
    reason: newestOrderReason,
    run: cancelNewest,
  },
  ...contractSteps,
  ...dealActions.map(
    (action): WorkspaceAction => ({
      id: action.id,
      label: `${action.label}: the chosen deal…`,
      words: 'deals',
      permission: action.permission,
      reason: (context) => reasonAgainst(action, chosenDeals(), context),
      run: (context) => action.perform(chosenDeals(), context),
    }),
  ),
  {
    id: openReportForm.id,
    label: `${openReportForm.label}…`,
    words: 'unmatched deal off-screen insert',
    permission: openReportForm.permission,
    reason: (context) => reasonAgainst(openReportForm, { contract: null }, context),
    run: (context) => openReportForm.perform({ contract: useActiveContract.getState().contract }, context),
  },
  {
    id: 'ownActions',
    label: 'My actions',
    words: 'history of commands',
    run: () => openDialog({ kind: 'ownActions' }),
  },
  {
    id: 'notices',
    label: 'Notices',
    words: 'toasts announcements',
    run: () => openDialog({ kind: 'notices' }),
  },
  {
    id: 'account',
    label: 'Account',
    words: 'password two-factor one-time recovery codes sessions',
    run: () => openDialog({ kind: 'account' }),
  },
  {
    id: 'preferences',
    label: 'Preferences',
    words: 'settings quantity steps sound client depth',
    run: () => openDialog({ kind: 'preferences' }),
  },
  { id: 'manual', label: 'Manual', words: 'help guide documentation', run: openManual },
  {
    id: 'keys',
    label: 'Keys',
    words: 'keyboard shortcuts help',
    key: 'keySheet',
    run: () => openDialog({ kind: 'keys' }),
  },
  { id: 'light', label: 'Light theme', reason: () => themeReason('light'), run: () => chooseTheme('light') },
  { id: 'dark', label: 'Dark theme', reason: () => themeReason('dark'), run: () => chooseTheme('dark') },
  {
    id: 'layouts',
    label: 'All layouts',
    words: 'phone mobile desktop rename delete',
    run: () => openDialog({ kind: 'layouts' }),
  },
  { id: 'saveLayout', label: 'Save the layout', key: 'saveLayout', run: () => void saveLayout() },
  {
    id: 'saveLayoutAs',
    label: 'Save the layout as…',
    isForDesktop: true,
    run: () => openDialog({ kind: 'saveAs' }),
  },
  {
    id: 'renameLayout',
    label: 'Rename the layout…',
    isForDesktop: true,
    run: () => openDialog({ kind: 'rename' }),
  },
  {
    id: 'duplicateLayout',
    label: 'Duplicate the layout',
    isForDesktop: true,
    run: () => void duplicateLayout(),
  },
  {
    id: 'resetLayout',
    label: 'Reset the layout…',
    isForDesktop: true,
    reason: () => (isChanged() ? null : 'Nothing has changed since it was opened or saved.'),
    run: () => void confirmReset(),
  },
  {
    id: 'deleteLayout',
    label: 'Delete the layout…',
    isForDesktop: true,
    reason: () => (isStored() ? null : 'This layout is not stored.'),
    run: () => void confirmDelete(),
  },
  {
    id: 'exportLayout',
    label: 'Export the layout as a file',
    isForDesktop: true,
    run: () => void exportLayout(),
  },
  { id: 'importLayout', label: 'Import a layout…', isForDesktop: true, run: () => void importLayout() },
  { id: 'newLayout', label: 'New empty layout', isForDesktop: true, run: () => void newLayout(null) },
  ...starterLayouts.map(
    (starter): WorkspaceAction => ({
      id: `new ${starter.id}`,
      label: `New layout: ${starter.name}`,
      isForDesktop: true,
      run: () => void newLayout(starter),
    }),
  ),
  {
    id: 'undo',
    label: 'Undo the last change of the layout',
    key: 'undo',
    isForDesktop: true,
    run: () => void undoLayout(),
  },
  {
    id: 'redo',
    label: 'Redo the change of the layout',
    key: 'redo',
    isForDesktop: true,
    run: () => void redoLayout(),
  },
  { id: 'signOut', label: 'Sign out', words: 'log out', run: () => void signOut() },
];

const themeReason = (theme: 'light' | 'dark') =>
  useTheme.getState().theme === theme ? 'It is already the theme.' : null;

/** The actions that this user may run on this kind of device. */
export const permittedActions = (flags: PermissionFlags, isPhone: boolean): readonly WorkspaceAction[] =>
  workspaceActions.filter(
    ({ permission, isForDesktop = false }) =>
      !(isForDesktop && isPhone) && (permission === undefined || isPermitted(permission, flags)),
  );
