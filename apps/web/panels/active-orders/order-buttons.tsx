// The buttons of one order in its row: the same actions as its menu and its keys, each shown always, so that the row
// stays as it is, and shut with the reason where it does not apply.
import type { ActiveOrderRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import { usePendingOrders, waitingReason } from '../../actions/pending-orders.ts';
import { runOrderAction } from '../../actions/run-order-action.ts';
import { IconButton } from '../../ui/button.tsx';
import { DeleteIcon, ResubmitIcon, SuspendIcon } from '../../ui/icons.tsx';
import { priceText } from '../market-words.ts';
import styles from './active-orders.module.css';

export const orderActionIcons: Readonly<Record<string, ReactNode>> = {
  suspendActiveOrder: <SuspendIcon />,
  resubmitActiveOrder: <ResubmitIcon />,
  deleteActiveOrder: <DeleteIcon />,
};

export interface OrderButtonsProps {
  readonly order: ActiveOrderRow;
  readonly context: ActionContext;
  readonly isLarge: boolean;
}

export function OrderButtons({ order, context, isLarge }: OrderButtonsProps) {
  const isPending = usePendingOrders((orders) => orders.pending.has(order.activeOrderSeq));
  const target = { order, priceText: priceText(order.price, order.instrument), requestId: '' };
  return (
    <span className={styles.buttons}>
      {orderActions.map((action) => (
        <IconButton
          key={action.id}
          tabIndex={-1}
          size={isLarge ? 'large' : 'small'}
          label={`${action.label} order ${order.activeOrderSeq}`}
          icon={orderActionIcons[action.id]}
          disabledReason={isPending ? waitingReason : reasonAgainst(action, target, context)}
          onClick={() => void runOrderAction(action, target, context)}
        />
      ))}
    </span>
  );
}
