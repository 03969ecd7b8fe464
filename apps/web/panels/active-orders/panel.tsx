// The Active orders panel (PANEL-6): the orders that may still deal and the suspended orders, with the actions on one order, on the
// selected orders and on all. Every action on an order is a button of its row, an item of the row's menu and a key.
import type { ActiveOrderRow } from '@openpit/wire';
import { useCallback, useMemo, useState } from 'react';
import { type ActionContext, keyOfAction, reasonAgainst, useActionContext } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import {
  cancelAllActiveOrders,
  matchesFilter,
  type OrderFilter,
  orderScopes,
  runAllOrders,
  scopeWords,
  suspendAllActiveOrders,
} from '../../actions/all-orders.ts';
import type { Anchor } from '../../actions/dialogs.ts';
import {
  type ChangeTarget,
  changeLabels,
  editKind,
  type OrderTarget,
  openEditForm,
  openReduceForm,
  runOnChosen,
  runOrderAction,
  usePendingOrders,
  waitingReason,
} from '../../actions/order-actions.ts';
import { type RowAction, runRowAction } from '../../actions/send.ts';
import { workspaceKeys } from '../../actions/view-actions.ts';
import { priceText } from '../../market/market-text.ts';
import { usePhases } from '../../market/phases.ts';
import { ownPrices } from '../../market/prices.ts';
import { useDataSet } from '../../market/use-store.ts';
import { useActiveContract, useDealerFilter } from '../../stores/chosen.ts';
import { usePreferences, useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { Button, cx, IconButton } from '../../ui/button.tsx';
import { formatLots } from '../../ui/format.ts';
import { CancelAllIcon, CheckIcon, ChevronDownIcon, FilterIcon, SuspendAllIcon } from '../../ui/icons.tsx';
import { shownKey } from '../../ui/keys.ts';
import type { RowKey } from '../../ui/live-grid/grid-column.ts';
import { onEverySecond } from '../../ui/media.ts';
import { PanelTitle, PanelTools } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { rowsWithMarket } from '../parts/row-source.ts';
import { rowActions } from '../parts/rows/row-actions.tsx';
import rowStyles from '../parts/rows/rows.module.css';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import styles from './active-orders.module.css';
import { activeOrdersColumns } from './columns.tsx';
import { activeOrdersSettings, type OrderTab, orderTabs } from './definition.tsx';
import {
  countsOf,
  endsAt,
  filterChoices,
  filterLabel,
  isInTab,
  isSameFilter,
  newestFirst,
  type OrderTimes,
  timeLeft,
  withDealerFilter,
} from './rules.ts';

/**
 * The times at which the clock ends orders, in React: the user's own time-out and the end of the business
 * day.
 */
export interface OrderClock extends OrderTimes {
  /** How far the exchange's clock is ahead of this browser's, in milliseconds. */
  readonly offsetMs: number;
}

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

// The actions on an order: those that send a command, then those that open a form.

type OrderRowTarget = OrderTarget & ChangeTarget;

/** The request id is filled in for each attempt. */
const orderTarget = (order: ActiveOrderRow, anchor: Anchor | null = null): OrderRowTarget => ({
  order,
  priceText: priceText(order.price, order),
  requestId: '',
  anchor,
});

/** The actions that send a command, disabled while an earlier command on the order waits for its reply. */
const commandActions = orderActions.map(
  (action): RowAction<OrderRowTarget> => ({
    ...action,
    enabled: (target, context) =>
      usePendingOrders.getState().pending.has(target.order.activeOrderSeq)
        ? { reason: waitingReason }
        : action.enabled(target, context),
    mustConfirm: () => null,
    perform(target, context) {
      void runOrderAction(action, target, context);
      return null;
    },
  }),
);
const formActions = [openEditForm, openReduceForm];
const isForm = ({ id }: { readonly id: string }) => formActions.some((action) => action.id === id);

/** The form to edit is called Amend for an order in the market, and without an order. */
const labelOf = ({ id, label }: Pick<RowAction<never>, 'id' | 'label'>, order: ActiveOrderRow | undefined) =>
  id === openEditForm.id ? changeLabels[order === undefined ? 'amend' : editKind(order)] : label;

const orderRowActions = rowActions({
  list: [...commandActions, ...formActions],
  targetOf: orderTarget,
  doubleClick: [openEditForm],
  itemOf: (action, order) => (isForm(action) ? { label: `${labelOf(action, order)}…` } : {}),
});

interface OrderButtonsProps {
  readonly order: ActiveOrderRow;
  readonly context: ActionContext;
  readonly isLarge: boolean;
}

/** All are always shown, so that the row keeps its shape; an action that does not apply is disabled and shows the reason. */
function OrderButtons({ order, context, isLarge }: OrderButtonsProps) {
  usePendingOrders((orders) => orders.pending.has(order.activeOrderSeq));
  // A phone has room for three large buttons; the other actions are in the menu that a tap on the row opens.
  const shown: readonly RowAction<OrderRowTarget>[] = isLarge
    ? commandActions
    : [...commandActions, ...formActions];
  return (
    <span className={rowStyles.buttons}>
      {shown.map((action) => (
        <IconButton
          key={action.id}
          tabIndex={-1}
          size={isLarge ? 'large' : 'small'}
          label={`${labelOf(action, order)} order ${order.activeOrderSeq}`}
          keyName={keyOfAction(action)}
          icon={<action.icon />}
          disabledReason={reasonAgainst(action, orderTarget(order), context)}
          onClick={(event) =>
            void runRowAction(
              action,
              orderTarget(order, event.currentTarget.getBoundingClientRect()),
              context,
            )
          }
        />
      ))}
    </span>
  );
}

// “Cancel all” in the header of the Active orders panel, always visible, with the number of orders that match the filter. A menu next to it
// has the other choices: the dealer's own orders, all orders of the member, the orders in the active contract, and whether it asks.

const notLoadedReason = 'Your orders are not loaded.';
const cancelMineKey = shownKey(workspaceKeys.keys.cancelAll);

interface Subject {
  readonly filter: OrderFilter;
  readonly orders: readonly ActiveOrderRow[];
}

export interface CancelAllProps {
  /** The orders that match the filter of the panel. */
  readonly shown: Subject;
  readonly orders: readonly ActiveOrderRow[];
  /** False until they are loaded: the button then shows no number. */
  readonly isKnown: boolean;
  readonly asksFirst: boolean;
  readonly isPhone: boolean;
  readonly context: ActionContext;
  readonly onAsksFirst: (asks: boolean) => void;
}

function CancelAll(props: CancelAllProps) {
  const { shown, orders, isKnown, asksFirst, isPhone, context, onAsksFirst } = props;
  const user = useSession((session) => session.hqAccess);
  const contract = useActiveContract((active) => active.contract);
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const reasonOf = (subject: Subject) =>
    isKnown ? reasonAgainst(cancelAllActiveOrders, { ...subject, requestId: '' }, context) : notLoadedReason;
  const cancel = (subject: Subject) => void runAllOrders(cancelAllActiveOrders, subject, context, asksFirst);
  const countText = ({ orders: found }: Subject) => (isKnown ? ` (${found.length})` : '');
  const label = `${cancelAllActiveOrders.label}${countText(shown)}`;
  const openMenu = (button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect();
    setMenuAt({ left, top: bottom });
  };
  const size = isPhone ? 'large' : 'small';
  const items: readonly ActionMenuItem[] = [
    ...orderScopes(orders, user, contract).map((scoped) => ({
      id: scoped.scope,
      label: `${scoped.label}${countText(scoped)}${asksFirst ? '…' : ''}`,
      ...(scoped.scope === 'mine' && { keyName: cancelMineKey }),
      disabledReason: reasonOf(scoped),
      run: () => cancel(scoped),
    })),
    {
      id: 'ask',
      label: 'Ask first',
      isChecked: asksFirst,
      startsPart: true,
      run: () => onAsksFirst(!asksFirst),
    },
  ];
  return (
    <span data-always="wide" className={styles.cancelAll}>
      <Button
        size={size}
        icon={<CancelAllIcon />}
        aria-label={`${label} ${scopeWords(shown.filter)}`}
        data-tip={`${cancelAllActiveOrders.label} orders ${scopeWords(shown.filter)}`}
        disabledReason={reasonOf(shown)}
        onClick={() => cancel(shown)}
      >
        <span className={styles.cancelLabel}>{label}</span>
      </Button>
      <IconButton
        size={isPhone ? 'large' : 'medium'}
        icon={<ChevronDownIcon />}
        label="Which orders to cancel"
        keyName={cancelMineKey}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget)}
      />
      <ActionMenu label="Which orders to cancel" at={menuAt} onClose={() => setMenuAt(null)} items={items} />
    </span>
  );
}

