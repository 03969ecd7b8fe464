// The tools of the blotter's header: filter, suspend all, cancel all. The two last act on what the filter names, whatever tab
// is shown, and say so before they do.
import type { ActiveOrderRow } from '@openpit/wire';
import { useState } from 'react';
import { reasonAgainst } from '../../actions/action.ts';
import {
  type AllOrdersAction,
  cancelAllActiveOrders,
  matchesFilter,
  type OrderFilter,
  scopeWords,
  suspendAllActiveOrders,
} from '../../actions/all-orders.ts';
import { runAllOrders } from '../../actions/run-all-orders.ts';
import { useActionContext } from '../../actions/use-action-context.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CancelAllIcon, CheckIcon, FilterIcon, SuspendAllIcon } from '../../ui/icons.tsx';
import { PanelTools } from '../../ui/panel-slots.tsx';
import { filterChoices, filterLabel, isSameFilter } from './order-filter.ts';

export interface BlotterToolsProps {
  readonly orders: readonly ActiveOrderRow[];
  readonly filter: OrderFilter;
  readonly isPhone: boolean;
  readonly onFilter: (filter: OrderFilter) => void;
}

export function BlotterTools({ orders, filter, isPhone, onFilter }: BlotterToolsProps) {
  const context = useActionContext();
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const matching = orders.filter((order) => matchesFilter(order, filter));
  const label = filterLabel(filter);
  const size = isPhone ? 'large' : 'medium';
  const all = (action: AllOrdersAction, icon: React.ReactNode) => {
    const subject = { filter, orders: matching };
    return (
      <IconButton
        size={size}
        icon={icon}
        label={`${action.label} orders ${scopeWords(filter)}`}
        disabledReason={reasonAgainst(action, { ...subject, requestId: '' }, context)}
        onClick={() => void runAllOrders(action, subject, context)}
      />
    );
  };
  return (
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
      {all(suspendAllActiveOrders, <SuspendAllIcon />)}
      {all(cancelAllActiveOrders, <CancelAllIcon />)}
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
  );
}
