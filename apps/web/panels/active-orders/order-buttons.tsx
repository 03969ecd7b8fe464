// The buttons of an order in its row: the actions of its menu and its keys. All are always shown, so that the
// row keeps its shape; one that does not apply is disabled and gives the reason.
import type { ActiveOrderRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { type ActionContext, keyOfAction, reasonAgainst } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import {
  changeLabels,
  editKind,
  openEditForm,
  openReduceForm,
  runOrderAction,
  usePendingOrders,
  waitingReason,
} from '../../actions/order-actions.ts';
import { priceText } from '../../market/market-text.ts';
import { IconButton } from '../../ui/button.tsx';
import cells from '../rows/row-buttons.module.css';

export const orderActionIcons: Readonly<Record<string, ReactNode>> = Object.fromEntries(
  [...orderActions, openEditForm, openReduceForm].map(({ id, icon: Icon }) => [id, Icon && <Icon />]),
);

/** The order as a target of its actions. The request id is filled in for each attempt. */
export const orderTarget = (order: ActiveOrderRow) => ({
  order,
  priceText: priceText(order.price, order),
  requestId: '',
});

/**
 * The actions that open a form, with their labels for this order; without an order, the labels for one in the
 * market.
 */
export function changesOf(order: ActiveOrderRow | undefined) {
  return [
    { action: openEditForm, label: changeLabels[order === undefined ? 'amend' : editKind(order)] },
    { action: openReduceForm, label: changeLabels.reduce },
  ];
}

export interface OrderButtonsProps {
  readonly order: ActiveOrderRow;
  readonly context: ActionContext;
  readonly isLarge: boolean;
}

export function OrderButtons({ order, context, isLarge }: OrderButtonsProps) {
  const isPending = usePendingOrders((orders) => orders.pending.has(order.activeOrderSeq));
  const target = orderTarget(order);
  const size = isLarge ? 'large' : 'small';
  return (
    <span className={cells.buttons}>
      {orderActions.map((action) => (
        <IconButton
          key={action.id}
          tabIndex={-1}
          size={size}
          label={`${action.label} order ${order.activeOrderSeq}`}
          keyName={keyOfAction(action)}
          icon={orderActionIcons[action.id]}
          disabledReason={isPending ? waitingReason : reasonAgainst(action, target, context)}
          onClick={() => void runOrderAction(action, target, context)}
        />
      ))}
      {/* A phone has room for three large buttons; the other actions are in the menu that a tap on the row opens. */}
      {!isLarge &&
        changesOf(order).map(({ action, label }) => (
          <IconButton
            key={action.id}
            tabIndex={-1}
            size={size}
            label={`${label} order ${order.activeOrderSeq}`}
            keyName={keyOfAction(action)}
            icon={orderActionIcons[action.id]}
            disabledReason={
              isPending ? waitingReason : reasonAgainst(action, { order, anchor: null }, context)
            }
            onClick={(event) =>
              action.perform({ order, anchor: event.currentTarget.getBoundingClientRect() }, context)
            }
          />
        ))}
    </span>
  );
}
