import { emptyDepthRow } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { activeOrder } from '../../../testing/rows.ts';
import { chipLook, orderWords, ownOrdersAt, placeText, quantitiesOf } from './ladder-levels.ts';

const tick = 0.2;

describe('the quantities on a ladder', () => {
  it('are the lots of all orders at a price, by side', () => {
    const { bids, offers, largest } = quantitiesOf(
      [
        { ...emptyDepthRow, bidPrice: 4030, bidQty: 5, sellPrice: 4030.2, offerQty: 3 },
        { ...emptyDepthRow, bidPrice: 4030, bidQty: 4 },
      ],
      tick,
    );
    expect([...bids]).toEqual([[20_150, 9]]);
    expect([...offers]).toEqual([[20_151, 3]]);
    expect(largest).toBe(9);
  });

  it('are none for an empty book', () => {
    expect(quantitiesOf([], tick).largest).toBe(0);
  });
});

describe('own orders on a ladder', () => {
  it('are those of the contract that are in the market, by side and price, the oldest first', () => {
    const at = ownOrdersAt(
      [
        activeOrder({ activeOrderSeq: 3, time: 9 }),
        activeOrder({ activeOrderSeq: 2, time: 4 }),
        activeOrder({ activeOrderSeq: 4, side: 'S', price: 4040 }),
        activeOrder({ activeOrderSeq: 5, state: 'Suspended' }),
        activeOrder({ activeOrderSeq: 6, state: 'Pre-market', price: 4034.6 }),
        activeOrder({ activeOrderSeq: 7, contract: 'MAR27 WMAZ' }),
      ],
      'DEC26 WMAZ',
      tick,
    );
    const numbers = (orders: typeof at.B) =>
      [...orders].map(([ticks, there]) => [ticks, ...there.map((order) => order.activeOrderSeq)]);
    expect(numbers(at.B)).toEqual([
      [20_173, 6],
      [20_174, 2, 3],
    ]);
    expect(numbers(at.S)).toEqual([[20_200, 4]]);
  });

  it('say their place in the queue and the lots before them, and nothing while these are not known', () => {
    const order = activeOrder({ activeOrderSeq: 41, queuePosition: 2, lotsAhead: 14 });
    expect(placeText(order)).toBe('#2');
    expect(orderWords(order)).toBe('Own order 41: 10 lots, place 2 at its price, 14 lots deal before it');
    expect(orderWords({ ...order, lotsAhead: 1 })).toContain('1 lot deals before it');
    for (const unknown of [activeOrder({ queuePosition: null, lotsAhead: null }), activeOrder()]) {
      expect(placeText(unknown)).toBe('');
      expect(orderWords(unknown)).toBe('Own order 1: 10 lots');
    }
  });

  it('leave out first their places and then their number where a panel is narrow', () => {
    const two = [activeOrder({ queuePosition: 1 }), activeOrder({ queuePosition: 2 })];
    expect(chipLook(two, 200)).toBe('place');
    expect(chipLook(two, 100)).toBe('lots');
    expect(chipLook(two, 50)).toBe('sum');
    expect(chipLook(two.slice(0, 1), 60)).toBe('place');
  });
});
