// The Depth panel (PANEL-17): the bids and offers of one contract with the user's orders marked on them, and time and sales beside them.
// Instead of the levels it shows a price ladder if the user wants one.
import type { ActiveOrderRow, ContractFacts, MarketRow, Side } from '@openpit/wire';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type ActionContext, denialOf, reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { Anchor } from '../../actions/dialogs.ts';
import {
  deleteActiveOrder,
  runOrderAction,
  sideVerb,
  usePendingOrders,
  waitingReason,
} from '../../actions/order-actions.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import { openDepth } from '../../actions/view-actions.ts';
import { ContractHeading, StaleAge } from '../../market/contract-heading.tsx';
import { lotsText, priceText } from '../../market/market-text.ts';
import { type DepthView, type OrdersByLine, ownOrdersAtLevels } from '../../market/own-lots.ts';
import { useIsOld, usePrice, usePrices } from '../../market/prices.ts';
import { useDataSet } from '../../market/use-store.ts';
import { getTimeAndSales } from '../../server/history.ts';
import { watchDepth } from '../../server/hub/subscriptions.ts';
import { useConnection } from '../../stores/connection.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores, depthStore } from '../../stores/stores.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { cx, IconButton } from '../../ui/button.tsx';
import { formatLots } from '../../ui/format.ts';
import { CloseIcon, LadderIcon, OrdersIcon, SumIcon } from '../../ui/icons.tsx';
import { entryOfKey, shownKey } from '../../ui/keys.ts';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { GridMessageView } from '../../ui/live-grid/grid-message.tsx';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../ui/live-grid/use-grid-gestures.ts';
import { PanelFooter, PanelLookContext, usePanelLook } from '../../ui/panel-frame.tsx';
import { PanelToggles } from '../../ui/panel-toggles.tsx';
import { contractMenu, openEntry } from '../parts/market/contract-menu.tsx';
import { useShownContract } from '../parts/market/shown-contract.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import type { PriceLadderProps } from '../parts/price-ladder/price-ladder.tsx';
import { useRowSource } from '../parts/row-source.ts';
import { RowCount } from '../parts/rows/rows-panel.tsx';
import { type SavedView, useSavedView } from '../parts/saved-view.ts';
import { depthColumns, orderUpTo, printColumns } from './columns.ts';
import { depthKeys, depthSettings } from './definition.tsx';
import styles from './depth.module.css';
import { createPrintFeed, type Print, type PrintState } from './prints.ts';
import { createDepthSource, createPriceHold, type DepthLevel, depthLevels, keyOfLevel } from './rules.ts';

/** The own orders on each line, and a subscription to their changes. */
interface OwnOrdersSource {
  at(side: Side, index: number): readonly ActiveOrderRow[];
  subscribe(listener: () => void): () => void;
}

const targetOf = (order: ActiveOrderRow) => ({ order, priceText: priceText(order.price, order) });

interface CancelOwnOrderProps {
  readonly own: OwnOrdersSource;
  readonly side: Side;
  readonly index: number;
  readonly context: ActionContext;
}

/**
 * The ✕ on the line of a user's order, which cancels the order after the usual question. For a line with several own orders it opens a
 * list of them.
 */
function CancelOwnOrder({ own, side, index, context }: CancelOwnOrderProps) {
  const orders = useSyncExternalStore(own.subscribe, () => own.at(side, index));
  const pending = usePendingOrders((state) => state.pending);
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const [first] = orders;
  if (first === undefined) return null;
  const reasonOf = (order: ActiveOrderRow) =>
    pending.has(order.activeOrderSeq)
      ? waitingReason
      : reasonAgainst(deleteActiveOrder, { ...targetOf(order), requestId: '' }, context);
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
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          if (isOne) void runOrderAction(deleteActiveOrder, targetOf(first), context);
          else setMenuAt({ left, top: bottom });
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
            run: () => void runOrderAction(deleteActiveOrder, targetOf(order), context),
          }))}
        />
      )}
    </>
  );
}

