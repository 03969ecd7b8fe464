// The axis of a price ladder as a grid of its rows.
import type { ActiveOrderRow, Side } from '@openpit/wire';
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useRef, useState } from 'react';
import { formatPrice } from '../../../ui/format.ts';
import { useMediaQuery } from '../../../ui/media.ts';
import type { AxisWindow, useLadderBook } from './bar.tsx';
import styles from './ladder.module.css';
import { type ChipActions, LadderRow } from './ladder-row.tsx';
import type { OrderDrag } from './order-drag.ts';
import { marksAt, type PriceAxis, priceOfTicks, rowsOf, ticksOf } from './rules.ts';

/** The target of a press: a price, perhaps in the column of a side, perhaps one of the user's orders. */
interface LadderPlace {
  readonly ticks: number;
  readonly side: Side | null;
  /** The number of the user's order; null if none was pressed. */
  readonly order: number | null;
}

interface LadderGridProps {
  readonly contract: string;
  readonly book: ReturnType<typeof useLadderBook>;
  readonly axis: PriceAxis | null;
  readonly shown: AxisWindow;
  readonly rowHeight: number;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly rowId: (ticks: number) => string;
  readonly cursor: number | null;
  /** The user's order that keys act on. */
  readonly chosen: ActiveOrderRow | undefined;
  readonly drag: OrderDrag | null;
  /** The effect of releasing the dragged order at its current price; null while none is over a price. */
  readonly dragWords: string | null;
  readonly actions: ChipActions;
  readonly onPress: (place: LadderPlace) => void;
  readonly onMenu: (ticks: number, at: { readonly x: number; readonly y: number }) => void;
  /** True if the key was used. */
  readonly onKey: (event: ReactKeyboardEvent) => boolean;
}

const noOrders: readonly ActiveOrderRow[] = [];
/** The widths of the other columns: `--price-width` and `--dealt-width` of the style sheet, where a narrow ladder has no lots dealt. */
const othersPx = (width: number) => 88 + (width < 224 ? 0 : width < 278 ? 38 : 48);

/** The axis as a grid: one tab stop, the rows in view, and the place of each pointer event. It decides nothing. */
export function LadderGrid(props: LadderGridProps) {
  const { contract, book, axis, shown, rowHeight, rowId, cursor, chosen, drag, dragWords } = props;
  const { row, tick, decimals, quantities, own, dealt } = book;
  const [hasFocus, setHasFocus] = useState(false);
  // As `.delete` of the style sheet.
  const crossPx = useMediaQuery('(pointer: coarse), (width < 600px)') ? 44 : 20;
  /** The place where the button was pressed: a press on a user's order that is released next to it is not a click on the price. */
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
          <div role="columnheader" data-tip="Lots dealt today at each price">
            Dealt
          </div>
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
                dealt={dealt.at.get(ticks) ?? 0}
                dealtShare={dealt.largest === 0 ? 0 : (dealt.at.get(ticks) ?? 0) / dealt.largest}
                bids={own.B.get(ticks) ?? noOrders}
                offers={own.S.get(ticks) ?? noOrders}
                isCursor={ticks === cursor}
                chosen={ticks === cursor ? (chosen?.activeOrderSeq ?? null) : null}
                droppedLots={isDrop ? drag.order.remaining : null}
                droppedSide={isDrop ? drag.order.side : null}
                dragged={drag?.order.activeOrderSeq ?? null}
                crossPx={crossPx}
                sideWidth={(shown.width - othersPx(shown.width)) / 2}
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
