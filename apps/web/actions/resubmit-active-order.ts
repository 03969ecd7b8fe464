// Puts a suspended order back into the market (ACT-7), at the end of the queue. It may deal at once, so it is closed
// with the feed's reason while prices are not live.
import { resubmitActiveOrder as send } from '../http/orders.ts';
import { type OrderAction, orderWords, permitted } from './order-actions.ts';
import { lotsText } from './order-sentences.ts';

export const resubmitActiveOrder: OrderAction = {
  id: 'resubmitActiveOrder',
  label: 'Resubmit',
  flag: 'resubmitActiveOrder',
  key: 'u',
  enabled: ({ order }, context) => {
    if (order.state !== 'Suspended') return { reason: 'Only a suspended order can be resubmitted.' };
    const answer = permitted('resubmitActiveOrder', context);
    if (answer !== true || context.entryClosed === null) return answer;
    return { reason: context.entryClosed };
  },
  mustConfirm: () => null,
  perform: ({ order, requestId }) => send({ requestId, activeOrderSeq: order.activeOrderSeq }),
  tell: (target, reply) => {
    const { order, priceText } = target;
    if (reply.dealt === 0) return `Resubmitted order ${order.activeOrderSeq}: ${orderWords(target)}.`;
    const left = reply.remaining === 0 ? 'none' : lotsText(reply.remaining);
    return `Order ${order.activeOrderSeq} is back in the market: ${lotsText(reply.dealt)} dealt at ${priceText} or better, ${left} left.`;
  },
};
