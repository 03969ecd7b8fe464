// Own orders by line of the depth on screen, worked out anew when the levels or the own orders have changed and read by the
// lines' buttons.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import { useEffect, useMemo } from 'react';
import { useSession } from '../../stores/session.ts';
import { activeOrdersStore } from '../../stores/stores.ts';
import type { DepthLevel, DepthView } from './depth-levels.ts';
import { type OwnOnSide, ownAtLevels } from './own-at-levels.ts';
import type { OwnOrdersSource } from './own-cancel.tsx';

const none: readonly ActiveOrderRow[] = [];

export interface OwnAtLevels extends OwnOrdersSource {
  /** The levels on screen have changed. */
  setLevels(levels: readonly DepthLevel[]): void;
}

export function useOwnAtLevels(contract: string, view: DepthView): OwnAtLevels {
  const member = useSession((session) => session.hqAccess?.memberCode ?? '');
  const own = useMemo(() => {
    let levels: readonly DepthLevel[] = [];
    let sides: Readonly<Record<Side, OwnOnSide>> = { B: new Map(), S: new Map() };
    const listeners = new Set<() => void>();
    const keep = (before: OwnOnSide, now: OwnOnSide): OwnOnSide =>
      new Map([...now].map(([index, orders]) => [index, sameOrNew(before.get(index), orders)]));
    const refresh = () => {
      const orders = activeOrdersStore
        .keys()
        .flatMap((key) => activeOrdersStore.get(key) ?? [])
        .filter((order) => order.contract === contract);
      const of = (side: Side) => keep(sides[side], ownAtLevels(levels, side, { orders, member, view }));
      if (orders.length === 0 && sides.B.size === 0 && sides.S.size === 0) return;
      sides = { B: of('B'), S: of('S') };
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
  useEffect(() => activeOrdersStore.onFlush(own.refresh), [own]);
  return own;
}

/** The list from before when it holds the same rows, so that its line is not rendered anew. */
function sameOrNew(
  before: readonly ActiveOrderRow[] | undefined,
  now: readonly ActiveOrderRow[],
): readonly ActiveOrderRow[] {
  return before !== undefined && before.length === now.length && before.every((row, at) => row === now[at])
    ? before
    : now;
}