const none: readonly ActiveOrderRow[] = [];

interface OwnOrdersAtLevels extends OwnOrdersSource {
  /** To be called when the levels on screen have changed. */
  setLevels(levels: readonly DepthLevel[]): void;
}

/**
 * The own orders on each line of the depth on screen, updated when the levels or the user's orders change, and read by the buttons of the
 * lines.
 */
function useOwnOrdersAtLevels(contract: string, view: DepthView): OwnOrdersAtLevels {
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

/** The own orders that wait for the call auction of the contract (set 19): the depth shows no orders before the opening. */
function WaitingOrders({ contract }: { readonly contract: string }) {
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

const keyOf = (print: Print) => print.matchSeq;

/**
 * The deals of the contract, the newest first, updated while they are shown. The grid is separate: the menu of the panel acts on the
 * depth only. To be mounted again for another contract.
 */
export function TimeAndSales({ row: { contract, instrument } }: { readonly row: ContractFacts }) {
  const look = usePanelLook();
  const ownLook = useMemo(() => ({ ...look, tools: { current: null } }), [look]);
  const isStale = useIsOld(contract);
  const contracts = useMemo(() => [contract], [contract]);
  const prices = usePrices(contracts);
  const feed = useMemo(
    () => createPrintFeed({ contract, getTimeAndSales, marketNow: () => prices.get(contract) }),
    [prices, contract],
  );
  const isConnected = useConnection((connection) => connection.market === 'Connected');
  const epoch = useConnection((connection) => connection.epoch);
  // Loads again when the connection is restored, because deals during the interruption arrived in no row.
  useEffect(() => {
    if (isConnected && epoch !== undefined) void feed.load();
    return feed.stop;
  }, [feed, isConnected, epoch]);
  useEffect(() => prices.onRow(contract, feed.marketChanged), [prices, feed, contract]);
  const state = useSyncExternalStore(feed.onChange, feed.state);
  const { prints, fault } = state;
  const { source, keys } = useRowSource(prints, keyOf);
  const columns = useMemo(() => printColumns({ contract, instrument }), [contract, instrument]);
  return (
    <div className={styles.sales}>
      <PanelLookContext value={ownLook}>
        <LiveGrid
          label={`Time and sales of ${contract}`}
          className={styles.prints}
          source={source}
          rowKeys={keys}
          keyOf={keyOf}
          columns={columns}
          isStale={isStale}
          message={messageFor(contract, state, () => void feed.load())}
        />
      </PanelLookContext>
      {fault !== null && prints.length > 0 && (
        <p role="status" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

function messageFor(contract: string, { status, fault }: PrintState, again: () => void): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `The deals of ${contract} could not be loaded.`,
      ...(fault !== null && { detail: fault }),
      action: { label: 'Try again', run: again },
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading the deals of ${contract}…` };
  return {
    kind: 'empty',
    title: `No deals in ${contract} yet.`,
    detail: 'Each deal shows here as soon as it is made.',
  };
}

export interface DepthOfContractProps {
  readonly row: ContractFacts;
  readonly view: DepthView;
  /** The saved view of the columns, in a panel that has one. */
  readonly savedView?: SavedView;
}

/**
 * The depth of one contract with its gestures and menu: in the panel on a desk, in the sheet on a phone. A double-click on a level opens
 * the order that would deal with all lots up to it.
 */
export function DepthOfContract({ row, view, savedView }: DepthOfContractProps) {
  const { contract, displaySeq, instrument } = row;
  const { maxDepth, colorOnUpdates } = usePreferences((preferences) => preferences.document.defaults);
  const feed = useFeedState();
  const context = useActionContext();
  const contracts = useMemo(() => [contract], [contract]);
  const prices = usePrices(contracts);
  const source = useMemo(createDepthSource, []);
  const own = useOwnOrdersAtLevels(contract, view);
  const [isHeld, setHeld] = useState(false);
  const [menu, setMenu] = useState<RowGesture<DepthLevel> | null>(null);
  const hold = useMemo(
    () =>
      createPriceHold({
        show: (levels) => {
          // Before the lines are written, because their marks depend on it.
          own.setLevels(levels);
          source.set(levels);
        },
        onHeld: setHeld,
      }),
    [source, own],
  );
  const [keys, setKeys] = useState(source.keys);
  const [status, setStatus] = useState<LoadStatus>(depthStore.get(displaySeq).status);
  const columns = useMemo(
    () =>
      depthColumns({ contract, instrument }, own.at, (side, level) => (
        <CancelOwnOrder own={own} side={side} index={level.index} context={context} />
      )),
    [contract, instrument, own, context],
  );

  useEffect(() => source.onShape(() => setKeys(source.keys())), [source]);
  useEffect(() => {
    const read = () => {
      const depth = depthStore.get(displaySeq);
      setStatus(depth.status);
      hold.update(depthLevels(depth.rows, view, maxDepth));
    };
    read();
    const stopReading = depthStore.onDepth(displaySeq, read);
    const stopWatching = watchDepth(displaySeq);
    return () => {
      stopReading();
      stopWatching();
      hold.stop();
    };
  }, [hold, displaySeq, view, maxDepth]);

  const deal = (level: DepthLevel, columnId: string, anchor: Anchor, isTok: boolean) => {
    const order = orderUpTo(level, columnId);
    if (order === null) return;
    openEntry({ kind: 'order', contract, ...order, type: isTok ? 1 : 0, anchor }, context);
  };
  const best = source.get(0);
  return (
    <>
      <div
        className={styles.levels}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') hold.enter();
        }}
        onPointerLeave={() => hold.leave()}
      >
        <LiveGrid
          label={`Depth of ${contract}`}
          isSelectable={false}
          {...savedView}
          className={cx(styles.depth, isHeld && styles.held)}
          source={source}
          rowKeys={keys}
          keyOf={keyOfLevel}
          columns={columns}
          flash={colorOnUpdates}
          isStale={isOld(feed)}
          message={messageOfDepth(status, contract)}
          onRepaint={own.subscribe}
          onRowDoubleClick={({ row: level, columnId, anchor, ctrlKey }) =>
            deal(level, columnId, anchor, ctrlKey)
          }
          onRowKey={(key, { row: level, anchor }) => {
            const pressed = entryOfKey(depthKeys, key);
            if (pressed === null) return false;
            deal(level, pressed === 'buy' ? 'offer' : 'bid', anchor, false);
            return true;
          }}
          onRowMenu={setMenu}
        />
      </div>
      <PanelFooter>
        <RowCount
          count={keys.length}
          one={view === 'order' ? 'row' : 'level'}
          many={view === 'order' ? 'rows' : 'levels'}
          isKnown={status === 'success'}
        />
        {best !== undefined && maxDepth > 0 && <span>at most {maxDepth}, by your preferences</span>}
        {isHeld && <strong className={styles.heldNote}>prices held while you point</strong>}
        <StaleAge />
      </PanelFooter>
      <ActionMenu
        label={`Depth of ${contract}`}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : menuItems(menu)}
      />
    </>
  );

  function menuItems({ row: level, anchor }: RowGesture<DepthLevel>): ActionMenuItem[] {
    const market = prices.get(contract);
    const upTo = (columnId: 'bid' | 'offer'): ActionMenuItem[] => {
      const order = orderUpTo(level, columnId);
      if (order === null) return [];
      const at = `${formatLots(order.qty)} at ${priceText(order.price, row)}`;
      return [
        {
          id: `upTo-${columnId}`,
          label: `${sideVerb(order.side)} ${at}: all up to here`,
          tone: order.side === 'B' ? 'buy' : 'sell',
          keyName: shownKey(order.side === 'B' ? depthKeys.keys.buy : depthKeys.keys.sell),
          ...denialOf(openOrderForm, { kind: 'order', contract, ...order, type: 0, anchor }, context),
          run: () => deal(level, columnId, anchor, false),
        },
      ];
    };
    return [
      ...upTo('offer'),
      ...upTo('bid'),
      // On a level, B and S mean the orders above, and the other keys of a market row do nothing.
      ...(market === undefined ? [] : contractMenu(market, anchor, context))
        .filter(({ id }) => id !== openDepth.id)
        .map((item) => ({ ...item, keyName: undefined })),
    ];
  }
}

function messageOfDepth(status: LoadStatus, contract: string): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: `The depth of ${contract} could not be loaded.`,
      detail: 'It loads again when the connection is restored.',
    };
  if (status !== 'success') return { kind: 'loading', title: `Loading the depth of ${contract}…` };
  return {
    kind: 'empty',
    title: `No orders in ${contract} now.`,
    detail: 'Bids and offers show here as soon as they are entered.',
  };
}

const PriceLadder = lazy(() =>
  import('../parts/price-ladder/price-ladder.tsx').then((module) => ({ default: module.PriceLadder })),
);

/** The width of the panel from which time and sales is beside the depth; the same as in the style sheet. */
const salesBesidePx = 600;

export function DepthPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(depthSettings, props);
  const { view = 'order', showsSales = false, ladderIdleSeconds = 60 } = settings;
  const savedView = useSavedView(props);
  const {
    contract,
    facts: row,
    pin,
    message,
  } = useShownContract('depth', settings.contract, (pinned) => change({ contract: pinned }));
  const place = useRef<HTMLDivElement>(null);
  const toggleLadder = () => {
    if (view === 'ladder') {
      change({ view: 'order' });
      return;
    }
    // Below the ladder, time and sales would leave it only a few prices.
    const isBelow = (place.current?.clientWidth ?? 0) < salesBesidePx;
    change({ view: 'ladder', ...(showsSales && isBelow && { showsSales: false }) });
  };

  return (
    <>
      {contract !== null && <ContractHeading contract={contract} />}
      <PanelToggles
        toggles={[
          {
            id: 'byPrice',
            label: 'One line for each price',
            icon: <SumIcon />,
            isOn: view === 'price',
            onToggle: () => change({ view: view === 'price' ? 'order' : 'price' }),
          },
          {
            id: 'ladder',
            label: 'Price ladder',
            icon: <LadderIcon />,
            isOn: view === 'ladder',
            onToggle: toggleLadder,
          },
          {
            id: 'sales',
            label: 'Time and sales',
            icon: <OrdersIcon />,
            isOn: showsSales,
            onToggle: () => change({ showsSales: !showsSales }),
          },
          pin,
        ]}
      />
      {row === undefined ? (
        <GridMessageView message={message} />
      ) : (
        <>
          <WaitingOrders contract={row.contract} />
          <div ref={place} className={styles.place}>
            <div className={styles.beside}>
              {view === 'ladder' ? (
                <Suspense fallback={<p className={styles.fault}>Loading the price ladder…</p>}>
                  <LiveLadder
                    contract={row.contract}
                    idleSeconds={ladderIdleSeconds}
                    onIdleSeconds={(seconds) => change({ ladderIdleSeconds: seconds })}
                  />
                </Suspense>
              ) : (
                <DepthOfContract key={`depth ${row.contract}`} row={row} view={view} savedView={savedView} />
              )}
              {showsSales && <TimeAndSales key={`sales ${row.contract}`} row={row} />}
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** The ladder marks last, high and low on its axis and centres on the market: it is drawn from the present row. */
function LiveLadder({
  contract,
  ...settings
}: Omit<PriceLadderProps, 'row'> & { readonly contract: string }) {
  const row = usePrice(contract);
  return row === undefined ? null : <PriceLadder row={row} {...settings} />;
}
