// Deletes an order for good (ACT-4). It takes risk away, so it stays possible while prices are stale; since nothing
// brings the order back, it asks first.
import { deleteActiveOrder as send } from '../http/orders.ts';
import { type OrderAction, orderWords, permitted } from './order-actions.ts';

export const deleteActiveOrder: OrderAction = {
  id: 'deleteActiveOrder',
  label: 'Delete',
  flag: 'deleteActiveOrder',
  key: 'Delete',
  enabled: (_target, context) => permitted('deleteActiveOrder', context),
  mustConfirm: (target) => ({
    title: 'Delete the order?',
    sentence: `Order ${target.order.activeOrderSeq}: ${orderWords(target)}. A deleted order does not come back.`,
    confirmLabel: 'Delete',
    isDestructive: true,
  }),
  perform: ({ order, requestId }) => send({ requestId, activeOrderSeq: order.activeOrderSeq }),
  tell: (target) => `Deleted order ${target.order.activeOrderSeq}: ${orderWords(target)}.`,
};
