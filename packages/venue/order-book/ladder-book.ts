// The order book that the market runs on: price levels in typed arrays, indexed by tick within a window that grows with the prices seen;
// orders as slots linked within their level; an occupancy bitmap per side. Matching and resting allocate no objects. The arrays are fields
// that methods read into locals, because a factory of closures ran at half this speed when measured.
import type { Side } from '@openpit/terms';
import { assert, VenueBug } from '../kernel/assert.ts';
import type { Lots, Ticks } from '../kernel/units.ts';
import { Occupancy } from './occupancy.ts';
import type { BookEntry, MatchListener, OrderBook, RestingMatch, RestingOrder } from './order-book.ts';

const none = -1;
const buy = 0;
const sell = 1;
type SideIndex = typeof buy | typeof sell;

/** An entry combines a slot number with the slot's generation, so that stale entries are detected. */
const slotBits = 21;
const slotMask = (1 << slotBits) - 1;
const generationMask = (1 << (31 - slotBits)) - 1;

const firstSlots = 16;
const firstLevels = 64;
/** Beyond this the arrays would not fit in memory; the caller must have rejected such a price. */
const maxLevels = 1 << 24;

class Ladder {
  head: Int32Array;
  tail: Int32Array;
  /** Not 32 bits, because the lots of one level have no maximum. */
  lots: Float64Array;
  occupancy: Occupancy;
  /** Level of the best price, or -1 if the side is empty. */
  best = none;

  constructor(levels: number) {
    this.head = new Int32Array(levels).fill(none);
    this.tail = new Int32Array(levels).fill(none);
    this.lots = new Float64Array(levels);
    this.occupancy = new Occupancy(levels);
  }
}

/** The shared, read-only arrays of a book before its first order, which most of ten thousand contracts never receive. */
const noLevels = new Ladder(0);
const noOrders = {
  order: new Float64Array(0),
  tick: new Int32Array(0),
  lots: new Int32Array(0),
  side: new Uint8Array(0),
  next: new Int32Array(0),
  previous: new Int32Array(0),
  generation: new Uint16Array(0),
};

export class LadderOrderBook implements OrderBook {
  #levels = 0;
  /** Tick of level 0. */
  #base = 0;
  #buys = noLevels;
  #sells = noLevels;

  #order = noOrders.order;
  #tick = noOrders.tick;
  #lots = noOrders.lots;
  #side = noOrders.side;
  #next = noOrders.next;
  #previous = noOrders.previous;
  #generation = noOrders.generation;
  #free = none;
  #used = 0;
  #size = 0;

  readonly #match: RestingMatch = { order: 0, tick: 0 as Ticks, dealt: 0 as Lots, left: 0 as Lots };

  get size(): number {
    return this.#size;
  }

