import type { OrderReply } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFormatLocale } from '../ui/format.ts';
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

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

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

  it('[ACT-1] names the average price at which it dealt', () => {
    const dealt = { dealt: 4, remaining: 6, averagePrice: 4035.15 };
    expect(outcomeSentence(order, reply(dealt))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.15 on average, 6 lots rest at 4,035.20.',
    );
    expect(outcomeSentence(order, reply({ ...dealt, state: 'Killed', remaining: 0 }))).toBe(
      'Order 41: Bought 4 DEC26 WMAZ at 4,035.15 on average, the rest was killed.',
    );
    expect(
      outcomeSentence(order, reply({ state: 'Filled', dealt: 1, remaining: 0, averagePrice: 4035 })),
    ).toBe('Order 41: Bought 1 DEC26 WMAZ at 4,035.00, all dealt.');
  });

  it('[PANEL-4] names the legs of a split and their prices', () => {
    const split = { side: 'B', qty: 10, contract: 'MAR27-MAY27 WMAZ', priceText: '−74.00' } as const;
    const legs = [
      { contract: 'MAY27 WMAZ', side: 'B', qty: 10, averagePrice: 3980.6 },
      { contract: 'MAR27 WMAZ', side: 'S', qty: 10, averagePrice: 4054.6 },
    ] as const;
    const all = reply({ state: 'Filled', dealt: 10, remaining: 0, averagePrice: -74, legs: [...legs] });
    expect(outcomeSentence(split, all)).toBe(
      'Order 41: Bought 10 MAR27-MAY27 WMAZ at −74.00 on average, all dealt. Bought 10 MAY27 WMAZ at 3,980.60, sold 10 MAR27 WMAZ at 4,054.60.',
    );
  });

  it('never reports a partial fill as a full one', () => {
    for (const state of ['Active', 'Killed'] as const)
      expect(outcomeSentence(order, reply({ state, dealt: 4, remaining: 6 }))).not.toContain('all dealt');
  });
});
