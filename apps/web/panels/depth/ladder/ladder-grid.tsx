// The axis of a ladder as a grid: one tab stop, the rows in view, and the place of each pointer event. It decides nothing.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { formatPrice } from '../../../ui/format.ts';
import styles from './ladder.module.css';
import { LadderRow } from './ladder-row.tsx';
import type { ChipActions } from './own-order-chips.tsx';
import { marksAt, type PriceAxis, priceOfTicks, rowsOf, ticksOf } from './price-axis.ts';
import type { AxisWindow } from './use-axis-window.ts';
import type { useLadderBook } from './use-ladder-book.ts';
import type { OrderDrag } from './use-order-drag.ts';

/** What was pressed: a price, perhaps in the column of a side, perhaps an own order there. */
export interface LadderPlace {
  readonly ticks: number;
  readonly side: Side | null;
  /** The number of the own order; null where none was pressed. */
  readonly order: number | null;
}

export interface LadderGridProps {
  readonly contract: string;
  readonly book: ReturnType<typeof useLadderBook>;
  readonly axis: PriceAxis | null;
  readonly shown: AxisWindow;
  readonly rowHeight: number;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly rowId: (ticks: number) => string;
  readonly cursor: number | null;
  /** The own order on which keys act. */
  readonly chosen: ActiveOrderRow | undefined;
  readonly drag: OrderDrag | null;
  /** What happens when the dragged order is released where it is; null while none is over a price. */
  readonly dragWords: string | null;
  readonly actions: ChipActions;
  readonly onPress: (place: LadderPlace) => void;
  readonly onMenu: (ticks: number, at: { readonly x: number; readonly y: number }) => void;
  /** True when the key was used. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const noOrders: readonly ActiveOrderRow[] = [];
/** The width of the price column, `--price-width` of the style sheet. */
const pricePx = 88;

export function LadderGrid(props: LadderGridProps) {
  const { contract, book, axis, shown, rowHeight, rowId, cursor, chosen, drag, dragWords } = props;
  const { row, tick, decimals, quantities, own } = book;
  const [hasFocus, setHasFocus] = useState(false);
  /** Where the button was pressed: one that was pressed on an own order and released beside it is no click on the price. */
  const pressed = useRef<ReturnType<typeof placeOf>>(null);
  const bodyPx = axis === null ? 0 : rowsOf(axis) * rowHeight;
  return (
    <div
      ref={shown.scroller}
      role="grid"
      tabIndex={0}
      aria-label={`Prices of ${contract}`}
      aria-description="Arrow keys go from price to price, B bids and S offers there, A arms and disarms."
      aria-rowcount={axis === null ? 1 : rowsOf(axis) + 1}
      aria-activedescendant={
        hasFocus && cursor !== null && shown.ticks.includes(cursor) ? rowId(cursor) : undefined
      }
      className={styles.scroller}
      data-dragging={drag !== null || undefined}
      onScroll={shown.onScroll}
      onFocus={(event) => setHasFocus(event.target === event.currentTarget)}
      onBlur={() => setHasFocus(false)}
      onPointerDown={(event) => {
        pressed.current = placeOf(event.target);
      }}
      onClick={(event) => {
        const place = placeOf(event.target);
        if (place !== null && !place.isOnButton && pressed.current?.order === place.order)
          props.onPress(place);
      }}
      onContextMenu={(event) => {
        const place = placeOf(event.target);
        if (place === null) return;
        event.preventDefault();
        props.onMenu(place.ticks, { x: event.clientX, y: event.clientY });
      }}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && props.onKey(event)) event.preventDefault();
      }}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.captions}>
          <div role="columnheader">Bid qty</div>
          <div role="columnheader">Price</div>
          <div role="columnheader">Offer qty</div>
        </div>
      </div>
      <div ref={props.body} role="rowgroup" className={styles.body} style={{ height: bodyPx }}>
        {axis !== null &&
          shown.ticks.map((ticks) => {
            const marks = marksAt(ticks, row, tick);
            const isDrop = drag !== null && drag.ticks === ticks;
            return (
              <LadderRow
                key={ticks}
                actions={props.actions}
                id={rowId(ticks)}
                index={axis.high - ticks}
                top={(axis.high - ticks) * rowHeight}
                ticks={ticks}
                priceText={formatPrice(priceOfTicks(ticks, tick), decimals)}
                marks={marks.map(({ text }) => text).join('')}
                markWords={marks.map(({ words }) => words).join(', ')}
                isLast={row.last !== null && ticksOf(row.last, tick) === ticks}
                bidQty={quantities.bids.get(ticks) ?? 0}
                offerQty={quantities.offers.get(ticks) ?? 0}
                largest={quantities.largest}
                bids={own.B.get(ticks) ?? noOrders}
                offers={own.S.get(ticks) ?? noOrders}
                isCursor={ticks === cursor}
                chosen={ticks === cursor ? (chosen?.activeOrderSeq ?? null) : null}
                droppedLots={isDrop ? drag.order.remaining : null}
                droppedSide={isDrop ? drag.order.side : null}
                dragged={drag?.order.activeOrderSeq ?? null}
                sideWidth={(shown.width - pricePx) / 2}
              />
            );
          })}
        {axis !== null && drag !== null && drag.ticks !== null && dragWords !== null && (
          <p
            aria-hidden="true"
            className={styles.dragWords}
            data-drag-words=""
            data-above={
              (shown.view !== null && drag.ticks * 2 < shown.view.low + shown.view.high) || undefined
            }
            style={{ top: (axis.high - drag.ticks) * rowHeight }}
          >
            {dragWords}
          </p>
        )}
      </div>
    </div>
  );
}

function placeOf(target: EventTarget) {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-ticks]');
  if (row === null) return null;
  const side = target.closest<HTMLElement>('[data-side]')?.dataset.side;
  const order = target.closest<HTMLElement>('[data-chip]')?.dataset.chip;
  return {
    ticks: Number(row.dataset.ticks),
    side: side === 'B' || side === 'S' ? side : null,
    order: order === undefined ? null : Number(order),
    isOnButton: target.closest('button') !== null,
  } as const;
}
