// The tools in the header of the Active orders panel: the filter; the actions on the selected orders;
// "Suspend all" and "Cancel all", which act on all orders that match the filter, whatever the tab.
import type { ActiveOrderRow } from '@openpit/wire';
import { useState } from 'react';
import { type ActionContext, keyOfAction, reasonAgainst, useActionContext } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import {
  matchesFilter,
  type OrderFilter,
  runAllOrders,
  scopeWords,
  suspendAllActiveOrders,
} from '../../actions/all-orders.ts';
import { runOnChosen, usePendingOrders, waitingReason } from '../../actions/order-actions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CheckIcon, FilterIcon, SuspendAllIcon } from '../../ui/icons.tsx';
import { PanelTools } from '../../ui/panel-slots.tsx';
import styles from './active-orders.module.css';
import { CancelAll, notLoadedReason } from './cancel-all.tsx';
import { changesOf, orderActionIcons, orderTarget } from './order-buttons.tsx';
import { filterChoices, filterLabel, isSameFilter } from './order-filter.ts';

export interface BlotterToolsProps {
  readonly orders: readonly ActiveOrderRow[];
  /** Whether the orders are loaded. */
  readonly isKnown: boolean;
  /** The orders of the selected rows. */
  readonly selected: readonly ActiveOrderRow[];
  /** The filter that the panel itself saves. */
  readonly filter: OrderFilter;
  /** With the filter by dealer of the preferences: what “Suspend all” and “Cancel all” act on. */
  readonly fullFilter: OrderFilter;
  readonly isPhone: boolean;
  readonly onFilter: (filter: OrderFilter) => void;
  /** Whether “Cancel all” asks first. */
  readonly asksFirst: boolean;
  readonly onAsksFirst: (asks: boolean) => void;
}

export function BlotterTools(props: BlotterToolsProps) {
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
      {/* Beside the tabs a phone has no room for a button with a label. */}
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
  const targets = orders.map(orderTarget);
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
          icon={orderActionIcons[action.id]}
          label={`${action.label} ${subject}`}
          keyName={keyOfAction(action)}
          disabledReason={reasonOfAll(targets.map((target) => reasonAgainst(action, target, context)))}
          onClick={() => void runOnChosen(action, targets, context)}
        />
      ))}
      {changesOf(first).map(({ action, label }) => (
        <IconButton
          key={action.id}
          icon={orderActionIcons[action.id]}
          label={`${label} ${subject}`}
          keyName={keyOfAction(action)}
          disabledReason={
            first === undefined
              ? noneSelected
              : orders.length > 1
                ? 'One order at a time: several are chosen.'
                : reasonAgainst(action, { order: first, anchor: null }, context)
          }
          onClick={(event) => {
            if (first !== undefined)
              action.perform({ order: first, anchor: event.currentTarget.getBoundingClientRect() }, context);
          }}
        />
      ))}
    </>
  );
}
