// One price of a ladder: its quantities, and the user's orders as chips.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import { memo, type PointerEvent as ReactPointerEvent } from 'react';
import { type ActionContext, reasonAgainst } from '../../../actions/action.ts';
import { deleteActiveOrder, usePendingOrders } from '../../../actions/order-actions.ts';
import { IconButton } from '../../../ui/button.tsx';
import { formatLots } from '../../../ui/format.ts';
import { CloseIcon } from '../../../ui/icons.tsx';
import styles from './ladder.module.css';
import { chipLook, chipSumText, ladderOrderText, placeText } from './rules.ts';

export interface ChipActions {
  readonly context: ActionContext;
  readonly onDragStart: (order: ActiveOrderRow, event: ReactPointerEvent) => void;
  readonly onDelete: (order: ActiveOrderRow) => void;
  readonly onList: (ticks: number, at: DOMRect) => void;
}
interface OwnOrderChipsProps {
  /** The same object as long as the context is. */
  readonly actions: ChipActions;
  readonly ticks: number;
  readonly orders: readonly ActiveOrderRow[];
  readonly chosen: number | null;
  readonly dragged: number | null;
  /** The room for them, and the width of a ✕, in pixels. */
  readonly width: number;
  readonly crossPx: number;
}
/**
 * The user's orders at one price: each with its lots and its place in the queue, to be dragged to another price, and a ✕ that deletes it.
 * If several orders do not fit, one chip with the sum opens the menu of the row, which lists them.
 */
