// The user's orders in the depth: the orders on each line with a button to cancel them, and the orders that wait for the call
// auction.

import type { ActiveOrderRow, MarketRow, Side } from '@openpit/wire';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type ActionContext, reasonAgainst, runRowAction } from '../../../actions/action.ts';
import { deleteActiveOrder, usePendingOrders } from '../../../actions/order-actions.ts';
import { lotsText, priceText, sideVerb } from '../../../market/market-text.ts';
import { type DepthView, type OrdersByLine, ownOrdersAtLevels } from '../../../market/own-lots.ts';
import { usePrice } from '../../../market/prices.ts';
import { useDataSet } from '../../../market/use-store.ts';
import { useSession } from '../../../stores/session.ts';
import { dataSetStores } from '../../../stores/stores.ts';
import { ActionMenu, type MenuPlace, placeBelow } from '../../../ui/action-menu.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { formatLots } from '../../../ui/format.ts';
import { CloseIcon } from '../../../ui/icons.tsx';
import { createSignal } from '../../../ui/signal.ts';
import styles from './depth.module.css';
import type { DepthLevel } from './rules.ts';

/** The user's orders on each line, and a subscription to their changes. */
interface OwnOrdersSource {
  at(side: Side, index: number): readonly ActiveOrderRow[];
  subscribe(listener: () => void): () => void;
}

interface CancelOwnOrderProps {
  readonly ownOrders: OwnOrdersSource;
  readonly side: Side;
  readonly index: number;
  readonly context: ActionContext;
}

/**
 * The ✕ on the line of a user's order, which cancels the order after the usual question. For a line with several of the user's orders it
 * opens a list of them.
 */
export function CancelOwnOrder({ ownOrders, side, index, context }: CancelOwnOrderProps) {
  const orders = useSyncExternalStore(ownOrders.subscribe, () => ownOrders.at(side, index));
  // The reasons follow the commands that wait.
  usePendingOrders((state) => state.pending);
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null);
  const [first] = orders;
  if (first === undefined) return null;
  const reasonOf = (order: ActiveOrderRow) => reasonAgainst(deleteActiveOrder, { order }, context);
  const isOne = orders.length === 1;
  return (
    <>
      <IconButton
        tabIndex={-1}
        size="small"
        className={styles.cancel}
        icon={<CloseIcon />}
        label={
          isOne ? `Cancel own order ${first.activeOrderSeq}` : `Cancel one of ${orders.length} own orders`
        }
        disabledReason={isOne ? reasonOf(first) : null}
        onClick={(event) => {
          if (isOne) void runRowAction(deleteActiveOrder, { order: first }, context);
          else setMenuAt(placeBelow(event.currentTarget));
        }}
      />
      {menuAt !== null && (
        <ActionMenu
          label="Own orders at this price"
          at={menuAt}
          onClose={() => setMenuAt(null)}
          items={orders.map((order) => ({
            id: String(order.activeOrderSeq),
            label: `Cancel order ${order.activeOrderSeq}: ${formatLots(order.remaining)} at ${priceText(order.price, order)}`,
            icon: <CloseIcon />,
            disabledReason: reasonOf(order),
            run: () => void runRowAction(deleteActiveOrder, { order }, context),
          }))}
        />
      )}
    </>
  );
}

const none: readonly ActiveOrderRow[] = [];

interface OwnOrdersAtLevels extends OwnOrdersSource {
  /** Sets the levels on screen; must be called when they have changed. */
  setLevels(levels: readonly DepthLevel[]): void;
}

/**
 * The user's orders on each line of the depth on screen, updated when the levels or the user's orders change, and read by the buttons of
 * the lines.
 */
export function useOwnOrdersAtLevels(contract: string, view: DepthView): OwnOrdersAtLevels {
  const member = useSession((session) => session.hqAccess?.memberCode ?? '');
  const own = useMemo(() => {
    let levels: readonly DepthLevel[] = [];
    let sides: Readonly<Record<Side, OrdersByLine>> = { B: new Map(), S: new Map() };
    const changed = createSignal();
    const reuse = (before: OrdersByLine, now: OrdersByLine): OrdersByLine =>
      new Map([...now].map(([index, orders]) => [index, sameOrNew(before.get(index), orders)]));
    const refresh = () => {
      const orders = dataSetStores.activeOrders.rows().filter((order) => order.contract === contract);
      const ordersOf = (side: Side) =>
        reuse(sides[side], ownOrdersAtLevels(levels, side, { orders, member, view }));
      if (orders.length === 0 && sides.B.size === 0 && sides.S.size === 0) return;
      const now = { B: ordersOf('B'), S: ordersOf('S') };
      const hasChanged = !isSame(sides.B, now.B) || !isSame(sides.S, now.S);
      sides = now;
      if (hasChanged) changed.emit();
    };
    return {
      at: (side: Side, index: number) => sides[side].get(index) ?? none,
      subscribe: changed.on,
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
  return before !== undefined &&
    before.length === now.length &&
    before.every((row, index) => row === now[index])
    ? before
    : now;
}

/** The effect of the order if the contract opened now. */
export function atTheOpening(
  { side, price }: Pick<ActiveOrderRow, 'side' | 'price'>,
  row: Pick<MarketRow, 'contract' | 'instrument' | 'indicative'> | undefined,
): string {
  if (typeof row?.indicative !== 'number') return 'no opening price yet';
  const better = side === 'B' ? price - row.indicative : row.indicative - price;
  const opening = priceText(row.indicative, row);
  if (better < 0) return `would rest: the opening is at ${opening}`;
  return better > 0 ? `would deal at ${opening}` : `may deal at ${opening}, oldest orders first`;
}

/** The user's orders that wait for the call auction of the contract (set 19): the depth shows no orders before the opening. */
export function WaitingOrders({ contract }: { readonly contract: string }) {
  const { rows } = useDataSet('preMarketOrders');
  const row = usePrice(contract);
  const waiting = rows.filter((order) => order.contract === contract);
  if (waiting.length === 0) return null;
  const lots = waiting.reduce((sum, { remaining }) => sum + remaining, 0);
  return (
    <section className={styles.waiting} aria-label={`Your orders in the auction of ${contract}`}>
      <h3>
        {waiting.length === 1 ? 'Your order waits' : `Your ${waiting.length} orders wait`} for the opening,{' '}
        {lotsText(lots)}
      </h3>
      <ul>
        {waiting.map((order) => (
          <li key={order.activeOrderSeq}>
            <strong data-side={order.side}>
              {sideVerb(order.side)} {formatLots(order.remaining)} at {priceText(order.price, order)}
            </strong>{' '}
            {atTheOpening(order, row)}
          </li>
        ))}
      </ul>
    </section>
  );
}
