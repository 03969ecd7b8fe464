import { describe, expect, it } from 'vitest';
import { epochMs } from '../kernel/units.ts';
import { publishedMarkRules } from '../reference/reference-data.ts';
import { TestMarket } from '../testing/test-market.ts';
import { LeftOrders } from './left-orders.ts';
import type { Order } from './order.ts';

const minuteMs = 60_000;
const market = TestMarket.opened().reference;
const contractOf = (name: string) => {
  const contract = market.contracts.get(name);
  if (contract === undefined) throw new Error(`no ${name}`);
  return contract;
};
const future = contractOf('DEC26 WMAZ');
const anOrder = (price: number, queuedAt: number, side: 'B' | 'S' = 'B') =>
  ({ contract: future, side, price, queuedAt }) as unknown as Order;

describe('the orders that have left the books', () => {
  it('give the best price of those that were there at the moment and had rested long enough', () => {
    const left = new LeftOrders();
    left.note(anOrder(403_000, 0), epochMs(10 * minuteMs), publishedMarkRules);
    left.note(anOrder(403_400, 9 * minuteMs), epochMs(11 * minuteMs), publishedMarkRules);
    left.note(anOrder(403_600, 11 * minuteMs), epochMs(11.5 * minuteMs), publishedMarkRules);
    const bestAt = (minute: number) =>
      left.best(future.index, 'B', { moment: minute * minuteMs, since: (minute - 1) * minuteMs });
    expect([9, 9.5, 10, 10.5, 11, 11.2].map(bestAt)).toEqual([
      403_000,
      403_000,
      403_400,
      403_400,
      null,
      null,
    ]);
    expect(left.best(future.index, 'S', { moment: 9 * minuteMs, since: 8 * minuteMs })).toBeNull();
    expect(left.best(future.index + 1, 'B', { moment: 9 * minuteMs, since: 8 * minuteMs })).toBeNull();
  });

  it('give the highest bid and the lowest offer for any order of removal', () => {
    const left = new LeftOrders();
    const bestAfter = (side: 'B' | 'S', price: number) => {
      left.note(anOrder(price, 0, side), epochMs(10 * minuteMs), publishedMarkRules);
      return left.best(future.index, side, { moment: 9 * minuteMs, since: 8 * minuteMs });
    };
    const prices = [403_400, 403_600, 403_200];
    expect(prices.map((price) => bestAfter('B', price))).toEqual([403_400, 403_600, 403_600]);
    expect(prices.map((price) => bestAfter('S', price))).toEqual([403_400, 403_400, 403_200]);
  });

  it('are forgotten after the last minutes, the same for one that was saved and loaded on the way', () => {
    let left = new LeftOrders();
    const whole = new LeftOrders();
    for (let minute = 2; minute < 100; minute += 1)
      for (const orders of [left, whole]) {
        orders.note(anOrder(403_000, 0), epochMs(minute * minuteMs), publishedMarkRules);
        if (minute % 7 === 0) left = LeftOrders.load(left.save());
      }
    expect(left.save()).toEqual(whole.save());
    expect(whole.save().map(({ to }) => to / minuteMs)).toEqual([95, 96, 97, 98, 99]);
  });
});
