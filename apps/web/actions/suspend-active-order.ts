// Takes an order out of the market and keeps it (ACT-5). It loses its place in the queue. Suspending lowers risk, so it stays
// possible while prices are stale; it asks nothing, because resubmitting brings the order back.
import { SuspendIcon } from '../ui/icons.tsx';
import { orderAction, orderWords } from './order-actions.ts';

export const suspendActiveOrder = orderAction({
  command: 'suspendActiveOrder',
  label: 'Suspend',
  icon: SuspendIcon,
  key: 'h',
  reason: ({ order }) => (order.state === 'Suspended' ? 'The order is suspended already.' : null),
  accepted: (target) => `Suspended order ${target.order.activeOrderSeq}: ${orderWords(target)}.`,
});
