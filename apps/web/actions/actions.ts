// Every action of the product by its id. Menus, key lists and palettes are made of this list: a new action adds a line here.
import type { Action } from './action.ts';
import { addStrike } from './add-strike.ts';
import { cancelAllActiveOrders, suspendAllActiveOrders } from './all-orders.ts';
import { openEditForm, openReduceForm } from './change-order.ts';
import { closeOut, reverse } from './close-out.ts';
import { dealActions, showDealDetails } from './deal-actions.ts';
import { deleteActiveOrder } from './delete-active-order.ts';
import { abandonOption, exerciseOption } from './exercise-option.ts';
import { insertDoubleOrder } from './insert-double-order.ts';
import { insertOrder } from './insert-order.ts';
import { openChart } from './open-chart.ts';
import { openContractDetails } from './open-contract-details.ts';
import { openDepth } from './open-depth.ts';
import { openOrderForm } from './open-order-form.ts';
import type { OrderAction } from './order-actions.ts';
import { resubmitActiveOrder } from './resubmit-active-order.ts';
import { sendToCalculator } from './send-to-calculator.ts';
import { suspendActiveOrder } from './suspend-active-order.ts';
import { itemActions, openReportForm } from './unmatched-deals.ts';

type AnyAction = Pick<Action<never, unknown>, 'id' | 'label' | 'icon' | 'permission' | 'key'>;

/** The actions on one order that need no form, in the order in which they are shown. */
export const orderActions: readonly OrderAction[] = [
  suspendActiveOrder,
  resubmitActiveOrder,
  deleteActiveOrder,
];

export const registered: readonly AnyAction[] = [
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
  reverse,
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
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  registered.map((action) => [action.id, action]),
);
