import { asPrice, type Side } from '@openpit/venue';
import { RandomValues } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { ContractBook, type VisibleOrder } from './contract-book.ts';

const bestFirst = (side: Side, orders: readonly VisibleOrder[]): VisibleOrder[] =>
  // The sort is stable, so orders at one price stay in the order of their arrival.
  orders.toSorted((a, b) => (side === 'B' ? b.price - a.price : a.price - b.price));

describe('a visible book', () => {
  it.each(['B', 'S'] as const)('keeps price–time order on side %s for any sequence of orders', (side) => {
    const random = new RandomValues(43);
    const book = new ContractBook();
    let arrived: VisibleOrder[] = [];
    for (let activeOrderSeq = 1; activeOrderSeq <= 200; activeOrderSeq += 1) {
      // Neighbouring prices. Prices of spreads may be negative.
      const price = asPrice(random.between(-3, 3));
      const order = { activeOrderSeq, member: `M${random.below(4)}`, price, lots: random.between(2, 9) };
      book.rest(side, order);
      arrived.push(order);
      const at = random.below(arrived.length);
      const changed = arrived[at];
      const lots = random.between(0, 1);
      if (changed !== undefined && random.between(1, 10) > 2) {
        book.setLots({ ...changed, side }, lots);
        arrived = lots === 0 ? arrived.toSpliced(at, 1) : arrived.with(at, { ...changed, lots });
      }

      const expected = bestFirst(side, arrived);
      expect(side === 'B' ? book.buys : book.sells).toEqual(expected);
      const [first] = expected;
      const atBest = expected.filter((visibleOrder) => visibleOrder.price === first?.price);
      const sum = atBest.reduce((total, visibleOrder) => total + visibleOrder.lots, 0);
      expect(book.best(side)).toEqual(
        first === undefined ? null : { price: first.price, lots: sum, member: first.member },
      );
    }
  });

  it('keeps price–time order in a book of a thousand orders', () => {
    const random = new RandomValues(44);
    const book = new ContractBook();
    let arrived: VisibleOrder[] = [];
    for (let activeOrderSeq = 1; activeOrderSeq <= 1_000; activeOrderSeq += 1) {
      const price = asPrice(random.between(1, 50));
      const order = { activeOrderSeq, member: `M${random.below(4)}`, price, lots: random.between(2, 9) };
      book.rest('S', order);
      arrived.push(order);
    }
    for (let left = 300; left > 0; left -= 1) {
      const at = random.below(arrived.length);
      const [order] = arrived.slice(at, at + 1);
      if (order !== undefined) book.setLots({ ...order, side: 'S' }, 0);
      arrived = arrived.toSpliced(at, 1);
    }
    expect(book.sells).toEqual(bestFirst('S', arrived));
  });

  it('keeps a list that was read, and ignores an order that is not in it', () => {
    const book = new ContractBook();
    const order = { activeOrderSeq: 1, member: 'KAND', price: asPrice(400_000), lots: 5 };
    book.rest('B', order);
    const read = book.buys;
    book.setLots({ side: 'B', price: order.price, activeOrderSeq: 2 }, 0);
    book.setLots({ side: 'S', price: order.price, activeOrderSeq: 1 }, 0);
    book.setLots({ side: 'B', price: order.price, activeOrderSeq: 1 }, 3);
    expect(read).toEqual([order]);
    expect(book.buys).toEqual([{ ...order, lots: 3 }]);
    expect(book.isEmpty).toBe(false);
    book.setLots({ side: 'B', price: order.price, activeOrderSeq: 1 }, 0);
    expect(book.isEmpty).toBe(true);
    expect(book.best('B')).toBeNull();
  });
});