// The tools in the header of the Active orders panel: the filter; the actions on the selected orders;
// "Suspend all" and "Cancel all", which act on all orders that match the filter, on every tab.

export interface BlotterToolsProps {
  readonly orders: readonly ActiveOrderRow[];
  /** True if the orders are loaded. */
  readonly isKnown: boolean;
  /** The orders of the selected rows. */
  readonly selected: readonly ActiveOrderRow[];
  /** The filter that the panel itself saves. */
  readonly filter: OrderFilter;
  /** The filter of “Suspend all” and “Cancel all”: `filter` with the dealers of the preferences. */
  readonly fullFilter: OrderFilter;
  readonly isPhone: boolean;
  readonly onFilter: (filter: OrderFilter) => void;
  /** True if “Cancel all” asks first. */
  readonly asksFirst: boolean;
  readonly onAsksFirst: (asks: boolean) => void;
}

function BlotterTools(props: BlotterToolsProps) {
  const { orders, isKnown, selected, filter, fullFilter, isPhone, onFilter, asksFirst, onAsksFirst } = props;
  const context = useActionContext();
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const matching = orders.filter((order) => matchesFilter(order, fullFilter));
  const label = filterLabel(filter);
  const size = isPhone ? 'large' : 'medium';
  const suspended = { filter: fullFilter, orders: matching, requestId: '' };
  const cancelAll = (
    <CancelAll
      shown={{ filter: fullFilter, orders: matching }}
      orders={orders}
      isKnown={isKnown}
      asksFirst={asksFirst}
      isPhone={isPhone}
      context={context}
      onAsksFirst={onAsksFirst}
    />
  );
  return (
    <>
      <PanelTools>
        <IconButton
          size={size}
          icon={<FilterIcon />}
          label={label === null ? 'Filter the orders' : `Filter: ${label}`}
          aria-pressed={label !== null}
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setMenuAt({ left, top: bottom });
          }}
        />
        {!isPhone && <SelectionTools orders={selected} context={context} />}
        <IconButton
          size={size}
          icon={<SuspendAllIcon />}
          label={`${suspendAllActiveOrders.label} orders ${scopeWords(fullFilter)}`}
          disabledReason={
            isKnown ? reasonAgainst(suspendAllActiveOrders, suspended, context) : notLoadedReason
          }
          onClick={() => void runAllOrders(suspendAllActiveOrders, suspended, context)}
        />
        {!isPhone && cancelAll}
        <ActionMenu
          label="Filter the orders"
          at={menuAt}
          onClose={() => setMenuAt(null)}
          items={[{ filter: {}, label: 'All orders' }, ...filterChoices(orders, filter)].map((choice) => ({
            id: choice.label,
            label: choice.label,
            icon: isSameFilter(choice.filter, filter) ? <CheckIcon /> : undefined,
            run: () => onFilter(choice.filter),
          }))}
        />
      </PanelTools>
      {/* A phone has no room for a button with a label next to the tabs. */}
      {isPhone && <div className={styles.phoneTools}>{cancelAll}</div>}
    </>
  );
}

