// The ✕ on the line of an own order, which deletes the order after the usual confirmation. For a line with
// several own orders it opens a list of them.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import { useState, useSyncExternalStore } from 'react';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import {
  deleteActiveOrder,
  runOrderAction,
  usePendingOrders,
  waitingReason,
} from '../../actions/order-actions.ts';
import { priceText } from '../../market/market-text.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatLots } from '../../ui/format.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './depth.module.css';

/** The own orders on each line, and a subscription to their changes. */
export interface OwnOrdersSource {
  at(side: Side, index: number): readonly ActiveOrderRow[];
  subscribe(listener: () => void): () => void;
}

const targetOf = (order: ActiveOrderRow) => ({ order, priceText: priceText(order.price, order) });

export interface CancelOwnOrderProps {
  readonly own: OwnOrdersSource;
  readonly side: Side;
  readonly index: number;
  readonly context: ActionContext;
}

export function CancelOwnOrder({ own, side, index, context }: CancelOwnOrderProps) {
  const orders = useSyncExternalStore(own.subscribe, () => own.at(side, index));
  const pending = usePendingOrders((state) => state.pending);
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const [first] = orders;
  if (first === undefined) return null;
  const reasonOf = (order: ActiveOrderRow) =>
    pending.has(order.activeOrderSeq)
      ? waitingReason
      : reasonAgainst(deleteActiveOrder, { ...targetOf(order), requestId: '' }, context);
  const isOne = orders.length === 1;
  return (
    <>
      <IconButton
        tabIndex={-1}
        size="small"
        className={styles.cancel}
        icon={<CloseIcon />}
        label={
          isOne ? `Delete own order ${first.activeOrderSeq}` : `Delete one of ${orders.length} own orders`
        }
        disabledReason={isOne ? reasonOf(first) : null}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          if (isOne) void runOrderAction(deleteActiveOrder, targetOf(first), context);
          else setMenuAt({ left, top: bottom });
        }}
      />
      {menuAt !== null && (
        <ActionMenu
          label="Own orders at this price"
          at={menuAt}
          onClose={() => setMenuAt(null)}
          items={orders.map((order) => ({
            id: String(order.activeOrderSeq),
            label: `Delete order ${order.activeOrderSeq}: ${formatLots(order.remaining)} at ${priceText(order.price, order)}`,
            icon: <CloseIcon />,
            disabledReason: reasonOf(order),
            run: () => void runOrderAction(deleteActiveOrder, targetOf(order), context),
          }))}
        />
      )}
    </>
  );
}
