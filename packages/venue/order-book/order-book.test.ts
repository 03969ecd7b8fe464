import type { Side } from '@openpit/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPrice, type Lots, lots, type Ticks, ticks } from '../kernel/units.ts';
import { NaiveOrderBook } from '../testing/naive-book.ts';
import { printBook } from '../testing/print-book.ts';
import { LadderOrderBook } from './ladder-book.ts';
import type { BookEntry, OrderBook } from './order-book.ts';

const books: readonly (readonly [string, () => OrderBook])[] = [
  ['the ladder book', () => new LadderOrderBook()],
  ['the naive book', () => new NaiveOrderBook()],
];

interface Matched {
  readonly order: number;
  readonly tick: number;
  readonly dealt: number;
  readonly left: number;
}

function match(
  book: OrderBook,
  side: Side,
  limit: number,
  quantity: number,
): { left: number; matches: Matched[] } {
  const matches: Matched[] = [];
  const left = book.match(
    { side, limit: ticks(limit), lots: lots(quantity) },
    { matched: ({ order, tick, dealt, left: rest }) => matches.push({ order, tick, dealt, left: rest }) },
  );
  return { left, matches };
}

const rest = (book: OrderBook, order: number, side: Side, tick: number, quantity: number): BookEntry =>
  book.rest({ order, side, tick: ticks(tick), lots: lots(quantity) });