const noneSelected = 'Choose an order first: click its row, with Ctrl or Shift several.';

/** The buttons of a row, for all selected rows. Edit and reduce open a form and so take one order. */
function SelectionTools(props: {
  readonly orders: readonly ActiveOrderRow[];
  readonly context: ActionContext;
}) {
  const { orders, context } = props;
  const pending = usePendingOrders((state) => state.pending);
  const targets = orders.map((order) => orderTarget(order));
  const [first] = orders;
  const subject = orders.length === 1 ? `order ${first?.activeOrderSeq}` : 'the chosen orders';
  const isWaiting = orders.length > 0 && orders.every(({ activeOrderSeq }) => pending.has(activeOrderSeq));
  const reasonOfAll = (reasons: readonly (string | null)[]) =>
    reasons.length === 0
      ? noneSelected
      : isWaiting
        ? waitingReason
        : reasons.includes(null)
          ? null
          : (reasons[0] ?? null);
  return (
    <>
      {orderActions.map((action) => (
        <IconButton
          key={action.id}
          icon={<action.icon />}
          label={`${action.label} ${subject}`}
          keyName={keyOfAction(action)}
          disabledReason={reasonOfAll(targets.map((target) => reasonAgainst(action, target, context)))}
          onClick={() => void runOnChosen(action, targets, context)}
        />
      ))}
      {formActions.map((action) => (
        <IconButton
          key={action.id}
          icon={<action.icon />}
          label={`${labelOf(action, first)} ${subject}`}
          keyName={keyOfAction(action)}
          disabledReason={
            first === undefined
              ? noneSelected
              : orders.length > 1
                ? 'One order at a time: several are chosen.'
                : reasonAgainst(action, orderTarget(first), context)
          }
          onClick={(event) => {
            if (first !== undefined)
              void runRowAction(
                action,
                orderTarget(first, event.currentTarget.getBoundingClientRect()),
                context,
              );
          }}
        />
      ))}
    </>
  );
}

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
        phoneLines={cx(rowStyles.lines, styles.phone)}
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