  match(incoming: { side: Side; limit: Ticks; lots: Lots }, listener: MatchListener): Lots {
    const buying = incoming.side === 'B';
    const ladder = buying ? this.#sells : this.#buys;
    const limitLevel = incoming.limit - this.#base;
    const orders = this.#order;
    const lots = this.#lots;
    const next = this.#next;
    const match = this.#match;
    let left: number = incoming.lots;
    while (left > 0) {
      const level = ladder.best;
      if (level === none || (buying ? level > limitLevel : level < limitLevel)) break;
      const slot = ladder.head[level]!;
      const resting = lots[slot]!;
      const dealt = resting < left ? resting : left;
      left -= dealt;
      ladder.lots[level]! -= dealt;
      lots[slot] = resting - dealt;
      match.order = orders[slot]!;
      match.tick = (level + this.#base) as Ticks;
      match.dealt = dealt as Lots;
      match.left = (resting - dealt) as Lots;
      if (dealt === resting) {
        const behind = next[slot]!;
        ladder.head[level] = behind;
        if (behind === none) {
          ladder.tail[level] = none;
          this.#emptied(ladder, buying ? sell : buy, level);
        } else this.#previous[behind] = none;
        this.#release(slot);
      }
      listener.matched(match);
    }
    return left as Lots;
  }

  rest({ order, side, tick, lots }: { order: number; side: Side; tick: Ticks; lots: Lots }): BookEntry {
    const level = this.#levelOf(tick);
    const ladder = side === 'B' ? this.#buys : this.#sells;
    const slot = this.#take();
    this.#order[slot] = order;
    this.#tick[slot] = tick;
    this.#lots[slot] = lots;
    this.#side[slot] = side === 'B' ? buy : sell;
    this.#next[slot] = none;
    const last = ladder.tail[level]!;
    this.#previous[slot] = last;
    ladder.tail[level] = slot;
    ladder.lots[level]! += lots;
    if (last !== none) this.#next[last] = slot;
    else {
      ladder.head[level] = slot;
      ladder.occupancy.set(level);
      const best = ladder.best;
      if (best === none || (side === 'B' ? level > best : level < best)) ladder.best = level;
    }
    this.#size += 1;
    return ((this.#generation[slot]! << slotBits) | slot) as BookEntry;
  }

  remove(entry: BookEntry): Lots {
    const slot = this.#slotOf(entry);
    const side = this.#side[slot] as SideIndex;
    const ladder = side === buy ? this.#buys : this.#sells;
    const level = this.#tick[slot]! - this.#base;
    const lots = this.#lots[slot]!;
    const ahead = this.#previous[slot]!;
    const behind = this.#next[slot]!;
    ladder.lots[level]! -= lots;
    if (ahead === none) ladder.head[level] = behind;
    else this.#next[ahead] = behind;
    if (behind === none) ladder.tail[level] = ahead;
    else this.#previous[behind] = ahead;
    if (ahead === none && behind === none) this.#emptied(ladder, side, level);
    this.#release(slot);
    return lots as Lots;
  }

  reduce(entry: BookEntry, lots: Lots): void {
    const slot = this.#slotOf(entry);
    const before = this.#lots[slot]!;
    if (lots <= 0 || lots >= before)
      throw new VenueBug(`an order of ${before} lots cannot be reduced to ${lots}`);
    this.#lots[slot] = lots;
    const ladder = this.#side[slot] === buy ? this.#buys : this.#sells;
    ladder.lots[this.#tick[slot]! - this.#base]! -= before - lots;
  }

  available({ side, limit, lots }: { side: Side; limit: Ticks; lots: Lots }): Lots {
    const buying = side === 'B';
    const ladder = buying ? this.#sells : this.#buys;
    const limitLevel = limit - this.#base;
    let level = ladder.best;
    let available = 0;
    while (level !== none && available < lots && (buying ? level <= limitLevel : level >= limitLevel)) {
      available += ladder.lots[level]!;
      level = buying ? ladder.occupancy.atOrAbove(level + 1) : ladder.occupancy.atOrBelow(level - 1);
    }
    return (available < lots ? available : lots) as Lots;
  }

  best(side: Side): Ticks | null {
    const level = (side === 'B' ? this.#buys : this.#sells).best;
    return level === none ? null : ((level + this.#base) as Ticks);
  }

  lotsAt(side: Side, tick: Ticks): Lots {
    const level = tick - this.#base;
    if (level < 0 || level >= this.#levels) return 0 as Lots;
    return (side === 'B' ? this.#buys : this.#sells).lots[level]! as Lots;
  }

  *resting(side: Side): Iterable<RestingOrder> {
    const ladder = side === 'B' ? this.#buys : this.#sells;
    let level = ladder.best;
    while (level !== none) {
      for (let slot = ladder.head[level]!; slot !== none; slot = this.#next[slot]!)
        yield {
          order: this.#order[slot]!,
          tick: (level + this.#base) as Ticks,
          lots: this.#lots[slot]! as Lots,
        };
      level = side === 'B' ? ladder.occupancy.atOrBelow(level - 1) : ladder.occupancy.atOrAbove(level + 1);
    }
  }

  #emptied(ladder: Ladder, side: SideIndex, level: number): void {
    ladder.occupancy.clear(level);
    if (ladder.best === level)
      ladder.best = side === buy ? ladder.occupancy.atOrBelow(level) : ladder.occupancy.atOrAbove(level);
  }

  #slotOf(entry: BookEntry): number {
    const slot = entry & slotMask;
    const valid =
      slot < this.#used && this.#lots[slot]! > 0 && this.#generation[slot]! === entry >>> slotBits;
    if (!valid) throw new VenueBug(`book entry ${entry} is void: its order has left the book`);
    return slot;
  }

  #take(): number {
    let slot = this.#free;
    if (slot !== none) {
      this.#free = this.#next[slot]!;
      return slot;
    }
    slot = this.#used;
    this.#used += 1;
    if (slot === this.#order.length) this.#growSlots();
    return slot;
  }

  #release(slot: number): void {
    this.#lots[slot] = 0;
    this.#generation[slot] = (this.#generation[slot]! + 1) & generationMask;
    this.#next[slot] = this.#free;
    this.#free = slot;
    this.#size -= 1;
  }

  #growSlots(): void {
    const length = Math.max(firstSlots, this.#order.length * 2);
    assert(length <= slotMask + 1, 'a book holds at most two million orders');
    this.#order = grown(this.#order, new Float64Array(length));
    this.#tick = grown(this.#tick, new Int32Array(length));
    this.#lots = grown(this.#lots, new Int32Array(length));
    this.#side = grown(this.#side, new Uint8Array(length));
    this.#next = grown(this.#next, new Int32Array(length));
    this.#previous = grown(this.#previous, new Int32Array(length));
    this.#generation = grown(this.#generation, new Uint16Array(length));
  }

  /** The level of a tick; widens the window if the tick is outside. */
  #levelOf(tick: Ticks): number {
    const level = tick - this.#base;
    if (level >= 0 && level < this.#levels) return level;
    this.#widen(tick);
    return tick - this.#base;
  }

  #widen(tick: number): void {
    const [buys, sells, base] = [this.#buys, this.#sells, this.#base];
    const levels = this.#levels;
    let low = tick;
    let high = tick;
    for (const ladder of [buys, sells]) {
      if (ladder.best === none) continue;
      low = Math.min(low, base + ladder.occupancy.atOrAbove(0));
      high = Math.max(high, base + ladder.occupancy.atOrBelow(levels - 1));
    }
    let width = Math.max(firstLevels, levels);
    while (width < (high - low + 1) * 2) width *= 2;
    assert(width <= maxLevels, `prices ${low} to ${high} ticks are too far apart for one book`);
    this.#levels = width;
    this.#base = low - ((width - (high - low + 1)) >> 1);
    this.#buys = this.#moved(buys, base);
    this.#sells = this.#moved(sells, base);
  }

  #moved(from: Ladder, oldBase: number): Ladder {
    const to = new Ladder(this.#levels);
    const shift = oldBase - this.#base;
    if (from.best === none) return to;
    for (
      let level = from.occupancy.atOrAbove(0);
      level !== none;
      level = from.occupancy.atOrAbove(level + 1)
    ) {
      to.head[level + shift] = from.head[level]!;
      to.tail[level + shift] = from.tail[level]!;
      to.lots[level + shift] = from.lots[level]!;
      to.occupancy.set(level + shift);
    }
    to.best = from.best + shift;
    return to;
  }
}

function grown<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}
