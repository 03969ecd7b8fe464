// Converts the venue's answer to an accepted command into the reply of its call: cents become rand, and lots become a quantity.

import type { DealtAtOnce } from '@openpit/projections';
import type { Answer, OrderAnswer } from '@openpit/venue';
import { toPercent, toRand } from '@openpit/wire';

/**
 * The reply's fields. `seq` is the journal position of the command that had this answer. `repeated` tells whether the reply repeats the
 * reply to an earlier request. `dealt` has the prices of the orders that dealt immediately.
 */
export function replyOfAnswer(
  { seq, answer, dealt = [] }: AnsweredRequest,
  { repeated }: { readonly repeated: boolean },
): object {
  return { seq, ...fieldsOf(answer, dealt), repeated };
}

interface AnsweredRequest {
  readonly seq: number;
  readonly answer: Answer | null;
  readonly dealt?: readonly DealtAtOnce[] | undefined;
}

function fieldsOf(answer: Answer | null, dealt: readonly DealtAtOnce[]): object {
  if (answer === null) return {};
  switch (answer.kind) {
    case 'order':
      return { ...orderFields(answer), ...pricesOf(answer, dealt) };
    case 'double': {
      const { bid, offer } = answer;
      return {
        bid: { ...orderFields(bid), ...pricesOf(bid, dealt) },
        offer: { ...orderFields(offer), ...pricesOf(offer, dealt) },
      };
    }
    default: {
      const { kind, ...fields } = answer;
      return fields;
    }
  }
}

function pricesOf({ activeOrderSeq }: OrderAnswer, dealt: readonly DealtAtOnce[]): object {
  const ownOrder = dealt.find((order) => order.activeOrderSeq === activeOrderSeq);
  if (ownOrder === undefined) return {};
  const { averagePrice, legs } = ownOrder;
  return { averagePrice, ...(legs !== undefined && { legs }) };
}

function orderFields({ kind, pricing, hedge, ...order }: OrderAnswer): object {
  if (pricing === undefined) return order;
  const { premium, volatility, reference, delta } = pricing;
  return {
    ...order,
    premium: toRand(premium),
    volatility: toPercent(volatility),
    reference: toRand(reference),
    delta,
    ...(hedge === undefined
      ? {}
      : { hedge: { contract: hedge.contract, side: hedge.side, qty: hedge.lots } }),
  };
}
