// The Active orders panel (PANEL-6): the orders of one's own that may still deal, and those suspended. Every action is in
// the row's buttons, in its menu and on a key.
import type { ActiveOrderRow } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { reasonAgainst } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import { matchesFilter, type OrderFilter } from '../../actions/all-orders.ts';
import { openChange } from '../../actions/change-order.ts';
import { openChart } from '../../actions/open-chart.ts';
import { openDepth } from '../../actions/open-depth.ts';
import type { Anchor } from '../../actions/order-form-request.ts';
import { usePendingOrders, waitingReason } from '../../actions/pending-orders.ts';
import { runOrderAction } from '../../actions/run-order-action.ts';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { showToast } from '../../notices/toasts.ts';
import { setActiveContract } from '../../stores/active-contract.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { useSession } from '../../stores/session.ts';
import { activeOrdersStore, marketStore } from '../../stores/stores.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { onEverySecond } from '../../ui/every-second.ts';
import { formatLots } from '../../ui/format.ts';
import { ChartIcon, DepthIcon } from '../../ui/icons.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { PanelFooter, PanelTitle } from '../../ui/panel-slots.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { showContractByKey } from '../contract-keys.ts';
import { FeedAge, isOld } from '../feed-age.tsx';
import { keptChoice } from '../kept-in-column.ts';
import type { PanelProps } from '../panel-props.ts';
import { rowsMessage } from '../rows-message.ts';
import { rowsWithMarket } from '../rows-with-market.ts';
import { useKeptView } from '../use-kept-view.ts';
import { usePhases } from '../use-phases.ts';
import { useStoreRows, useStoreStatus } from '../use-store.ts';
import styles from './active-orders.module.css';
import { activeOrdersColumns, phoneColumns } from './active-orders-columns.tsx';
import { BlotterTools } from './blotter-tools.tsx';
import { changesOf, OrderButtons, orderActionIcons, orderTarget } from './order-buttons.tsx';
import { filterLabel, keptFilter } from './order-filter.ts';
import { countsOf, type OrderTab, ordersOfTab, orderTabs } from './order-tabs.ts';
import { endsAt, type OrderTimes, timeLeft } from './time-left.ts';

const keyOf = (order: ActiveOrderRow) => order.activeOrderSeq;

/** An order's row is written again also when the price of its contract moves, because of its distance to the market. */
const ordersWithMarket = rowsWithMarket(activeOrdersStore);

