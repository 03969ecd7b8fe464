// The Active orders panel (PANEL-6): the orders that may still deal, and those that are suspended. Every
// action on an order is in the buttons of its row, in the menu of the row and on a key.
import type { ActiveOrderRow } from '@openpit/wire';
import { useCallback, useMemo, useState } from 'react';
import type { Anchor } from '../../actions/action.ts';
import { denialOf, keyOfAction, useActionContext } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import { matchesFilter, type OrderFilter } from '../../actions/all-orders.ts';
import { openChange, runOrderAction, usePendingOrders, waitingReason } from '../../actions/order-actions.ts';
import { showToast } from '../../notices/toasts.ts';
import { useDealerFilter } from '../../stores/chosen.ts';
import type { RowKey } from '../../stores/keyed-store.ts';
import { dataSetStores } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { cx } from '../../ui/class-names.ts';
import { onEverySecond } from '../../ui/every-second.ts';
import { formatLots } from '../../ui/format.ts';
import { entryOfKey } from '../../ui/keys.ts';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { PanelTitle } from '../../ui/panel-slots.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import phone from '../rows/phone-lines.module.css';
import { RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { ownPrices } from '../sources/prices.ts';
import { rowsWithMarket } from '../sources/rows-with-market.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import styles from './active-orders.module.css';
import { activeOrdersColumns, phoneColumns } from './active-orders-columns.tsx';
import { activeOrdersSettings, type OrderTab, orderTabs } from './active-orders-settings.ts';
import { BlotterTools } from './blotter-tools.tsx';
import { changesOf, OrderButtons, orderActionIcons, orderTarget } from './order-buttons.tsx';
import { filterLabel, withDealerFilter } from './order-filter.ts';
import { orderKeys } from './order-keys.ts';
import { countsOf, isInTab, newestFirst } from './order-tabs.ts';
import { endsAt, timeLeft } from './time-left.ts';
import { useOrderTimes } from './use-order-times.ts';

/** An order is written again when the price of its contract moves, because of its distance to the market. */
const ordersWithMarket = rowsWithMarket(dataSetStores.activeOrders);
const noFilter: OrderFilter = {};
const dealerOf = ({ dealer }: ActiveOrderRow) => dealer;

export function ActiveOrdersPanel(props: PanelProps) {
  const isPhone = props.device === 'mobile';
  const [{ tab = 'All', filter = noFilter, asksFirst = true }, change] = usePanelSettings(
    activeOrdersSettings,
    props,
  );
  const orders = useDataSet('activeOrders');
  const context = useActionContext();
  const pending = usePendingOrders((state) => state.pending);
  const times = useOrderTimes();
  const [selectedKeys, setSelectedKeys] = useState<readonly RowKey[]>([]);
  const selected = useMemo(
    () => selectedKeys.flatMap((key) => orders.rows.find((order) => order.activeOrderSeq === key) ?? []),
    [selectedKeys, orders.rows],
  );
  const isKnown = orders.status === 'success';
  const byPreference = useDealerFilter();
  const fullFilter = useMemo(() => withDealerFilter(filter, byPreference), [filter, byPreference]);
  const counts = countsOf(orders.rows.filter((order) => matchesFilter(order, fullFilter)));
  const isShown = useCallback(
    (order: ActiveOrderRow) => matchesFilter(order, filter) && isInTab(order, tab),
    [filter, tab],
  );
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : activeOrdersColumns;
    return make({
      prices: ownPrices,
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
          onChange={(next) => change({ tab: next })}
          segments={orderTabs.map((value) => ({
            value,
            label: value,
            ...(isKnown && { count: counts[value] }),
          }))}
        />
      </PanelTitle>
      <BlotterTools
        orders={orders.rows}
        isKnown={isKnown}
        selected={selected}
        filter={filter}
        fullFilter={fullFilter}
        isPhone={isPhone}
        onFilter={(next) => change({ filter: next })}
        asksFirst={asksFirst}
        onAsksFirst={(asks) => change({ asksFirst: asks })}
      />
      <RowsPanel
        panel={props}
        label="Active orders"
        set={orders}
        source={ordersWithMarket}
        texts={{ rows: 'orders', one: 'order', many: 'orders', empty: emptyText(tab, filter, isPhone) }}
        columns={columns}
        compare={newestFirst}
        isShown={isShown}
        dealerOf={filter.dealer === undefined ? dealerOf : undefined}
        onRepaint={onEverySecond}
        onSelection={setSelectedKeys}
        phoneLines={cx(phone.lines, styles.phone)}
        menu={{ labelOf: ({ activeOrderSeq }) => `Order ${activeOrderSeq}`, itemsOf: menuItems }}
        onDoubleClick={({ row, anchor }) => openForm(row, anchor, 0)}
        onKey={(key, { row, anchor }) => {
          const id = entryOfKey(orderKeys, key);
          const form = changesOf(row).findIndex(({ action }) => action.id === id);
          const action = orderActions.find((one) => one.id === id);
          if (form >= 0) openForm(row, anchor, form);
          else if (action !== undefined) void runOrderAction(action, orderTarget(row), context);
          return form >= 0 || action !== undefined;
        }}
        footerOf={(shown) => (
          <>
            {shown.length > 0 && (
              <span>{formatLots(shown.reduce((sum, { remaining }) => sum + remaining, 0))} lots left</span>
            )}
            {filterLabel(filter) !== null && <span>{filterLabel(filter)} only</span>}
          </>
        )}
      />
    </>
  );

  /** Opens the form of the n-th change that the order offers, or says why not. */
  function openForm(order: ActiveOrderRow, anchor: Anchor, at: number): void {
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
        keyName: keyOfAction(action),
        ...(pending.has(order.activeOrderSeq)
          ? { disabledReason: waitingReason }
          : denialOf(action, target, context)),
        run: () => void runOrderAction(action, target, context),
      })),
      ...changesOf(order).map(({ action, label }, at) => ({
        id: action.id,
        label: `${label}…`,
        icon: orderActionIcons[action.id],
        keyName: keyOfAction(action),
        ...denialOf(action, { order, anchor }, context),
        run: () => openForm(order, anchor, at),
      })),
    ];
  }
}

function emptyText(
  tab: OrderTab,
  filter: OrderFilter,
  isPhone: boolean,
): { readonly title: string; readonly detail: string } {
  const label = filterLabel(filter);
  if (label !== null)
    return {
      title: `No ${tab === 'All' ? '' : `${tab.toLowerCase()} `}orders of ${label}.`,
      detail: 'The filter in the header shows the others.',
    };
  if (tab === 'Suspended')
    return { title: 'No suspended orders.', detail: 'An order that you suspend waits here.' };
  return {
    title: 'No active orders.',
    detail: isPhone
      ? 'Tap a contract in Markets, then Sell or Buy.'
      : 'Double-click an offer in Futures to buy, or a bid to sell. Or press B or S on a row.',
  };
}
