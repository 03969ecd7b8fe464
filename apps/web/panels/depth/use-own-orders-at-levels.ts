// The own orders on each line of the depth on screen, updated when the levels or the own orders change and
// read by the buttons of the lines.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import { useEffect, useMemo } from 'react';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import type { OwnOrdersSource } from './cancel-own-order.tsx';
import type { DepthLevel, DepthView } from './depth-levels.ts';
import { type OrdersByLine, ownOrdersAtLevels } from './own-orders-at-levels.ts';

const none: readonly ActiveOrderRow[] = [];

export interface OwnOrdersAtLevels extends OwnOrdersSource {
  /** To be called when the levels on screen have changed. */
  setLevels(levels: readonly DepthLevel[]): void;
}

export function useOwnOrdersAtLevels(contract: string, view: DepthView): OwnOrdersAtLevels {
  const member = useSession((session) => session.hqAccess?.memberCode ?? '');
  const own = useMemo(() => {
    let levels: readonly DepthLevel[] = [];
    let sides: Readonly<Record<Side, OrdersByLine>> = { B: new Map(), S: new Map() };
    const listeners = new Set<() => void>();
    const reuse = (before: OrdersByLine, now: OrdersByLine): OrdersByLine =>
      new Map([...now].map(([index, orders]) => [index, sameOrNew(before.get(index), orders)]));
    const refresh = () => {
      const orders = dataSetStores.activeOrders
        .keys()
        .flatMap((key) => dataSetStores.activeOrders.get(key) ?? [])
        .filter((order) => order.contract === contract);
      const of = (side: Side) =>
        reuse(sides[side], ownOrdersAtLevels(levels, side, { orders, member, view }));
      if (orders.length === 0 && sides.B.size === 0 && sides.S.size === 0) return;
      const now = { B: of('B'), S: of('S') };
      const hasChanged = !isSame(sides.B, now.B) || !isSame(sides.S, now.S);
      sides = now;
      if (!hasChanged) return;
      for (const listener of [...listeners]) listener();
    };
    return {
      at: (side: Side, index: number) => sides[side].get(index) ?? none,
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
      setLevels(next: readonly DepthLevel[]) {
        levels = next;
        refresh();
      },
      refresh,
    };
  }, [contract, view, member]);
  useEffect(() => dataSetStores.activeOrders.onFlush(own.refresh), [own]);
  return own;
}

const isSame = (before: OrdersByLine, now: OrdersByLine): boolean =>
  before.size === now.size && [...now].every(([index, orders]) => before.get(index) === orders);

/** The earlier list when it has the same rows, so that its line is not rendered again. */
function sameOrNew(
  before: readonly ActiveOrderRow[] | undefined,
  now: readonly ActiveOrderRow[],
): readonly ActiveOrderRow[] {
  return before !== undefined && before.length === now.length && before.every((row, at) => row === now[at])
    ? before
    : now;
}
