// The rows of a price ladder: the grid of prices, the quantities and the user's orders at each price, their drag to another price, and the
// menu of a price.
import type { ActiveOrderRow, MarketRow, Side } from '@openpit/wire';
import {
  memo,
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ActionContext, reasonAgainst } from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import {
  deleteActiveOrder,
  openEditForm,
  usePendingOrders,
  waitingReason,
} from '../../../actions/order-actions.ts';
import { openOrderForm } from '../../../actions/order-entry.ts';
import { openDepth } from '../../../actions/view-actions.ts';
import { priceText } from '../../../market/market-text.ts';
import type { ActionMenuItem } from '../../../ui/action-menu.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { formatLots, formatPrice } from '../../../ui/format.ts';
import { CloseIcon, EditIcon } from '../../../ui/icons.tsx';
import { contractMenu } from '../market/contract-menu.tsx';
import type { ArmBarProps, AxisWindow, useLadderBook } from './bar.tsx';
import styles from './ladder.module.css';
import {
  chipLook,
  type LadderOrders,
  ladderOrderWords,
  marksAt,
  type PriceAxis,
  placeText,
  priceOfTicks,
  rowsOf,
  ticksOf,
} from './rules.ts';

export interface OrderDrag {
  readonly order: ActiveOrderRow;
  /** The price under the pointer, in ticks; null outside of the axis. */
  readonly ticks: number | null;
}

/** Less is a press and not a drag. */
const leastPx = 4;

export interface OrderDragOptions {
  readonly axis: PriceAxis | null;
  readonly rowHeight: number;
  /** The part of the ladder that is in view, and the rows that scroll in it. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  readonly onDrop: (order: ActiveOrderRow, ticks: number) => void;
}

/** The price under the pointer, in ticks; null outside of the axis. */
function ticksUnder({ clientX, clientY }: PointerEvent, options: OrderDragOptions): number | null {
  const { axis, rowHeight } = options;
  const [frame, rows] = [options.frame.current, options.body.current];
  if (frame === null || rows === null || axis === null) return null;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) return null;
  const ticks = axis.high - Math.floor((clientY - rows.getBoundingClientRect().top) / rowHeight);
  return ticks < axis.low || ticks > axis.high ? null : ticks;
}

/**
 * Dragging an order to another price. The axis does not move during the drag. If the order is released outside of it, or with Escape,
 * nothing happens.
 */
export function useOrderDrag(options: OrderDragOptions): {
  readonly drag: OrderDrag | null;
  readonly begin: (order: ActiveOrderRow, event: ReactPointerEvent) => void;
} {
  const now = useRef(options);
  now.current = options;
  const [drag, setDrag] = useState<OrderDrag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const begin = useCallback((order: ActiveOrderRow, event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    const { clientX, clientY, pointerId } = event;
    let isDragged = false;
    const ticksAt = (event: PointerEvent) => ticksUnder(event, now.current);
    const isOurs = (other: PointerEvent) => other.pointerId === pointerId;
    const move = (to: PointerEvent) => {
      if (!isOurs(to)) return;
      isDragged ||= Math.hypot(to.clientX - clientX, to.clientY - clientY) >= leastPx;
      if (isDragged) setDrag({ order, ticks: ticksAt(to) });
    };
    const release = (at: PointerEvent) => {
      if (!isOurs(at)) return;
      const ticks = isDragged ? ticksAt(at) : null;
      end();
      if (ticks !== null) now.current.onDrop(order, ticks);
    };
    const cancel = (other: PointerEvent) => {
      if (isOurs(other)) end();
    };
    const leave = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !isDragged) return;
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    function end(): void {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', leave, true);
      stop.current = null;
      setDrag(null);
    }
    stop.current?.();
    stop.current = end;
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', leave, true);
  }, []);
  return { drag, begin };
}

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
  /** The room for them in pixels. */
  readonly width: number;
}

/**
 * The user's orders at one price: each with its lots and its place in the queue, to be dragged to another price, and a ✕ that deletes it.
 * If the orders do not fit, one chip with the sum opens the menu of the row, which lists them.
 */
function OwnOrderChips({ ticks, orders, chosen, dragged, width, actions }: OwnOrderChipsProps) {
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
        data-tip={orders.map(ladderOrderWords).join('\n')}
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
        data-tip={`${ladderOrderWords(order)}. Drag it to another price to amend it.`}
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
          label={`Cancel own order ${activeOrderSeq}`}
          disabledReason={
            isPending ? waitingReason : reasonAgainst(deleteActiveOrder, target, actions.context)
          }
          onClick={() => actions.onDelete(order)}
        />
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
  /** The most lots at one price. */
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
  /** The width of each side in pixels. */
  readonly sideWidth: number;
}

