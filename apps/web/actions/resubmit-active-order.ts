// Puts a suspended order back into the market (ACT-7), at the end of the queue. It may deal at once, so it is closed while
// prices are not live.
import { ResubmitIcon } from '../ui/icons.tsx';
import { orderAction, orderWords } from './order-actions.ts';
import { dealtAt, legsText, lotsText } from './order-sentences.ts';

export const resubmitActiveOrder = orderAction({
  command: 'resubmitActiveOrder',
  label: 'Resubmit',
  icon: ResubmitIcon,
  key: 'u',
  reason: ({ order }, { entryClosed }) =>
    order.state === 'Suspended' ? entryClosed : 'Only a suspended order can be resubmitted.',
  accepted(target, reply) {
    const { order, priceText } = target;
    if (reply.dealt === 0) return `Resubmitted order ${order.activeOrderSeq}: ${orderWords(target)}.`;
    const left = reply.remaining === 0 ? 'none' : lotsText(reply.remaining);
    return `Order ${order.activeOrderSeq} is back in the market: ${lotsText(reply.dealt)} dealt at ${dealtAt(reply, { priceText })}, ${left} left.${legsText(reply.legs)}`;
  },
});