describe.each(books)('%s', (_name, make) => {
  it('deals at the best price first and at equal prices with the oldest order, at the resting price', () => {
    const book = make();
    rest(book, 1, 'S', 102, 5);
    rest(book, 2, 'S', 101, 5);
    rest(book, 3, 'S', 101, 5);
    const { left, matches } = match(book, 'B', 103, 12);
    expect(matches).toEqual([
      { order: 2, tick: 101, dealt: 5, left: 0 },
      { order: 3, tick: 101, dealt: 5, left: 0 },
      { order: 1, tick: 102, dealt: 2, left: 3 },
    ]);
    expect(left).toBe(0);
    expect(book.size).toBe(1);
    expect(book.lotsAt('S', ticks(102))).toBe(3);
  });

  it('does not deal beyond the limit', () => {
    const book = make();
    rest(book, 1, 'B', 99, 4);
    const { left, matches } = match(book, 'S', 100, 4);
    expect(matches).toEqual([]);
    expect(left).toBe(4);
    expect(book.best('B')).toBe(99);
  });

  it('sends a resubmitted order to the back of the queue, and keeps the place of a reduced one', () => {
    const book = make();
    const first = rest(book, 1, 'B', 100, 5);
    rest(book, 2, 'B', 100, 5);
    book.reduce(first, lots(3));
    expect([...book.resting('B')].map((order) => order.order)).toEqual([1, 2]);
    expect(book.remove(first)).toBe(3);
    rest(book, 1, 'B', 100, 3);
    expect([...book.resting('B')].map((order) => order.order)).toEqual([2, 1]);
  });

  it('rejects the entry of an order that has left, even when another order has its place', () => {
    const book = make();
    const entry = rest(book, 1, 'B', 100, 5);
    book.remove(entry);
    expect(() => book.remove(entry)).toThrow(/void/);
    rest(book, 2, 'S', 105, 5);
    expect(() => book.remove(entry)).toThrow(/void/);
    expect(book.size).toBe(1);
  });

  it('counts available lots up to the quantity asked for', () => {
    const book = make();
    rest(book, 1, 'S', 100, 5);
    rest(book, 2, 'S', 104, 5);
    const available = (limit: number, quantity: number) =>
      book.available({ side: 'B', limit: ticks(limit), lots: lots(quantity) });
    expect(available(99, 10)).toBe(0);
    expect(available(103, 10)).toBe(5);
    expect(available(104, 10)).toBe(10);
    expect(available(104, 7)).toBe(7);
  });

  it('counts the lots that a seller could deal, from the best bid down to the limit', () => {
    const book = make();
    rest(book, 1, 'B', 104, 5);
    rest(book, 2, 'B', 100, 3);
    rest(book, 3, 'B', 97, 2);
    const available = (limit: number) => book.available({ side: 'S', limit: ticks(limit), lots: lots(50) });
    expect([105, 104, 101, 100, 98, 97, -4000].map(available)).toEqual([0, 5, 5, 8, 8, 10, 10]);
    expect(book.available({ side: 'S', limit: ticks(97), lots: lots(6) })).toBe(6);
  });

  it('has no lots at prices without resting orders, however far away', () => {
    const book = make();
    expect(book.lotsAt('B', ticks(100))).toBe(0);
    rest(book, 1, 'B', 100, 5);
    expect([-100_000, 0, 99, 100, 101, 100_000].map((tick) => book.lotsAt('B', ticks(tick)))).toEqual([
      0, 0, 0, 5, 0, 0,
    ]);
    expect(book.lotsAt('S', ticks(100))).toBe(0);
  });

  it.each(['B', 'S'] as const)(
    'keeps every order in its place when there are many and their prices are far apart (%s)',
    (step) => {
      const book = make();
      for (let order = 1; order <= 40; order += 1) rest(book, order, step, 100 + (order % 4), order);
      for (const [order, tick] of [
        [41, 5_000],
        [42, 100],
        [43, -5_000],
        [44, 103],
      ] as const)
        rest(book, order, step, tick, order);
      const byPrice = [...book.resting(step)];
      const queueAt = (tick: number) =>
        byPrice.filter((resting) => resting.tick === tick).map(({ order }) => order);
      expect(queueAt(100)).toEqual([4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 42]);
      expect(queueAt(103)).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 44]);
      expect(byPrice.every(({ order, lots: quantity }) => order === quantity)).toBe(true);
      const prices = [...new Set(byPrice.map(({ tick }) => tick))];
      const upwards = [-5_000, 100, 101, 102, 103, 5_000];
      expect(prices).toEqual(step === 'S' ? upwards : upwards.reverse());
      expect(book.size).toBe(44);
      expect(book.best(step)).toBe(prices[0]);
      expect(book.lotsAt(step, ticks(100))).toBe(4 + 8 + 12 + 16 + 20 + 24 + 28 + 32 + 36 + 40 + 42);
      const { matches } = match(book, step === 'B' ? 'S' : 'B', step === 'B' ? -5_000 : 5_000, 10_000);
      expect(matches.map(({ order }) => order)).toEqual(byPrice.map(({ order }) => order));
      expect(book.size).toBe(0);
    },
  );

  it('voids the entry of an order that is filled, but not of a partially filled order', () => {
    const book = make();
    const [whole, part] = [rest(book, 1, 'S', 100, 5), rest(book, 2, 'S', 100, 5)];
    match(book, 'B', 100, 7);
    expect(() => book.remove(whole)).toThrow(/void/);
    expect(() => book.reduce(whole, lots(1))).toThrow(/void/);
    expect(() => book.reduce(part, lots(3))).toThrow(/cannot be reduced/);
    expect(book.remove(part)).toBe(3);
    expect(book.best('S')).toBeNull();
  });

  it('uses the place of a removed order again, and keeps the old entry void', () => {
    const book = make();
    const entries = [1, 2, 3].map((order) => rest(book, order, 'B', 100 + order, order));
    for (const entry of entries) book.remove(entry);
    for (let order = 4; order <= 30; order += 1) rest(book, order, 'B', 90, 1);
    expect([...book.resting('B')].map(({ order }) => order)).toEqual(
      Array.from({ length: 27 }, (_, at) => at + 4),
    );
    for (const entry of entries) expect(() => book.remove(entry)).toThrow(/void/);
  });

  it('accepts negative prices and prices far apart, because differences can be both', () => {
    const book = make();
    rest(book, 1, 'B', -4000, 1);
    rest(book, 2, 'B', 5000, 1);
    rest(book, 3, 'B', -12, 1);
    expect([...book.resting('B')].map(({ tick }) => tick)).toEqual([5000, -12, -4000]);
    expect(match(book, 'S', -4000, 3).matches.map(({ order }) => order)).toEqual([2, 3, 1]);
    expect(book.best('B')).toBeNull();
  });

  it('prints itself', () => {
    const book = make();
    expect(printBook(book, asPrice(20))).toBe('(empty)');
    rest(book, 1, 'B', 20_174, 12);
    rest(book, 2, 'B', 20_174, 3);
    rest(book, 3, 'S', 20_176, 20);
    rest(book, 4, 'S', 20_177, 1);
    expect(printBook(book, asPrice(20))).toBe(
      ['            15 (1 2)    4034.80 | 4035.20    20 (3)', `${' '.repeat(31)} | 4035.40    1 (4)`].join(
        '\n',
      ),
    );
  });
});

