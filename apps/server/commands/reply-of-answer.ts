// Turns the venue's answer to an accepted command into the reply of its call: cents become rand, lots a quantity.
import type { Answer, OrderAnswer } from '@openpit/venue';

/**
 * The reply's fields. `seq` is the place in the journal of the command that had this answer; `repeated` says whether
 * the reply repeats that of an earlier request.
 */
export function replyOfAnswer(seq: number, answer: Answer | null, repeated: boolean): object {
  return { seq, ...fieldsOf(answer), repeated };
}

function fieldsOf(answer: Answer | null): object {
  if (answer === null) return {};
  switch (answer.kind) {
    case 'order':
      return orderFields(answer);
    case 'double':
      return { bid: orderFields(answer.bid), offer: orderFields(answer.offer) };
    default: {
      const { kind, ...fields } = answer;
      return fields;
    }
  }
}

function orderFields({ kind, pricing, hedge, ...order }: OrderAnswer): object {
  if (pricing === undefined) return order;
  const { premium, volatility, reference, delta } = pricing;
  return {
    ...order,
    premium: premium / 100,
    volatility: volatility / 100,
    reference: reference / 100,
    delta,
    ...(hedge === undefined
      ? {}
      : { hedge: { contract: hedge.contract, side: hedge.side, qty: hedge.lots } }),
  };
}
