// One price of a ladder: the bid quantity on its left with the own bids, the offer quantity on its right with the own offers.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import { memo } from 'react';
import { formatLots } from '../../../ui/format.ts';
import styles from './ladder.module.css';
import { orderWords } from './ladder-levels.ts';
import { type ChipActions, OwnOrderChips } from './own-order-chips.tsx';

export interface LadderRowProps {
  readonly actions: ChipActions;
  readonly id: string;
  /** Its place on the axis, from 0. */
  readonly index: number;
  readonly top: number;
  readonly ticks: number;
  readonly priceText: string;
  /** A few characters beside the price, and what they mean. */
  readonly marks: string;
  readonly markWords: string;
  readonly isLast: boolean;
  readonly bidQty: number;
  readonly offerQty: number;
  /** The most lots at one price. */
  readonly largest: number;
  readonly bids: readonly ActiveOrderRow[];
  readonly offers: readonly ActiveOrderRow[];
  readonly isCursor: boolean;
  /** The number of the own order on which keys act. */
  readonly chosen: number | null;
  /** The lots and the side of an order that would be dropped here; null where none would. */
  readonly droppedLots: number | null;
  readonly droppedSide: Side | null;
  /** The number of the own order that is being dragged. */
  readonly dragged: number | null;
  /** The width of each side in pixels. */
  readonly sideWidth: number;
}

export const LadderRow = memo(function LadderRow(props: LadderRowProps) {
  const { actions, ticks, priceText, marks, markWords, bidQty, offerQty, bids, offers } = props;
  const { droppedLots, droppedSide } = props;
  const side = (of: Side, qty: number, orders: readonly ActiveOrderRow[]) => {
    const text = qty === 0 ? '' : formatLots(qty);
    const share = props.largest === 0 ? 0 : qty / props.largest;
    return (
      <div
        role="gridcell"
        className={styles.side}
        data-side={of}
        style={{ '--share': `${(share * 100).toFixed(1)}%` }}
      >
        <span className={styles.chips}>
          <OwnOrderChips
            actions={actions}
            ticks={ticks}
            chosen={props.chosen}
            dragged={props.dragged}
            orders={orders}
            width={props.sideWidth - (text.length * characterPx + cellPaddingPx)}
          />
          {droppedSide === of && (
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
    </div>
  );
});

const characterPx = 7;
const cellPaddingPx = 12;

/** The row for screen readers: "4 034.80, last price: bid 12, own order 41: 10 lots, place 2 at its price". */
function wordsOf({ priceText, markWords, bidQty, offerQty, bids, offers }: LadderRowProps): string {
  const facts = [
    ...(bidQty === 0 ? [] : [`bid ${formatLots(bidQty)}`]),
    ...bids.map((order) => `${orderWords(order)}, bid`),
    ...(offerQty === 0 ? [] : [`offer ${formatLots(offerQty)}`]),
    ...offers.map((order) => `${orderWords(order)}, offer`),
  ];
  const price = markWords === '' ? priceText : `${priceText}, ${markWords}`;
  return `${price}: ${facts.length === 0 ? 'no orders' : facts.join('; ')}`;
}
