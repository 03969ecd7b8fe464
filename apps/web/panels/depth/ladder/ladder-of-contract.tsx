// The ladder of one contract with its gestures, keys and menu. Armed, a click sends an order, and an order that is dragged is amended
// at once; not armed, both open the ticket.
import type { ActiveOrderRow, MarketRow, Side } from '@openpit/wire';
import {
  type KeyboardEvent,
  type MouseEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type ActionContext, reasonAgainst } from '../../../actions/action.ts';
import { openChange, openEditForm } from '../../../actions/change-order.ts';
import { deleteActiveOrder } from '../../../actions/delete-active-order.ts';
import { openDepth } from '../../../actions/open-depth.ts';
import type { Anchor } from '../../../actions/order-form-request.ts';
import { usePendingOrders, waitingReason } from '../../../actions/pending-orders.ts';
import { runOrderAction } from '../../../actions/run-order-action.ts';
import { useFeedState } from '../../../actions/use-action-context.ts';
import { showToast } from '../../../notices/toasts.ts';
import { ActionMenu, type ActionMenuItem } from '../../../ui/action-menu.tsx';
import { formatLots, formatPrice } from '../../../ui/format.ts';
import { CloseIcon, EditIcon } from '../../../ui/icons.tsx';
import { GridMessageView } from '../../../ui/live-grid/grid-message.tsx';
import { useLineHeights } from '../../../ui/live-grid/use-line-heights.ts';
import { PanelFooter } from '../../../ui/panel-slots.tsx';
import { contractMenu, openEntry } from '../../market/contract-menu.tsx';
import { FeedAge, isOld } from '../../market/feed-age.tsx';
import { priceText } from '../../market/market-text.ts';
import { ArmBar, type ArmBarProps } from './arm-bar.tsx';
import styles from './ladder.module.css';
import { LadderRow } from './ladder-row.tsx';
import type { ChipActions } from './own-order-chips.tsx';
import { marksAt, priceOfTicks, rowsOf, ticksOf } from './price-axis.ts';
import { useAxisWindow } from './use-axis-window.ts';
import { useLadderBook } from './use-ladder-book.ts';
import { useOrderDrag } from './use-order-drag.ts';

export interface LadderOfContractProps {
  readonly row: MarketRow;
  readonly context: ActionContext;
  readonly bar: Omit<ArmBarProps, 'onCentre'>;
}

const noOrders: readonly ActiveOrderRow[] = [];
const pageTicks = 10;
/** The width of the price column, `--price-width` of the style sheet. */
const pricePx = 88;

