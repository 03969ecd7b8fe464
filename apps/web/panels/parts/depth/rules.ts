// The levels of a contract's depth (PANEL-17): one per order, as the wire sends them, or one per price. Each
// has its own lots, the lots up to and including it, and its size as a share of the largest.
import type { DepthRow } from '@openpit/wire';
import type { DepthView } from '../../../market/own-lots.ts';
import { createSignal } from '../../../ui/signal.ts';
import { createRowSource, type RowSource } from '../row-source.ts';

export interface DepthLevel {
  /** The key of the level; 0 is the best. */
  readonly index: number;
  readonly buyer: string | null;
  readonly bidPrice: number | null;
  readonly bidQty: number;
  /** Lots bid at this level and at all better ones. */
  readonly bidUpTo: number;
  readonly bidShare: number;
  readonly seller: string | null;
  readonly sellPrice: number | null;
  readonly offerQty: number;
  readonly offerUpTo: number;
  readonly offerShare: number;
}

interface Entry {
  readonly member: string | null;
  readonly price: number;
  readonly qty: number;
}

/** The levels, best first: at most `maxDepth`, or all when it is 0. */
export function depthLevels(rows: readonly DepthRow[], view: DepthView, maxDepth: number): DepthLevel[] {
  const bids = entriesOf(
    rows.map((row) => ({ member: row.buyer, price: row.bidPrice, qty: row.bidQty })),
    view,
  );
  const offers = entriesOf(
    rows.map((row) => ({ member: row.seller, price: row.sellPrice, qty: row.offerQty })),
    view,
  );
  const all = Math.max(bids.length, offers.length);
  const count = maxDepth === 0 ? all : Math.min(all, maxDepth);
  let largest = 0;
  for (let index = 0; index < count; index += 1)
    largest = Math.max(largest, bids[index]?.qty ?? 0, offers[index]?.qty ?? 0);
  const levels: DepthLevel[] = [];
  let bidUpTo = 0;
  let offerUpTo = 0;
  for (let index = 0; index < count; index += 1) {
    const bid = bids[index];
    const offer = offers[index];
    bidUpTo += bid?.qty ?? 0;
    offerUpTo += offer?.qty ?? 0;
    levels.push({
      index,
      buyer: bid?.member ?? null,
      bidPrice: bid?.price ?? null,
      bidQty: bid?.qty ?? 0,
      bidUpTo,
      bidShare: largest === 0 ? 0 : (bid?.qty ?? 0) / largest,
      seller: offer?.member ?? null,
      sellPrice: offer?.price ?? null,
      offerQty: offer?.qty ?? 0,
      offerUpTo,
      offerShare: largest === 0 ? 0 : (offer?.qty ?? 0) / largest,
    });
  }
  return levels;
}

function entriesOf(
  side: readonly { readonly member: string | null; readonly price: number | null; readonly qty: number }[],
  view: DepthView,
): Entry[] {
  const entries = side.flatMap(({ member, price, qty }) =>
    price === null || qty === 0 ? [] : [{ member, price, qty }],
  );
  if (view === 'order') return entries;
  const byPrice = new Map<number, { member: string | null; price: number; qty: number; orders: number }>();
  for (const { member, price, qty } of entries) {
    const level = byPrice.get(price);
    if (level === undefined) byPrice.set(price, { member, price, qty, orders: 1 });
    else {
      level.qty += qty;
      level.orders += 1;
    }
  }
  return [...byPrice.values()].map(({ member, price, qty, orders }) => ({
    price,
    qty,
    member: orders === 1 ? member : `(${orders})`,
  }));
}

/** True if all cells of the two levels are the same. */
export function isSameLevel(a: DepthLevel, b: DepthLevel): boolean {
  return (
    a.bidPrice === b.bidPrice &&
    a.sellPrice === b.sellPrice &&
    a.bidQty === b.bidQty &&
    a.offerQty === b.offerQty &&
    a.buyer === b.buyer &&
    a.seller === b.seller &&
    a.bidUpTo === b.bidUpTo &&
    a.offerUpTo === b.offerUpTo &&
    a.bidShare === b.bidShare &&
    a.offerShare === b.offerShare
  );
}

/** The levels of one contract's depth as a source for the grid. */
interface DepthSource extends RowSource<DepthLevel, number> {
  /** The indexes of the levels; the same array while their number stays the same. */
  keys(): readonly number[];
  /** Called when the number of levels has changed. */
  onShape(listener: () => void): () => void;
}

export const keyOfLevel = (level: DepthLevel) => level.index;

export function createDepthSource(): DepthSource {
  const rows = createRowSource(keyOfLevel, isSameLevel);
  let keys: readonly number[] = [];
  const shapeChanged = createSignal();
  return {
    get: rows.get,
    onRow: rows.onRow,
    keys: () => keys,
    set(levels) {
      rows.set(levels);
      if (levels.length === keys.length) return;
      keys = levels.map(keyOfLevel);
      shapeChanged.emit();
    },
    onShape: shapeChanged.on,
  };
}

export const longestHoldMs = 1_500;

interface PriceHold {
  /** Shows the newest levels, or holds them back while their prices differ from the prices under the pointer. */
  update(levels: readonly DepthLevel[]): void;
  /** The pointer is on the depth. */
  enter(): void;
  leave(): void;
  stop(): void;
}

/**
 * Holds the prices of the depth in place while the pointer is on them, so that no price moves away under a click. A change of prices waits
 * until the pointer leaves, for at most a second and a half.
 */
export function createPriceHold({
  show,
  onHeld,
}: {
  readonly show: (levels: readonly DepthLevel[]) => void;
  /** Called with true if levels begin to wait, with false if no level waits any longer. */
  readonly onHeld: (isHeld: boolean) => void;
}): PriceHold {
  let shown: readonly DepthLevel[] = [];
  let waiting: readonly DepthLevel[] | null = null;
  let isPointed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showNow(levels: readonly DepthLevel[]): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== null) onHeld(false);
    waiting = null;
    shown = levels;
    show(levels);
  }
  const release = () => {
    if (waiting !== null) showNow(waiting);
  };

  return {
    update(levels) {
      if (!isPointed || shown.length === 0 || hasSamePrices(shown, levels)) {
        showNow(levels);
        return;
      }
      if (waiting === null) {
        onHeld(true);
        timer = setTimeout(release, longestHoldMs);
      }
      waiting = levels;
    },
    enter() {
      isPointed = true;
    },
    leave() {
      isPointed = false;
      release();
    },
    stop: () => clearTimeout(timer),
  };
}

/** True if all lines have the same prices; quantities and members may differ. */
function hasSamePrices(a: readonly DepthLevel[], b: readonly DepthLevel[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (level, index) => level.bidPrice === b[index]?.bidPrice && level.sellPrice === b[index]?.sellPrice,
    )
  );
}
