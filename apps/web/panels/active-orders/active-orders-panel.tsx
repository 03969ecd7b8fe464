// The Active orders panel (PANEL-6): the orders of one's own that may still deal, and those suspended. Every action is in
// the row's buttons, in its menu and on a key.
import type { ActiveOrderRow } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { reasonAgainst } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import { openDepth } from '../../actions/open-depth.ts';
import { usePendingOrders, waitingReason } from '../../actions/pending-orders.ts';
import { runOrderAction } from '../../actions/run-order-action.ts';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { setActiveContract } from '../../stores/active-contract.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { activeOrdersStore, marketStore } from '../../stores/stores.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { formatLots } from '../../ui/format.ts';
import { DepthIcon } from '../../ui/icons.tsx';
import type { GridMessage, GridSource } from '../../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { PanelFooter, PanelTitle } from '../../ui/panel-slots.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { FeedAge, isOld } from '../feed-age.tsx';
import { keptChoice, keptHeaders, keptSort } from '../kept-in-column.ts';
import { priceText } from '../market-words.ts';
import type { PanelProps } from '../panel-props.ts';
import { useStoreRows, useStoreStatus } from '../use-store.ts';
import styles from './active-orders.module.css';
import { activeOrdersColumns, phoneColumns } from './active-orders-columns.tsx';
import { OrderButtons, orderActionIcons } from './order-buttons.tsx';
import { countsOf, type OrderTab, ordersOfTab, orderTabs } from './order-tabs.ts';

const keyOf = (order: ActiveOrderRow) => order.activeOrderSeq;
const targetOf = (order: ActiveOrderRow) => ({
  order,
  priceText: priceText(order.price, order.instrument),
  requestId: '',
});

/** An order's row is written again also when the price of its contract moves, because of its distance to the market. */
const ordersWithMarket: GridSource<ActiveOrderRow, number> = {
  get: activeOrdersStore.get,
  onRow(key, listener) {
    const stopOrder = activeOrdersStore.onRow(key, listener);
    const contract = activeOrdersStore.get(key)?.contract;
    if (contract === undefined) return stopOrder;
    const stopMarket = marketStore.onRow(contract, () => {
      const order = activeOrdersStore.get(key);
      listener(order, order);
    });
    return () => {
      stopOrder();
      stopMarket();
    };
  },
};

export function ActiveOrdersPanel({ column, device, onChange }: PanelProps) {
  const isPhone = device === 'mobile';
  const tab = keptChoice(column, 'tab', orderTabs) ?? 'All';
  const status = useStoreStatus(activeOrdersStore);
  const orders = useStoreRows(activeOrdersStore);
  const feed = useFeedState();
  const context = useActionContext();
  const pending = usePendingOrders((state) => state.pending);
  const [menu, setMenu] = useState<RowGesture<ActiveOrderRow> | null>(null);

  const counts = countsOf(orders);
  const shown = useMemo(() => ordersOfTab(orders, tab), [orders, tab]);
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : activeOrdersColumns;
    return make({
      marketOf: marketStore.get,
      renderActions: (order) => <OrderButtons order={order} context={context} isLarge={isPhone} />,
    });
  }, [context, isPhone]);

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
      <LiveGrid
        label="Active orders"
        source={ordersWithMarket}
        rowKeys={shown}
        keyOf={keyOf}
        columns={columns}
        sort={keptSort(column)}
        onSortChange={(sortingOrder) => onChange({ sortingOrder })}
        headers={isPhone ? undefined : keptHeaders(column)}
        onHeadersChange={(tableHeaders) => onChange({ tableHeaders })}
        isStacked={isPhone}
        className={isPhone ? styles.phone : undefined}
        isStale={isOld(feed)}
        message={messageFor(status, tab)}
        onRowSelect={({ row }) => setActiveContract(row.contract)}
        onRowMenu={setMenu}
        onRowKey={(key, { row }) => {
          const action = orderActions.find((one) => one.key?.toLowerCase() === key.toLowerCase());
          if (action !== undefined) void runOrderAction(action, targetOf(row), context);
          else if (key.toLowerCase() === openDepth.key) openDepth.perform(row, context);
          else return false;
          return true;
        }}
      />
      <PanelFooter>
        <span>
          {shown.length} {shown.length === 1 ? 'order' : 'orders'}
        </span>
        {shown.length > 0 && <span>{formatLots(sumOfRemaining(orders, tab))} lots left</span>}
        <FeedAge />
      </PanelFooter>
      <ActionMenu
        label={menu === null ? 'Order' : `Order ${menu.row.activeOrderSeq}`}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : menuItems(menu.row)}
      />
    </>
  );

  function menuItems(order: ActiveOrderRow): ActionMenuItem[] {
    const target = targetOf(order);
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
      {
        id: openDepth.id,
        label: `Depth of ${order.contract}`,
        icon: <DepthIcon />,
        keyName: 'D',
        run: () => openDepth.perform(order, context),
      },
    ];
  }
}

function sumOfRemaining(orders: readonly ActiveOrderRow[], tab: OrderTab): number {
  const shown = new Set(ordersOfTab(orders, tab));
  return orders.reduce((sum, order) => (shown.has(order.activeOrderSeq) ? sum + order.remaining : sum), 0);
}

function messageFor(status: LoadStatus, tab: OrderTab): GridMessage {
  if (status === 'error')
    return {
      kind: 'error',
      title: 'Your orders could not be loaded.',
      detail: 'They are asked for again when the connection is made anew. Orders in the market stay there.',
    };
  if (status !== 'success') return { kind: 'loading', title: 'Loading your orders…' };
  if (tab === 'Suspended')
    return { kind: 'empty', title: 'No suspended orders.', detail: 'An order that you suspend waits here.' };
  return {
    kind: 'empty',
    title: 'No active orders.',
    detail: 'Double-click an offer in Futures to buy, or a bid to sell. Or press B or S on a row.',
  };
}
