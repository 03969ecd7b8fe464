import { type Answer, asPrice, lots, type OrderAnswer, volatility } from '@openpit/venue';
import { type UserCommandKind, userCommands } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { replyOfAnswer } from './reply-of-answer.ts';

const order: OrderAnswer = {
  kind: 'order',
  activeOrderSeq: 7,
  state: 'Active',
  remaining: lots(6),
  dealt: lots(4),
  ref: 'R1',
};
const orderFields = { activeOrderSeq: 7, state: 'Active', remaining: 6, dealt: 4, ref: 'R1' };
const pricing = {
  premium: asPrice(9_920),
  volatility: volatility(2_855),
  reference: asPrice(406_040),
  delta: -0.48125,
};
const pricingFields = { premium: 99.2, volatility: 28.55, reference: 4060.4, delta: -0.48125 };

const replies: readonly (readonly [string, UserCommandKind, Answer | null, object])[] = [
  ['an order', 'insertOrder', order, orderFields],
  ['an order on an option', 'insertOrder', { ...order, pricing }, { ...orderFields, ...pricingFields }],
  [
    'an order on a delta',
    'insertOrder',
    { ...order, pricing, hedge: { contract: 'MAR27 WMAZ', side: 'B', lots: lots(5) } },
    { ...orderFields, ...pricingFields, hedge: { contract: 'MAR27 WMAZ', side: 'B', qty: 5 } },
  ],
  [
    'a double',
    'insertDoubleOrder',
    { kind: 'double', bid: order, offer: { ...order, activeOrderSeq: 8, pricing } },
    { bid: orderFields, offer: { ...orderFields, activeOrderSeq: 8, ...pricingFields } },
  ],
  ['all orders', 'cancelAllActiveOrders', { kind: 'orders', orders: [7, 8] }, { orders: [7, 8] }],
  [
    'a strike',
    'addStrike',
    { kind: 'strike', contracts: ['MAR27 WMAZ 3800 C'] },
    { contracts: ['MAR27 WMAZ 3800 C'] },
  ],
  ['deals', 'splitDeal', { kind: 'deals', deals: [4, 6] }, { deals: [4, 6] }],
  [
    'an unmatched deal',
    'assignDealToMember',
    { kind: 'unmatched', unmatchedSeq: 9, state: 'Waiting', version: 2, deals: [] },
    { unmatchedSeq: 9, state: 'Waiting', version: 2, deals: [] },
  ],
];

describe('the reply', () => {
  it.each(replies)(
    'to %s has the fields of the answer in the units of the wire',
    (_of, kind, answer, fields) => {
      const reply = replyOfAnswer({ seq: 12, answer }, { repeated: false });
      expect(reply).toStrictEqual({ seq: 12, ...fields, repeated: false });
      // The schema that the route applies to the reply drops none of them.
      expect(userCommands[kind].reply.parse(reply)).toEqual(reply);
    },
  );

  it('has the sequence number of the first request if it is repeated, and is marked as a repeat', () => {
    expect(replyOfAnswer({ seq: 3, answer: order }, { repeated: true })).toStrictEqual({
      seq: 3,
      ...orderFields,
      repeated: true,
    });
  });

  it('[ACT-1] has the average price of the orders that dealt immediately, and the legs that a package printed', () => {
    const legs = [
      { contract: 'MAR27 WMAZ', side: 'S', qty: 4, averagePrice: 4054.6 },
      { contract: 'MAY27 WMAZ', side: 'B', qty: 4, averagePrice: 3980.6 },
    ] as const;
    const answer: Answer = { kind: 'double', bid: order, offer: { ...order, activeOrderSeq: 8 } };
    const dealt = [{ activeOrderSeq: 7, averagePrice: -74, legs }];
    const reply = replyOfAnswer({ seq: 12, answer, dealt }, { repeated: false });
    expect(reply).toStrictEqual({
      seq: 12,
      bid: { ...orderFields, averagePrice: -74, legs },
      offer: { ...orderFields, activeOrderSeq: 8 },
      repeated: false,
    });
    expect(userCommands.insertDoubleOrder.reply.parse(reply)).toEqual(reply);
  });

  it('has only the sequence number if there is no answer', () => {
    expect(replyOfAnswer({ seq: 3, answer: null }, { repeated: false })).toStrictEqual({
      seq: 3,
      repeated: false,
    });
  });
});
