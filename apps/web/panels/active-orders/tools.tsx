// The tools in the header of the Active orders panel: the filter; the actions on the selected orders; "Suspend all" and "Cancel all", which
// act on all orders that match the filter, on every tab.
import type { ActiveOrderRow } from '@openpit/wire';
import { useState } from 'react';
import { type ActionContext, reasonAgainst, useActionContext } from '../../actions/action.ts';
import {
  type AllOrdersFilter,
  type AllOrdersTarget,
  cancelAllActiveOrders,
  filterText,
  matchesFilter,
  orderScopes,
  runAllOrders,
  suspendAllActiveOrders,
} from '../../actions/all-orders.ts';
import { workspaceKeys } from '../../actions/view-actions.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { useSession } from '../../stores/session.ts';
import { ActionMenu, type ActionMenuItem, type MenuPlace, placeBelow } from '../../ui/action-menu.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CancelAllIcon, CheckIcon, ChevronDownIcon, FilterIcon, SuspendAllIcon } from '../../ui/icons.tsx';
import { shownKey } from '../../ui/keys.ts';
import { PanelTools } from '../../ui/panel-frame.tsx';
import styles from './active-orders.module.css';
import { SelectionTools } from './order-buttons.tsx';
import { filterChoices, filterLabel, isSameFilter } from './rules.ts';

const notLoadedReason = 'Your orders are not loaded.';

const cancelMineKey = shownKey(workspaceKeys.keys.cancelAll);

interface CancelAllProps {
  /** The orders that match the filter of the panel. */
  readonly shown: AllOrdersTarget;
  readonly orders: readonly ActiveOrderRow[];
  /** False until they are loaded: the button then shows no number. */
  readonly isKnown: boolean;
  readonly asksFirst: boolean;
  readonly isPhone: boolean;
  readonly context: ActionContext;
  readonly onAsksFirst: (asks: boolean) => void;
}

/**
 * Always visible, with the number of orders that match the filter. The menu next to it has the other choices: the dealer's own orders, all
 * orders of the member, the orders in the active contract, and whether it asks.
 */
function CancelAll(props: CancelAllProps) {
  const { shown, orders, isKnown, asksFirst, isPhone, context, onAsksFirst } = props;
  const user = useSession((session) => session.hqAccess);
  const contract = useActiveContract((active) => active.contract);
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null);
  const reasonOf = (subject: AllOrdersTarget) =>
    isKnown ? reasonAgainst(cancelAllActiveOrders, subject, context) : notLoadedReason;
  const cancel = (subject: AllOrdersTarget) =>
    void runAllOrders(cancelAllActiveOrders, subject, context, asksFirst);
  const countText = ({ orders }: AllOrdersTarget) => (isKnown ? ` (${orders.length})` : '');
  const label = `${cancelAllActiveOrders.label}${countText(shown)}`;
  const size = isPhone ? 'large' : 'small';
  const items: readonly ActionMenuItem[] = [
    ...orderScopes(orders, user, contract).map((scoped) => ({
      id: scoped.scope,
      label: `${scoped.label}${countText(scoped)}${asksFirst ? '…' : ''}`,
      keyName: scoped.scope === 'mine' ? cancelMineKey : undefined,
      disabledReason: reasonOf(scoped),
      run: () => cancel(scoped),
    })),
    {
      id: 'ask',
      label: 'Ask first',
      isChecked: asksFirst,
      startsSection: true,
      run: () => onAsksFirst(!asksFirst),
    },
  ];
  return (
    <span data-always="wide" className={styles.cancelAll}>
      <Button
        size={size}
        icon={<CancelAllIcon />}
        aria-label={`${label} ${filterText(shown.filter)}`}
        data-tip={`${cancelAllActiveOrders.label} orders ${filterText(shown.filter)}`}
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
        onClick={(event) => setMenuAt(placeBelow(event.currentTarget))}
      />
      <ActionMenu label="Which orders to cancel" at={menuAt} onClose={() => setMenuAt(null)} items={items} />
    </span>
  );
}

interface BlotterToolsProps {
  readonly orders: readonly ActiveOrderRow[];
  /** True if the orders are loaded. */
  readonly isKnown: boolean;
  readonly selected: readonly ActiveOrderRow[];
  /** The filter that the panel itself saves. */
  readonly filter: AllOrdersFilter;
  /** The filter of “Suspend all” and “Cancel all”: `filter` with the dealers of the preferences. */
  readonly fullFilter: AllOrdersFilter;
  readonly isPhone: boolean;
  readonly onFilter: (filter: AllOrdersFilter) => void;
  /** True if “Cancel all” asks first. */
  readonly asksFirst: boolean;
  readonly onAsksFirst: (asks: boolean) => void;
}

export function BlotterTools(props: BlotterToolsProps) {
  const { orders, isKnown, selected, filter, fullFilter, isPhone, onFilter, asksFirst, onAsksFirst } = props;
  const context = useActionContext();
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null);
  const matching = orders.filter((order) => matchesFilter(order, fullFilter));
  const label = filterLabel(filter);
  const size = isPhone ? 'large' : 'medium';
  const target = { filter: fullFilter, orders: matching };
  const cancelAll = (
    <CancelAll
      shown={target}
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
          onClick={(event) => setMenuAt(placeBelow(event.currentTarget))}
        />
        {!isPhone && <SelectionTools orders={selected} context={context} />}
        <IconButton
          size={size}
          icon={<SuspendAllIcon />}
          label={`${suspendAllActiveOrders.label} orders ${filterText(fullFilter)}`}
          disabledReason={isKnown ? reasonAgainst(suspendAllActiveOrders, target, context) : notLoadedReason}
          onClick={() => void runAllOrders(suspendAllActiveOrders, target, context)}
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