type Step =
  | { kind: 'insert'; side: Side; tick: number; lots: number; wide: boolean }
  | { kind: 'remove'; pick: number }
  | { kind: 'reduce'; pick: number };

const side = fc.constantFrom<Side>('B', 'S');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      side,
      tick: fc.integer({ min: -15, max: 15 }),
      lots: fc.integer({ min: 1, max: 9 }),
      wide: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reduce' as const), pick: fc.nat() }) },
);

interface Driven {
  readonly book: OrderBook;
  readonly live: Map<number, BookEntry>;
  readonly log: string[];
}

function drive(driven: Driven, next: Step, order: number): void {
  const { book, live, log } = driven;
  const picked = (pick: number) => [...live.keys()].sort((a, b) => a - b)[pick % Math.max(live.size, 1)];
  if (next.kind === 'insert') {
    // A few prices are far out, so that the window of levels has to move and widen.
    const tick = next.wide && next.tick % 5 === 0 ? next.tick * 977 : next.tick;
    const { left, matches } = match(book, next.side, tick, next.lots);
    for (const matched of matches) {
      log.push(`${matched.order} ${matched.tick} ${matched.dealt} ${matched.left}`);
      if (matched.left === 0) live.delete(matched.order);
    }
    if (left > 0) live.set(order, rest(book, order, next.side, tick, left));
    return;
  }
  const chosen = picked(next.pick);
  if (chosen === undefined) return;
  const entry = live.get(chosen) as BookEntry;
  if (next.kind === 'remove') {
    log.push(`removed ${chosen} ${book.remove(entry)}`);
    live.delete(chosen);
  } else {
    const now = [...book.resting('B'), ...book.resting('S')].find((resting) => resting.order === chosen);
    const lotsNow: number = now?.lots ?? 0;
    if (lotsNow > 1) book.reduce(entry, lots(lotsNow - 1));
  }
}

const picture = (book: OrderBook) => ({
  buys: [...book.resting('B')],
  sells: [...book.resting('S')],
  bestBid: book.best('B'),
  bestOffer: book.best('S'),
  size: book.size,
});

describe('the ladder book compared with the naive book', () => {
  it('has the same deals and queues, and is never crossed, for any commands', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
        const fast: Driven = { book: new LadderOrderBook(), live: new Map(), log: [] };
        const naive: Driven = { book: new NaiveOrderBook(), live: new Map(), log: [] };
        steps.forEach((next, order) => {
          drive(fast, next, order + 1);
          drive(naive, next, order + 1);
          expect(fast.log).toEqual(naive.log);
          expect(picture(fast.book)).toEqual(picture(naive.book));
          const [bid, offer] = [fast.book.best('B'), fast.book.best('S')];
          expect(bid !== null && offer !== null && bid >= offer).toBe(false);
          for (const { tick } of fast.book.resting('B'))
            expect(fast.book.lotsAt('B', tick)).toBe(naive.book.lotsAt('B', tick));
          const probe = { side: 'B' as Side, limit: 3 as Ticks, lots: 20 as Lots };
          expect(fast.book.available(probe)).toBe(naive.book.available(probe));
        });
      }),
      { numRuns: 300 },
    );
  });
});
