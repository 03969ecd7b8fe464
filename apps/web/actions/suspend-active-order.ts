// Takes an order out of the market and keeps it (ACT-5): it loses its place in the queue. It takes risk away, so it
// stays possible while prices are stale, and it asks nothing, because resubmitting brings it back.
import { suspendActiveOrder as send } from '../http/orders.ts';
import { type OrderAction, orderWords, permitted } from './order-actions.ts';

export const suspendActiveOrder: OrderAction = {
  id: 'suspendActiveOrder',
  label: 'Suspend',
  flag: 'suspendActiveOrder',
  key: 'h',
  enabled: ({ order }, context) =>
    order.state === 'Suspended'
      ? { reason: 'The order is suspended already.' }
      : permitted('suspendActiveOrder', context),
  mustConfirm: () => null,
  perform: ({ order, requestId }) => send({ requestId, activeOrderSeq: order.activeOrderSeq }),
  tell: (target) => `Suspended order ${target.order.activeOrderSeq}: ${orderWords(target)}.`,
};
