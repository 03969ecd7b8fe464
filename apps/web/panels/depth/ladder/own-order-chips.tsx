// The own orders at one price of a ladder: each with its lots and its place in the queue, to be dragged to another price, and a ✕
// that deletes it. Where they do not fit, one chip with the sum opens the menu of the row, which lists them.
import type { ActiveOrderRow } from '@openpit/wire';
import type { PointerEvent } from 'react';
import { type ActionContext, reasonAgainst } from '../../../actions/action.ts';
import { deleteActiveOrder, usePendingOrders, waitingReason } from '../../../actions/order-actions.ts';
import { priceText } from '../../../market/market-text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { formatLots } from '../../../ui/format.ts';
import { CloseIcon } from '../../../ui/icons.tsx';
import styles from './ladder.module.css';
import { chipLook, orderWords, placeText } from './ladder-levels.ts';

export interface ChipActions {
  readonly context: ActionContext;
  readonly onDragStart: (order: ActiveOrderRow, event: PointerEvent) => void;
  readonly onDelete: (order: ActiveOrderRow) => void;
  readonly onList: (ticks: number, at: DOMRect) => void;
}

export interface OwnOrderChipsProps {
  /** The same object as long as the context is. */
  readonly actions: ChipActions;
  readonly ticks: number;
  readonly orders: readonly ActiveOrderRow[];
  readonly chosen: number | null;
  readonly dragged: number | null;
  /** The room for them in pixels. */
  readonly width: number;
}

export function OwnOrderChips({ ticks, orders, chosen, dragged, width, actions }: OwnOrderChipsProps) {
  const pending = usePendingOrders((state) => state.pending);
  if (orders.length === 0) return null;
  const look = chipLook(orders, width);
  if (look === 'sum' && orders.length > 1) {
    const lots = orders.reduce((sum, order) => sum + order.remaining, 0);
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.chip}
        data-chip=""
        aria-label={`${orders.length} own orders, ${formatLots(lots)} lots: list them`}
        data-tip={orders.map(orderWords).join('\n')}
        onClick={(event) => actions.onList(ticks, event.currentTarget.getBoundingClientRect())}
      >
        {formatLots(lots)} <span className={styles.queue}>×{orders.length}</span>
      </button>
    );
  }
  return orders.map((order) => {
    const { activeOrderSeq } = order;
    const isPending = pending.has(activeOrderSeq);
    const target = { order, priceText: priceText(order.price, order), requestId: '' };
    return (
      <span
        key={activeOrderSeq}
        className={styles.chip}
        data-chip={activeOrderSeq}
        data-chosen={activeOrderSeq === chosen || undefined}
        data-pending={isPending || undefined}
        data-dragged={activeOrderSeq === dragged || undefined}
        data-tip={`${orderWords(order)}. Drag it to another price to amend it.`}
        onPointerDown={(event) => {
          if (!(event.target instanceof Element) || event.target.closest('button') === null)
            actions.onDragStart(order, event);
        }}
      >
        {formatLots(order.remaining)}
        {look === 'place' && <span className={styles.queue}>{placeText(order)}</span>}
        <IconButton
          tabIndex={-1}
          size="small"
          className={styles.delete}
          icon={<CloseIcon />}
          label={`Delete own order ${activeOrderSeq}`}
          disabledReason={
            isPending ? waitingReason : reasonAgainst(deleteActiveOrder, target, actions.context)
          }
          onClick={() => actions.onDelete(order)}
        />
      </span>
    );
  });
}
