import type { OrderReply } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { orderSentence, outcomeSentence, typeWords } from './order-sentences.ts';

const order = { side: 'B', qty: 10, contract: 'DEC26 WMAZ', priceText: '4,035.20' } as const;
const reply = (change: Partial<OrderReply>): OrderReply => ({
  seq: 7,
  activeOrderSeq: 41,
  state: 'Active',
  remaining: 10,
  dealt: 0,
  ref: '1',
  repeated: false,
  ...change,
});

describe('an order in words', () => {
  it('says what it will do, in full', () => {
    expect(orderSentence(order)).toBe('Buy 10 DEC26 WMAZ at 4,035.20');
    expect(orderSentence({ ...order, side: 'S' })).toBe('Sell 10 DEC26 WMAZ at 4,035.20');
    expect(typeWords(0)).toBeNull();
    expect(typeWords(1)).toBe('take or kill');
    expect(typeWords(2)).toBe('fill or kill');
  });

  it('says what rests, what was dealt and what was killed', () => {
    expect(outcomeSentence(order, reply({}))).toBe(
      'Order 41 rests in the market: Buy 10 DEC26 WMAZ at 4,035.20.',
    );
    expect(outcomeSentence(order, reply({ dealt: 4, remaining: 6 }))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.20 or better, 6 lots rest at 4,035.20.',
    );
    expect(outcomeSentence(order, reply({ state: 'Filled', dealt: 10, remaining: 0 }))).toBe(
      'Order 41: Bought 10 DEC26 WMAZ at 4,035.20 or better, all dealt.',
    );
    expect(outcomeSentence(order, reply({ state: 'Killed', remaining: 0 }))).toBe(
      'Order 41 was killed: nothing could be dealt at 4,035.20 or better.',
    );
    expect(outcomeSentence(order, reply({ state: 'Killed', dealt: 4, remaining: 0 }))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.20 or better, the rest was killed.',
    );
  });

  it('never reports a partial fill as a full one', () => {
    for (const state of ['Active', 'Killed'] as const)
      expect(outcomeSentence(order, reply({ state, dealt: 4, remaining: 6 }))).not.toContain('all dealt');
  });
});
