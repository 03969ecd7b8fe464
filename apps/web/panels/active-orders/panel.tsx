// The Active orders panel (PANEL-6): the orders that may still deal and the suspended orders, with the actions on one order, on the
// selected orders and on all. Every action on an order is a button of its row, an item of the row's menu and a key.
import type { ActiveOrderRow } from '@openpit/wire';
import { useCallback, useMemo, useState } from 'react';
import { isPermitted, useActionContext } from '../../actions/action.ts';
import { type AllOrdersFilter, matchesFilter } from '../../actions/all-orders.ts';
import { usePendingOrders } from '../../actions/order-actions.ts';
import { entryPermission } from '../../actions/order-entry.ts';
import { usePhases } from '../../market/phases.ts';
import { ownPrices } from '../../market/prices.ts';
import { useDataSet } from '../../market/use-store.ts';
import { useDealerFilter } from '../../stores/chosen.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { classNames } from '../../ui/button.tsx';
import { formatLots } from '../../ui/format.ts';
import type { RowKey } from '../../ui/live-grid/grid-column.ts';
import { onEverySecond } from '../../ui/media.ts';
import { PanelTitle } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { rowsWithMarket } from '../parts/row-source.ts';
import rowStyles from '../parts/rows/rows.module.css';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import styles from './active-orders.module.css';
import { activeOrdersColumns } from './columns.tsx';
import { activeOrdersSettings, type OrderTab, orderTabs } from './definition.tsx';
import { OrderButtons, orderRowActions } from './order-buttons.tsx';
import {
  countsOf,
  endsAt,
  filterLabel,
  isInTab,
  newestFirst,
  type OrderTimes,
  timeLeft,
  withDealerFilter,
} from './rules.ts';
import { BlotterTools } from './tools.tsx';

interface OrderClock extends OrderTimes {
  /** How far the exchange's clock is ahead of this browser's, in milliseconds. */
  readonly offsetMs: number;
}

/** The times at which the clock ends orders: the user's own time-out and the end of the business day. */
function useOrderTimes(): OrderClock {
  const { phases, offsetMs: exactOffsetMs } = usePhases();
  const ownDealer = useSession(({ hqAccess }) => hqAccess?.dealerCode ?? null);
  const timeoutSeconds = usePreferences(({ document }) => document.defaults.timeout);
  const dayEndsAt = phases?.dayEndsAt ?? null;
  // In whole seconds: a smaller difference changes no text.
  const offsetMs = Math.round(exactOffsetMs / 1_000) * 1_000;
  return useMemo(
    () => ({ ownDealer, timeoutSeconds, dayEndsAt, offsetMs }),
    [ownDealer, timeoutSeconds, dayEndsAt, offsetMs],
  );
}

/** An order is redrawn when the price of its contract moves, because its distance to the market changes. */
const ordersWithMarket = rowsWithMarket(dataSetStores.activeOrders);
const noFilter: AllOrdersFilter = {};
const dealerOf = ({ dealer }: ActiveOrderRow) => dealer;

export function ActiveOrdersPanel(props: PanelProps) {
  const isPhone = props.device === 'mobile';
  const [{ tab = 'All', filter = noFilter, asksFirst = true }, change] = usePanelSettings(
    activeOrdersSettings,
    props,
  );
  const orders = useDataSet('activeOrders');
  const context = useActionContext();
  const mayTrade = isPermitted(entryPermission, context.flags);
  // The menu of a row follows the commands that wait.
  usePendingOrders((state) => state.pending);
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
    return activeOrdersColumns({
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
            count: isKnown ? counts[value] : undefined,
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
        texts={{
          rows: 'orders',
          one: 'order',
          many: 'orders',
          empty: emptyText(tab, filter, isPhone, mayTrade),
        }}
        columns={columns}
        compare={newestFirst}
        isShown={isShown}
        dealerOf={filter.dealer === undefined ? dealerOf : undefined}
        onRepaint={onEverySecond}
        onSelection={setSelectedKeys}
        phoneLines={classNames(rowStyles.lines, styles.phone)}
        menu={{ labelOf: ({ activeOrderSeq }) => `Order ${activeOrderSeq}` }}
        rowActions={orderRowActions}
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
}

function emptyText(
  tab: OrderTab,
  filter: AllOrdersFilter,
  isPhone: boolean,
  mayTrade: boolean,
): { readonly title: string; readonly detail: string } {
  const label = filterLabel(filter);
  if (label !== null)
    return {
      title: `No ${tab === 'All' ? '' : `${tab.toLowerCase()} `}orders of ${label}.`,
      detail: 'The filter in the header shows the others.',
    };
  if (tab === 'Suspended') return { title: 'No suspended orders.', detail: 'A suspended order waits here.' };
  return {
    title: 'No active orders.',
    detail: !mayTrade
      ? 'An order shows here as soon as it is entered.'
      : isPhone
        ? 'Tap a contract in Markets, then Buy or Sell.'
        : 'Double-click an offer in Futures to buy, or a bid to sell. Or press B or S on a row.',
  };
}