export function ActiveOrdersPanel(props: PanelProps) {
  const { column, device, onChange } = props;
  const kept = useKeptView(props);
  const isPhone = device === 'mobile';
  const tab = keptChoice(column, 'tab', orderTabs) ?? 'All';
  const status = useStoreStatus(activeOrdersStore);
  const all = useStoreRows(activeOrdersStore);
  const filter = useMemo(() => keptFilter(column), [column]);
  const orders = useMemo(() => all.filter((order) => matchesFilter(order, filter)), [all, filter]);
  const feed = useFeedState();
  const context = useActionContext();
  const pending = usePendingOrders((state) => state.pending);
  const times = useOrderTimes();
  const [menu, setMenu] = useState<RowGesture<ActiveOrderRow> | null>(null);
  const [chosenKeys, setChosenKeys] = useState<readonly number[]>([]);
  const chosen = useMemo(
    () => chosenKeys.flatMap((key) => all.find((order) => order.activeOrderSeq === key) ?? []),
    [chosenKeys, all],
  );

  const counts = countsOf(orders);
  const shown = useMemo(() => ordersOfTab(orders, tab), [orders, tab]);
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : activeOrdersColumns;
    return make({
      marketOf: marketStore.get,
      timeLeftOf: (order) => timeLeft(order, times, Date.now() + times.offsetMs),
      endOf: (order) => endsAt(order, times),
      renderActions: (order) => <OrderButtons order={order} context={context} isLarge={isPhone} />,
    });
  }, [context, isPhone, times]);

  return (
    <>
      <PanelTitle>
        <SegmentedControl<OrderTab>
          label="Orders shown"
          look="tabs"
          value={tab}
          onChange={(next) => onChange({ props: { ...column.props, tab: next } })}
          segments={orderTabs.map((value) => ({ value, label: value, count: counts[value] }))}
        />
      </PanelTitle>
      <BlotterTools
        orders={all}
        chosen={chosen}
        filter={filter}
        isPhone={isPhone}
        onFilter={(next) => onChange({ props: { ...column.props, filter: next } })}
      />
      <LiveGrid
        label="Active orders"
        source={ordersWithMarket}
        rowKeys={shown}
        keyOf={keyOf}
        columns={columns}
        {...kept}
        isStacked={isPhone}
        className={isPhone ? styles.phone : undefined}
        isStale={isOld(feed)}
        message={messageFor(status, tab, filter)}
        onRepaint={onEverySecond}
        onChosen={setChosenKeys}
        onRowSelect={(gesture) => {
          setActiveContract(gesture.row.contract);
          if (isPhone) setMenu(gesture);
        }}
        onRowDoubleClick={({ row, anchor }) => {
          if (!isPhone) change(row, anchor, 0);
        }}
        onRowMenu={setMenu}
        onRowKey={(key, { row, anchor }) => {
          const at = changesOf(row).findIndex(({ action }) => action.key === key.toLowerCase());
          if (at >= 0) {
            change(row, anchor, at);
            return true;
          }
          const action = orderActions.find((one) => one.key?.toLowerCase() === key.toLowerCase());
          if (action !== undefined) void runOrderAction(action, orderTarget(row), context);
          else return showContractByKey(key, row, context);
          return true;
        }}
      />
      <PanelFooter>
        <span>
          {shown.length} {shown.length === 1 ? 'order' : 'orders'}
        </span>
        {shown.length > 0 && <span>{formatLots(sumOfRemaining(orders, tab))} lots left</span>}
        {filterLabel(filter) !== null && <span>{filterLabel(filter)} only</span>}
        <FeedAge />
      </PanelFooter>
      <ActionMenu
        label={menu === null ? 'Order' : `Order ${menu.row.activeOrderSeq}`}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : menuItems(menu)}
      />
    </>
  );

  /** Opens the form of the n-th change that the row offers, or says why not. */
  function change(order: ActiveOrderRow, anchor: Anchor, at: number): void {
    const action = changesOf(order)[at]?.action;
    if (action !== undefined)
      openChange(action, { order, anchor }, context, (message) => showToast({ type: 'warning', message }));
  }

  function menuItems({ row: order, anchor }: RowGesture<ActiveOrderRow>): ActionMenuItem[] {
    const target = orderTarget(order);
    return [
      ...orderActions.map((action) => ({
        id: action.id,
        label: action.label,
        icon: orderActionIcons[action.id],
        keyName: action.key === 'Delete' ? 'Del' : action.key?.toUpperCase(),
        disabledReason: pending.has(order.activeOrderSeq)
          ? waitingReason
          : reasonAgainst(action, target, context),
        run: () => void runOrderAction(action, target, context),
      })),
      ...changesOf(order).map(({ action, label }, at) => ({
        id: action.id,
        label: `${label}…`,
        icon: orderActionIcons[action.id],
        keyName: action.key?.toUpperCase(),
        disabledReason: reasonAgainst(action, { order, anchor }, context),
        run: () => change(order, anchor, at),
      })),
      {
        id: openDepth.id,
        label: `Depth of ${order.contract}`,
        icon: <DepthIcon />,
        keyName: 'D',
        run: () => openDepth.perform(order, context),
      },
      {
        id: openChart.id,
        label: `Chart of ${order.contract}`,
        icon: <ChartIcon />,
        keyName: 'C',
        run: () => openChart.perform(order, context),
      },
    ];
  }
}

/** What ends orders by the clock, and by how much the exchange's clock is ahead of this one. */
function useOrderTimes(): OrderTimes & { readonly offsetMs: number } {
  const known = usePhases();
  const ownDealer = useSession(({ hqAccess }) => hqAccess?.dealerCode ?? null);
  const timeoutSeconds = usePreferences(({ document }) => document.defaults.timeout);
  const dayEndsAt = known.phases?.dayEndsAt ?? null;
  // To the second: by less nothing on the screen differs.
  const offsetMs = Math.round(known.offsetMs / 1_000) * 1_000;
  return useMemo(
    () => ({ ownDealer, timeoutSeconds, dayEndsAt, offsetMs }),
    [ownDealer, timeoutSeconds, dayEndsAt, offsetMs],
  );
}

function sumOfRemaining(orders: readonly ActiveOrderRow[], tab: OrderTab): number {
  const shown = new Set(ordersOfTab(orders, tab));
  return orders.reduce((sum, order) => (shown.has(order.activeOrderSeq) ? sum + order.remaining : sum), 0);
}

function messageFor(status: LoadStatus, tab: OrderTab, filter: OrderFilter): GridMessage {
  const label = filterLabel(filter);
  if (label !== null)
    return rowsMessage(status, 'orders', {
      title: `No ${tab === 'All' ? '' : `${tab.toLowerCase()} `}orders of ${label}.`,
      detail: 'The filter in the header shows the others.',
    });
  if (tab === 'Suspended')
    return rowsMessage(status, 'orders', {
      title: 'No suspended orders.',
      detail: 'An order that you suspend waits here.',
    });
  return rowsMessage(status, 'orders', {
    title: 'No active orders.',
    detail: 'Double-click an offer in Futures to buy, or a bid to sell. Or press B or S on a row.',
  });
}
