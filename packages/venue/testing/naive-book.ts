// The obvious order book: one array per side in price–time order, searched from the front. Slow and plainly correct; it
// is the reference model against which ladder-book.ts is tested.
import type { Side } from '@openpit/terms';
import { assert, mustExist } from '../kernel/assert.ts';
import { lots as asLots, type Lots, type Ticks } from '../kernel/units.ts';
import type { BookEntry, MatchListener, OrderBook, RestingOrder } from '../order-book/order-book.ts';

interface NaiveOrder {
  readonly entry: BookEntry;
  readonly order: number;
  readonly side: Side;
  readonly tick: Ticks;
  lots: Lots;
}

export class NaiveOrderBook implements OrderBook {
  readonly #sides: Record<Side, NaiveOrder[]> = { B: [], S: [] };
  #nextEntry = 1;

  get size(): number {
    return this.#sides.B.length + this.#sides.S.length;
  }

  match(incoming: { side: Side; limit: Ticks; lots: Lots }, listener: MatchListener): Lots {
    const queue = this.#sides[incoming.side === 'B' ? 'S' : 'B'];
    let left: number = incoming.lots;
    while (left > 0 && queue.length > 0) {
      const resting = mustExist(queue[0], 'a queue with orders has a first one');
      if (!crosses(incoming.side, incoming.limit, resting.tick)) break;
      const dealt = Math.min(left, resting.lots);
      left -= dealt;
      resting.lots = asLots(resting.lots - dealt);
      if (resting.lots === 0) queue.shift();
      listener.matched({
        order: resting.order,
        tick: resting.tick,
        dealt: asLots(dealt),
        left: resting.lots,
      });
    }
    return asLots(left);
  }

  rest({ order, side, tick, lots }: { order: number; side: Side; tick: Ticks; lots: Lots }): BookEntry {
    const queue = this.#sides[side];
    const behind = queue.findIndex((other) => (side === 'B' ? other.tick < tick : other.tick > tick));
    const entry = this.#nextEntry as BookEntry;
    this.#nextEntry += 1;
    queue.splice(behind < 0 ? queue.length : behind, 0, { entry, order, side, tick, lots });
    return entry;
  }

  remove(entry: BookEntry): Lots {
    const order = this.#find(entry);
    const queue = this.#sides[order.side];
    queue.splice(queue.indexOf(order), 1);
    return order.lots;
  }

  reduce(entry: BookEntry, lots: Lots): void {
    const order = this.#find(entry);
    assert(lots > 0 && lots < order.lots, `an order of ${order.lots} lots cannot be reduced to ${lots}`);
    order.lots = lots;
  }

  available({ side, limit, lots }: { side: Side; limit: Ticks; lots: Lots }): Lots {
    let available = 0;
    for (const resting of this.#sides[side === 'B' ? 'S' : 'B'])
      if (crosses(side, limit, resting.tick)) available += resting.lots;
    return asLots(Math.min(available, lots));
  }

  best(side: Side): Ticks | null {
    return this.#sides[side][0]?.tick ?? null;
  }

  lotsAt(side: Side, tick: Ticks): Lots {
    let sum = 0;
    for (const resting of this.#sides[side]) if (resting.tick === tick) sum += resting.lots;
    return asLots(sum);
  }

  resting(side: Side): Iterable<RestingOrder> {
    return this.#sides[side].map(({ order, tick, lots }) => ({ order, tick, lots }));
  }

  #find(entry: BookEntry): NaiveOrder {
    const order = [...this.#sides.B, ...this.#sides.S].find((order) => order.entry === entry);
    return mustExist(order, `book entry ${entry} is void: its order has left the book`);
  }
}

function crosses(side: Side, limit: Ticks, tick: Ticks): boolean {
  return side === 'B' ? tick <= limit : tick >= limit;
}
