// The orders of members, and the actions on them.

import type { ChunkStore } from '../kernel/chunk-store.ts';
import { byOperator, byUser } from '../kernel/command-entry.ts';
import { sessionRejectionByName } from '../phases/entry-gate.ts';
import type { ReferenceState } from '../reference/reference-module.ts';
import {
  cancelAllActiveOrders,
  suspendAllActiveOrders,
  suspendDisconnectedOrders,
  suspendTimedOutOrders,
} from './act-on-all-orders.ts';
import {
  amendActiveOrder,
  deleteActiveOrder,
  editSuspendOrder,
  reduceActiveOrder,
  resubmitActiveOrder,
  suspendActiveOrder,
} from './act-on-order.ts';
import { carryOrders } from './hold-over.ts';
import { insertDoubleOrder, insertOrder } from './insert-order.ts';
import { orderEvents } from './order-events.ts';
import { Orders, type OrdersState, type SavedOrders } from './orders.ts';
import { ordersRejections } from './orders-rejections.ts';

export const ordersModule = {
  name: 'orders',
  events: orderEvents,
  slice: {
    empty: (store: ChunkStore) => new Orders(store),
    save: (orders: Orders, { reference }: ReferenceState): SavedOrders =>
      orders.save(reference.market?.contracts.values() ?? []),
    load: (saved: SavedOrders, { reference }: ReferenceState, store: ChunkStore) =>
      Orders.load(saved, reference.market, store),
  },
  commands: {
    insertOrder: byUser(insertOrder, sessionRejectionByName),
    insertDoubleOrder: byUser(insertDoubleOrder, sessionRejectionByName),
    deleteActiveOrder: byUser(deleteActiveOrder),
    suspendActiveOrder: byUser(suspendActiveOrder),
    resubmitActiveOrder: byUser(resubmitActiveOrder),
    reduceActiveOrder: byUser(reduceActiveOrder),
    editSuspendOrder: byUser(editSuspendOrder),
    amendActiveOrder: byUser(amendActiveOrder),
    cancelAllActiveOrders: byUser(cancelAllActiveOrders),
    suspendAllActiveOrders: byUser(suspendAllActiveOrders),
    suspendTimedOutOrders: byOperator(suspendTimedOutOrders),
    suspendDisconnectedOrders: byOperator(suspendDisconnectedOrders),
  },
  rejections: ordersRejections,
  endOfDay: {
    carry: carryOrders,
    reset: ({ state }: { readonly state: Pick<OrdersState, 'orders'> }): void => {
      state.orders.refs.clear();
      state.orders.left.clear();
    },
  },
} as const;
