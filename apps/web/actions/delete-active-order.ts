// Deletes an order permanently (ACT-4). Deleting lowers risk, so it stays possible while prices are stale; it asks first,
// because nothing brings the order back.
import { DeleteIcon } from '../ui/icons.tsx';
import { orderAction, orderWords } from './order-actions.ts';

export const deleteActiveOrder = orderAction({
  command: 'deleteActiveOrder',
  label: 'Delete',
  icon: DeleteIcon,
  key: 'Delete',
  question: (target) => ({
    title: 'Delete the order?',
    sentence: `Order ${target.order.activeOrderSeq}: ${orderWords(target)}. A deleted order does not come back.`,
    confirmLabel: 'Delete',
    isDestructive: true,
  }),
  accepted: (target) => `Deleted order ${target.order.activeOrderSeq}: ${orderWords(target)}.`,
});
