// Every action of the product by its id. Menus, key lists and palettes are derived from this list, so a new action needs a line here.
import type { Action } from './action.ts';
import { cancelAllActiveOrders, suspendAllActiveOrders } from './all-orders.ts';
import { dealActions, showDealDetails } from './deal-actions.ts';
import { abandonOption, addStrike, exerciseOption } from './option-actions.ts';
import {
  deleteActiveOrder,
  type OrderAction,
  openEditForm,
  openReduceForm,
  resubmitActiveOrder,
  suspendActiveOrder,
} from './order-actions.ts';
import { closeOut, insertDoubleOrder, insertOrder, openOrderForm, reversePosition } from './order-entry.ts';
import { itemActions, openReportForm } from './unmatched-deals.ts';
import { openChart, openContractDetails, openDepth, sendToCalculator } from './view-actions.ts';

type AnyAction = Pick<Action<never, unknown>, 'id' | 'label' | 'icon' | 'permission' | 'key'>;

/** The actions on one order that need no form, in the order they are shown. */
export const orderActions: readonly OrderAction[] = [
  suspendActiveOrder,
  resubmitActiveOrder,
  deleteActiveOrder,
];

export const allActions: readonly AnyAction[] = [
  insertOrder,
  insertDoubleOrder,
  openOrderForm,
  openDepth,
  openChart,
  openContractDetails,
  sendToCalculator,
  openEditForm,
  openReduceForm,
  closeOut,
  reversePosition,
  exerciseOption,
  abandonOption,
  cancelAllActiveOrders,
  suspendAllActiveOrders,
  addStrike,
  openReportForm,
  showDealDetails,
  ...dealActions,
  ...orderActions,
  ...itemActions,
];

/** By id. */
export const actionsById: ReadonlyMap<string, AnyAction> = new Map(
  allActions.map((action) => [action.id, action]),
);