/** To be mounted again for another contract. */
export function LadderOfContract({ row: rowNow, context, bar }: LadderOfContractProps) {
  const { contract } = rowNow;
  const { arming, lots, lotsError } = bar;
  const gridId = useId();
  const body = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const { rowHeight } = useLineHeights(measure);
  const isStale = isOld(useFeedState());
  const { row, status, tick, decimals, quantities, own, axis, middle } = useLadderBook(rowNow);
  const shown = useAxisWindow(axis, rowHeight);
  const [cursor, setCursor] = useState<number | null>(null);
  /** The number of the own order on which keys act; null for the first one at the cursor. */
  const [chosenSeq, setChosenSeq] = useState<number | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const [menu, setMenu] = useState<{ readonly ticks: number; readonly at: Anchor } | null>(null);
  const [said, setSaid] = useState('');

  const centre = () => {
    if (axis === null) return;
    const ticks = middle ?? Math.round((axis.low + axis.high) / 2);
    shown.centre(ticks);
    setCursor(ticks);
    setChosenSeq(null);
  };
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || shown.view === null) return;
    isPlaced.current = true;
    centre();
  });

  const ownAt = (ticks: number) => [...(own.B.get(ticks) ?? noOrders), ...(own.S.get(ticks) ?? noOrders)];
  const allOwn = () => [...own.B.values(), ...own.S.values()].flat();
  /** The order on which keys act. */
  const chosen =
    cursor === null
      ? undefined
      : (allOwn().find((order) => order.activeOrderSeq === chosenSeq) ?? ownAt(cursor)[0]);
  const rowId = (ticks: number) => `${gridId}${ticks}`;
  const anchorOf = (ticks: number): Anchor =>
    (
      document.getElementById(rowId(ticks)) ??
      shown.scroller.current ??
      document.body
    ).getBoundingClientRect();
  const moveCursor = (ticks: number) => {
    if (axis === null) return;
    const to = Math.max(axis.low, Math.min(axis.high, ticks));
    setCursor(to);
    shown.reveal(to);
  };

  const deal = (side: Side, ticks: number) => {
    const price = priceOfTicks(ticks, tick);
    if (!arming.isArmed()) {
      openEntry(
        { kind: 'order', contract, side, price, qty: lots, type: 0, anchor: anchorOf(ticks) },
        context,
      );
      return;
    }
    arming.used();
    if (lots === null) showToast({ type: 'warning', message: `The order was not sent. ${lotsError ?? ''}` });
    else void context.workspace.sendAtOnce({ kind: 'order', contract, side, price, qty: lots });
  };
  const amend = (order: ActiveOrderRow, ticks: number) => {
    const price = priceOfTicks(ticks, tick);
    const target = { order, anchor: anchorOf(ticks), price };
    const warn = (message: string) => showToast({ type: 'warning', message });
    if (!arming.isArmed()) {
      openChange(openEditForm, target, context, warn);
      return;
    }
    arming.used();
    const reason = reasonAgainst(openEditForm, target, context);
    if (reason === null) void context.workspace.sendAtOnce({ kind: 'amend', order, price });
    else warn(reason);
  };
  const remove = (order: ActiveOrderRow) => {
    const asks = !arming.isArmed();
    if (!asks) arming.used();
    void runOrderAction(deleteActiveOrder, { order, priceText: priceText(order.price, order) }, context, {
      asks,
    });
  };

  const { drag, begin } = useOrderDrag({
    ticksAt({ x, y }) {
      const [frame, rows] = [shown.scroller.current, body.current];
      if (frame === null || rows === null || axis === null) return null;
      const { left, right, bottom } = frame.getBoundingClientRect();
      const top = frame.getBoundingClientRect().top;
      if (x < left || x > right || y < top || y > bottom) return null;
      const ticks = axis.high - Math.floor((y - rows.getBoundingClientRect().top) / rowHeight);
      return ticks < axis.low || ticks > axis.high ? null : ticks;
    },
    onDrop(order, ticks) {
      if (ticks !== ticksOf(order.price, tick)) amend(order, ticks);
    },
  });
  const handlers = useRef<Omit<ChipActions, 'context'>>({
    onDragStart: () => undefined,
    onDelete: () => undefined,
    onList: () => undefined,
  });
  handlers.current = {
    onDragStart: begin,
    onDelete: remove,
    onList: (ticks, { left, right, bottom }) => setMenu({ ticks, at: { left, right, top: bottom, bottom } }),
  };
  const actions = useMemo(
    (): ChipActions => ({
      context,
      onDragStart: (order, event) => handlers.current.onDragStart(order, event),
      onDelete: (order) => handlers.current.onDelete(order),
      onList: (ticks, at) => handlers.current.onList(ticks, at),
    }),
    [context],
  );

  /** Where the button was pressed: one that was pressed on an own order and released beside it is no click on the price. */
  const pressed = useRef<ReturnType<typeof placeOf>>(null);
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place === null || place.isOnButton || pressed.current?.chip !== place.chip) return;
    setCursor(place.ticks);
    setChosenSeq(place.chip);
    if (place.side !== null && place.chip === null) deal(place.side, place.ticks);
  };
  const onContextMenu = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (place === null) return;
    event.preventDefault();
    setCursor(place.ticks);
    const { clientX: x, clientY: y } = event;
    setMenu({ ticks: place.ticks, at: { left: x, right: x, top: y, bottom: y } });
  };

  /** True when the key was used. */
  const takeKey = ({ key, shiftKey, repeat }: KeyboardEvent): boolean => {
    if (cursor === null) return false;
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: pageTicks, PageDown: -pageTicks }[key];
    if (step !== undefined && shiftKey) {
      if (Math.abs(step) === 1) moveOrder(step);
      return true;
    }
    if (step !== undefined) {
      setChosenSeq(null);
      moveCursor(cursor + step);
      return true;
    }
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      const { left, right, bottom } = anchorOf(cursor);
      setMenu({ ticks: cursor, at: { left, right, top: bottom, bottom } });
      return true;
    }
    if (key === 'Home') centre();
    else if (key === 'ArrowRight' || key === 'ArrowLeft') choose(key === 'ArrowRight' ? 1 : -1);
    else if (key === 'Escape' && bar.state.isArmed) arming.disarm('user');
    else if (key === 'Escape') return false;
    // A key that is held sends nothing more than once.
    else if (repeat) return ['a', 'b', 's', 'delete'].includes(key.toLowerCase());
    else if (key.toLowerCase() === 'a') bar.onToggle();
    else if (key.toLowerCase() === 'b') deal('B', cursor);
    else if (key.toLowerCase() === 's') deal('S', cursor);
    else if (key === 'Delete' && chosen !== undefined) remove(chosen);
    else if (key === 'Delete') setSaid('No own order at this price.');
    else return false;
    return true;
  };
  /** The next own order at the cursor. */
  const choose = (step: 1 | -1) => {
    const here = cursor === null ? [] : ownAt(cursor);
    const at = chosen === undefined ? -1 : here.indexOf(chosen);
    const next = here[(at + step + here.length) % here.length];
    if (next === undefined) return;
    setChosenSeq(next.activeOrderSeq);
    setSaid(`Order ${next.activeOrderSeq}, ${formatLots(next.remaining)} lots.`);
  };
  /** Amends the chosen order by one tick; the cursor stays with it. */
  const moveOrder = (step: number) => {
    if (chosen === undefined) {
      setSaid('No own order at this price.');
      return;
    }
    if (usePendingOrders.getState().pending.has(chosen.activeOrderSeq)) {
      setSaid(waitingReason);
      return;
    }
    const to = ticksOf(chosen.price, tick) + step;
    if (axis === null || to < axis.low || to > axis.high) return;
    setChosenSeq(chosen.activeOrderSeq);
    if (arming.isArmed()) moveCursor(to);
    amend(chosen, to);
  };

  const message = messageFor(axis === null ? 'empty' : status, contract);
  const sideWidth = (shown.width - pricePx) / 2;
  const use = () => arming.used();
  return (
    <section
      className={styles.ladder}
      aria-label={`Price ladder of ${contract}`}
      onPointerMove={use}
      onWheel={use}
      onKeyDown={use}
    >
      <ArmBar {...bar} onCentre={centre} />
      <div
        className={styles.frame}
        data-armed={bar.state.isArmed || undefined}
        data-stale={isStale || undefined}
      >
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
          onScroll={shown.onScroll}
          onFocus={(event) => setHasFocus(event.target === event.currentTarget)}
          onBlur={() => setHasFocus(false)}
          onPointerDown={(event) => {
            pressed.current = placeOf(event.target);
          }}
          onClick={onClick}
          onContextMenu={onContextMenu}
          onKeyDown={(event) => {
            const { target, currentTarget, ctrlKey, altKey, metaKey } = event;
            if (target === currentTarget && !ctrlKey && !altKey && !metaKey && takeKey(event))
              event.preventDefault();
          }}
        >
          <div role="rowgroup" className={styles.head}>
            <div role="row" aria-rowindex={1} className={styles.captions}>
              <div role="columnheader">Bid qty</div>
              <div role="columnheader">Price</div>
              <div role="columnheader">Offer qty</div>
            </div>
          </div>
          <div
            ref={body}
            role="rowgroup"
            className={styles.body}
            style={{ height: axis === null ? 0 : rowsOf(axis) * rowHeight }}
          >
            {axis !== null &&
              shown.ticks.map((ticks) => {
                const marks = marksAt(ticks, row, tick);
                const isDrop = drag !== null && drag.ticks === ticks;
                return (
                  <LadderRow
                    key={ticks}
                    actions={actions}
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
                    sideWidth={sideWidth}
                  />
                );
              })}
          </div>
        </div>
        {message !== null && <GridMessageView message={message} />}
        <div ref={measure} aria-hidden="true" className={styles.measure} />
      </div>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      <PanelFooter>
        {shown.view !== null && middle !== null && middle > shown.view.high && (
          <span>the market is above</span>
        )}
        {shown.view !== null && middle !== null && middle < shown.view.low && (
          <span>the market is below</span>
        )}
        <FeedAge />
      </PanelFooter>
      <ActionMenu
        label={`Ladder of ${contract}`}
        at={menu === null ? null : { left: menu.at.left, top: menu.at.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : menuItems(menu.ticks, menu.at)}
      />
    </section>
  );

  function menuItems(ticks: number, anchor: Anchor): ActionMenuItem[] {
    const changes = ownAt(ticks).flatMap((order): ActionMenuItem[] => {
      const { activeOrderSeq } = order;
      const words = `${activeOrderSeq}: ${formatLots(order.remaining)} at ${priceText(order.price, order)}`;
      const target = { order, priceText: priceText(order.price, order), requestId: '' };
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
          label: `Delete order ${words}`,
          icon: <CloseIcon />,
          disabledReason: reasonAgainst(deleteActiveOrder, target, context),
          run: () => remove(order),
        },
      ];
    });
    return [...changes, ...contractMenu(rowNow, anchor, context).filter(({ id }) => id !== openDepth.id)];
  }
}

/** The price, side and own order under the pointer. */
function placeOf(target: EventTarget) {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-ticks]');
  if (row === null) return null;
  const side = target.closest<HTMLElement>('[data-side]')?.dataset.side;
  const chip = target.closest<HTMLElement>('[data-chip]')?.dataset.chip;
  return {
    ticks: Number(row.dataset.ticks),
    side: side === 'B' || side === 'S' ? side : null,
    chip: chip === undefined ? null : Number(chip),
    isOnButton: target.closest('button') !== null,
  } as const;
}

function messageFor(status: ReturnType<typeof useLadderBook>['status'] | 'empty', contract: string) {
  if (status === 'empty')
    return {
      kind: 'empty',
      title: `No price of ${contract} yet.`,
      detail: 'The ladder begins with the first limit, order or MTM.',
    } as const;
  if (status === 'error')
    return {
      kind: 'error',
      title: `The depth of ${contract} could not be loaded.`,
      detail: 'It loads again when the connection is restored.',
    } as const;
  return null;
}