/** One price: the bid quantity on its left with the user's bids, the offer quantity on its right with the user's offers. */
const LadderRow = memo(function LadderRow(props: LadderRowProps) {
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
const cellPaddingPx = 12;

/** The row for screen readers: "4 034.80, last price: bid 12, own order 41: 10 lots, place 2 at its price". */
function wordsOf(props: LadderRowProps): string {
  const { priceText, markWords, bidQty, offerQty, bids, offers, dealt } = props;
  const facts = [
    ...(bidQty === 0 ? [] : [`bid ${formatLots(bidQty)}`]),
    ...bids.map((order) => `${ladderOrderWords(order)}, bid`),
    ...(offerQty === 0 ? [] : [`offer ${formatLots(offerQty)}`]),
    ...offers.map((order) => `${ladderOrderWords(order)}, offer`),
    ...(dealt === 0 ? [] : [`dealt today ${formatLots(dealt)}`]),
  ];
  const price = markWords === '' ? priceText : `${priceText}, ${markWords}`;
  return `${price}: ${facts.length === 0 ? 'no orders' : facts.join('; ')}`;
}

export interface LadderMenuOptions {
  readonly row: MarketRow;
  /** The price of the menu. */
  readonly ticks: number;
  readonly anchor: Anchor;
  readonly ownOrders: readonly ActiveOrderRow[];
  readonly orders: LadderOrders;
  readonly bar: Pick<ArmBarProps, 'state' | 'against' | 'lots' | 'onToggle' | 'onCentre'>;
  readonly context: ActionContext;
}

/** The menu of a price: bid or offer there, the user's orders there, the ladder itself, and the menu of the contract. */
export function ladderMenu(options: LadderMenuOptions): ActionMenuItem[] {
  const { row, ticks, anchor, ownOrders, orders, bar, context } = options;
  const { isArmed } = bar.state;
  const here = (side: Side): ActionMenuItem => {
    const request = orders.requestAt(side, ticks);
    const lots = bar.lots === null ? '' : ` ${formatLots(bar.lots)}`;
    return {
      id: `here-${side}`,
      label: `${side === 'B' ? 'Bid' : 'Offer'}${lots} at ${priceText(request.price, row)}${isArmed ? '' : '…'}`,
      tone: side === 'B' ? 'buy' : 'sell',
      keyName: side,
      disabledReason: reasonAgainst(openOrderForm, request, context),
      run: () => orders.deal(side, ticks),
    };
  };
  const changes = ownOrders.flatMap((order): ActionMenuItem[] => {
    const { activeOrderSeq } = order;
    const price = priceText(order.price, order);
    const words = `${activeOrderSeq}: ${formatLots(order.remaining)} at ${price}`;
    const target = { order, priceText: price, requestId: '' };
    return [
      {
        id: `amend-${activeOrderSeq}`,
        label: `Amend order ${words}…`,
        icon: <EditIcon />,
        disabledReason: reasonAgainst(openEditForm, { order, anchor }, context),
        run: () => openEditForm.perform({ order, anchor }, context),
      },
      {
        id: `delete-${activeOrderSeq}`,
        label: `Cancel order ${words}`,
        icon: <CloseIcon />,
        disabledReason: reasonAgainst(deleteActiveOrder, target, context),
        run: () => orders.remove(order),
      },
    ];
  });
  // B and S act on the price here and not on the best one. C is not a key of the ladder.
  const ofContract = contractMenu(row, anchor, context)
    .filter(({ id }) => id !== openDepth.id)
    .map(({ keyName: _otherKey, ...item }, index): ActionMenuItem => ({ ...item, startsPart: index === 0 }));
  return [
    here('B'),
    here('S'),
    ...changes,
    {
      id: 'arm',
      label: isArmed ? 'Disarm the ladder' : 'Arm the ladder: a click sends',
      keyName: 'A',
      startsPart: true,
      disabledReason: isArmed ? null : bar.against,
      run: bar.onToggle,
    },
    { id: 'centre', label: 'Centre on the market', keyName: 'Home', run: bar.onCentre },
    ...ofContract,
  ];
}

/** The target of a press: a price, perhaps in the column of a side, perhaps one of the user's orders. */
export interface LadderPlace {
  readonly ticks: number;
  readonly side: Side | null;
  /** The number of the user's order; null if none was pressed. */
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