function OwnOrderChips({ ticks, orders, chosen, dragged, width, crossPx, actions }: OwnOrderChipsProps) {
  const pending = usePendingOrders((state) => state.pending);
  if (orders.length === 0) return null;
  const look = chipLook(orders, width, crossPx);
  if (look === 'sum' || look === 'shortSum')
    return (
      <button
        type="button"
        tabIndex={-1}
        className={styles.chip}
        data-chip=""
        aria-label={`${chipSumText(orders, 'sum')} of yours: list them`}
        data-tip={orders.map(ladderOrderText).join('\n')}
        onClick={(event) => actions.onList(ticks, event.currentTarget.getBoundingClientRect())}
      >
        {chipSumText(orders, look)}
      </button>
    );
  return orders.map((order) => {
    const { activeOrderSeq } = order;
    return (
      <span
        key={activeOrderSeq}
        className={styles.chip}
        data-chip={activeOrderSeq}
        data-bare={look === 'bare' || undefined}
        data-chosen={activeOrderSeq === chosen || undefined}
        data-pending={pending.has(activeOrderSeq) || undefined}
        data-dragged={activeOrderSeq === dragged || undefined}
        data-tip={`${ladderOrderText(order)}. Drag it to another price to amend it.`}
        onPointerDown={(event) => {
          if (!(event.target instanceof Element) || event.target.closest('button') === null)
            actions.onDragStart(order, event);
        }}
      >
        {formatLots(order.remaining)}
        {look === 'place' && <span className={styles.queue}>{placeText(order)}</span>}
        {look !== 'bare' && (
          <IconButton
            tabIndex={-1}
            size="small"
            className={styles.delete}
            icon={<CloseIcon />}
            label={`Cancel own order ${activeOrderSeq}`}
            disabledReason={reasonAgainst(deleteActiveOrder, { order }, actions.context)}
            onClick={() => actions.onDelete(order)}
          />
        )}
      </span>
    );
  });
}
interface LadderRowProps {
  readonly actions: ChipActions;
  readonly id: string;
  /** The row's place on the axis, from 0. */
  readonly index: number;
  readonly top: number;
  readonly ticks: number;
  readonly priceText: string;
  /** A few characters next to the price, and their meaning. */
  readonly marks: string;
  readonly markWords: string;
  readonly isLast: boolean;
  readonly bidQty: number;
  readonly offerQty: number;
  /** The largest number of lots at one price. */
  readonly largest: number;
  /** Lots dealt at this price today, and their share of the most at one price. */
  readonly dealt: number;
  readonly dealtShare: number;
  readonly bids: readonly ActiveOrderRow[];
  readonly offers: readonly ActiveOrderRow[];
  readonly isCursor: boolean;
  /** The number of the user's order that keys act on. */
  readonly chosen: number | null;
  /** The lots and the side of an order that would be dropped here; null if none would. */
  readonly droppedLots: number | null;
  readonly droppedSide: Side | null;
  /** The number of the user's order that is being dragged. */
  readonly dragged: number | null;
  /** The widths of each side and of a ✕ in pixels. */
  readonly sideWidth: number;
  readonly crossPx: number;
}
/** One price: the bid quantity on its left with the user's bids, the offer quantity on its right with the user's offers. */
export const LadderRow = memo(function LadderRow(props: LadderRowProps) {
  const { actions, ticks, priceText, marks, markWords, bidQty, offerQty, bids, offers } = props;
  const { droppedLots, droppedSide } = props;
  const side = (orderSide: Side, qty: number, orders: readonly ActiveOrderRow[]) => {
    const text = qty === 0 ? '' : formatLots(qty);
    const share = props.largest === 0 ? 0 : qty / props.largest;
    return (
      <div
        role="gridcell"
        className={styles.side}
        data-side={orderSide}
        style={{ '--share': `${(share * 100).toFixed(1)}%` }}
      >
        <span className={styles.chips}>
          <OwnOrderChips
            actions={actions}
            ticks={ticks}
            chosen={props.chosen}
            dragged={props.dragged}
            orders={orders}
            width={props.sideWidth - (text.length * characterPx + cellEdgesPx)}
            crossPx={props.crossPx}
          />
          {droppedSide === orderSide && (
            <span className={styles.dropped} aria-hidden="true">
              {formatLots(droppedLots)}
            </span>
          )}
        </span>
        <span className={styles.qty} data-own={orders.length > 0 || undefined}>
          {text}
        </span>
      </div>
    );
  };
  return (
    <div
      role="row"
      id={props.id}
      aria-rowindex={props.index + 2}
      aria-label={wordsOf(props)}
      className={styles.row}
      style={{ top: props.top }}
      data-ticks={ticks}
      data-cursor={props.isCursor || undefined}
      data-last={props.isLast || undefined}
      data-drop={droppedSide !== null || undefined}
    >
      {side('B', bidQty, bids)}
      <div role="gridcell" className={styles.price} data-tip={markWords || undefined}>
        <span className={styles.marks}>{marks}</span>
        {priceText}
      </div>
      {side('S', offerQty, offers)}
      <div
        role="gridcell"
        className={styles.dealt}
        style={{ '--share': `${(props.dealtShare * 100).toFixed(1)}%` }}
      >
        {props.dealt === 0 ? '' : formatLots(props.dealt)}
      </div>
    </div>
  );
});
const characterPx = 7;
/** The padding of the cell, and the gap before the quantity. */
const cellEdgesPx = 16;
/** The row for screen readers: "4 034.80, last price: bid 12, own order 41: 10 lots, place 2 at its price". */
function wordsOf(props: LadderRowProps): string {
  const { priceText, markWords, bidQty, offerQty, bids, offers, dealt } = props;
  const facts = [
    ...(bidQty === 0 ? [] : [`bid ${formatLots(bidQty)}`]),
    ...bids.map((order) => `${ladderOrderText(order)}, bid`),
    ...(offerQty === 0 ? [] : [`offer ${formatLots(offerQty)}`]),
    ...offers.map((order) => `${ladderOrderText(order)}, offer`),
    ...(dealt === 0 ? [] : [`dealt today ${formatLots(dealt)}`]),
  ];
  const price = markWords === '' ? priceText : `${priceText}, ${markWords}`;
  return `${price}: ${facts.length === 0 ? 'no orders' : facts.join('; ')}`;
}
