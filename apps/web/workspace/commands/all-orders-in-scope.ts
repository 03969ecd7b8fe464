// "Cancel all" and "Suspend all" without a panel, by key and from the command palette.
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import {
  type AllOrdersAction,
  cancelAllActiveOrders,
  type OrderScope,
  orderScopes,
  runAllOrders,
  type ScopedOrders,
} from '../../actions/all-orders.ts';
import { showToast } from '../../notices/toasts.ts';
import { activeOrdersSettings } from '../../panels/active-orders/definition.tsx';
import { readSettings } from '../../panels/settings/panel-settings.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';

function scopedNow(scope: OrderScope): ScopedOrders | undefined {
  const store = dataSetStores.activeOrders;
  const rows = store.keys().flatMap((key) => store.get(key) ?? []);
  const { hqAccess } = useSession.getState();
  const { contract } = useActiveContract.getState();
  return orderScopes(rows, hqAccess, contract).find((one) => one.scope === scope);
}

/** Why nothing can be done to the orders of this scope, as a sentence; null when something can. */
export function allOrdersReason(
  action: AllOrdersAction,
  scope: OrderScope,
  context: ActionContext,
): string | null {
  const scoped = scopedNow(scope);
  if (scoped === undefined)
    return scope === 'contract' ? 'Click a contract first.' : 'You see your own orders only.';
  return reasonAgainst(action, { ...scoped, requestId: '' }, context);
}

export function runInScope(action: AllOrdersAction, scope: OrderScope, context: ActionContext): void {
  const scoped = scopedNow(scope);
  const reason = allOrdersReason(action, scope, context);
  if (scoped === undefined || reason !== null) showToast({ type: 'warning', message: reason ?? '' });
  else void runAllOrders(action, scoped, context, action !== cancelAllActiveOrders || asksFirst());
}

/** Whether "Cancel all" asks first: the setting of the Active orders panel of this layout; yes without one. */
function asksFirst(): boolean {
  const columns = useLayouts.getState().current?.document.columns ?? [];
  const panel = columns.find(({ component }) => component === 'ActiveOrders');
  return readSettings(activeOrdersSettings, panel?.props).asksFirst ?? true;
}
