// The price ladder of one contract: a fixed price axis with the book and the user's orders on it, a cursor, and one-click dealing while
// it is armed. The Ladder panel and a view of the Depth panel show it.
import type { ActiveOrderRow, MarketRow } from '@openpit/wire';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ActionContext, reasonAgainst, useActionContext } from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { usePendingOrders, waitingReason } from '../../../actions/order-actions.ts';
import { entryPermission } from '../../../actions/order-entry.ts';
import { DepthAge } from '../../../market/contract-heading.tsx';
import { useIsDepthReceived } from '../../../market/depth.ts';
import { priceText } from '../../../market/market-text.ts';
import { usePhases } from '../../../market/phases.ts';
import { useIsOld } from '../../../market/prices.ts';
import { showReason } from '../../../notices/toasts.ts';
import { useFeedState } from '../../../stores/feed.ts';
import type { Depth } from '../../../stores/stores.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { formatLots } from '../../../ui/format.ts';
import { handleKey, type KeyHandlers } from '../../../ui/keys.ts';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { GridMessageView } from '../../../ui/live-grid/grid-message.tsx';
import { useLineHeights } from '../../../ui/live-grid/use-grid-table.ts';
import { PanelFooter, usePanelLook } from '../../../ui/panel-frame.tsx';
import { phaseOf, reasonAgainstArming, useArming } from './arming.ts';
import {
  ArmBar,
  type ArmBarProps,
  type AxisWindow,
  ClickWords,
  clickText,
  useAxisWindow,
  useLadderBook,
  useLots,
} from './bar.tsx';
import { LadderGrid } from './grid.tsx';
import { type IdleSeconds, ladderKeys, stripKeys } from './keys.ts';
import styles from './ladder.module.css';
import { ladderMenu } from './ladder-menu.tsx';
import type { ChipActions } from './ladder-row.tsx';
import { useOrderDrag } from './order-drag.ts';
import { dragText, ladderOrders, type PriceAxis, priceOfTicks, ticksOf } from './rules.ts';
import { useOwnStrip } from './strip.tsx';

export interface PriceLadderProps {
  readonly row: MarketRow;
  /** After how many seconds without use it disarms. */
  readonly idleSeconds: IdleSeconds;
  readonly onIdleSeconds: (seconds: IdleSeconds) => void;
  /** True if the strip with the position and the user's orders is above it. */
  readonly hasStrip?: boolean;
}

export function PriceLadder({ row, idleSeconds, onIdleSeconds, hasStrip = false }: PriceLadderProps) {
  const { contract, displaySeq } = row;
  const size = useLots();
  const { lots, lotsError } = size;
  const wordsId = useId();
  const context = useActionContext();
  const { phases } = usePhases();
  const isFrozen = usePanelLook().frozenAt !== null;
  const isLive = useFeedState() === 'live';
  const isDepthReceived = useIsDepthReceived(displaySeq);
  const around = {
    contract,
    displaySeq,
    phase: phaseOf(row, phases),
    isFrozen,
    denied: reasonAgainst({ permission: entryPermission, worksOffline: true }, null, context),
  };
  const [arming, state] = useArming({ ...around, idleMs: idleSeconds * 1_000 });

  const toggle = () => {
    if (arming.isArmed()) {
      arming.disarm('user');
      return;
    }
    if (!showReason(lotsError ?? arming.arm())) size.onLots(size.lotsText);
  };
  return (
    <>
      <LadderOfContract
        key={contract}
        row={row}
        context={context}
        hasStrip={hasStrip}
        bar={{
          arming,
          state,
          against: reasonAgainstArming({ ...around, layout: '', isLive, isDepthReceived }) ?? lotsError,
          ...size,
          wordsId,
          idleSeconds,
          onToggle: toggle,
          onIdleSeconds,
        }}
      />
      {/* Outlives the ladder of one contract, so that a change of contract is also announced. */}
      <span role="status" className="visually-hidden">
        {clickText({ state, lots, lotsError })}
      </span>
    </>
  );
}

const noOrderHere = 'You have no order at this price.';

/** The price that keys act on, and the user's order at it. The cursor is in the market at first. */
function useCursor({ axis, middle, own }: ReturnType<typeof useLadderBook>, shown: AxisWindow) {
  const [cursor, setCursor] = useState<number | null>(null);
  /** The number of the user's order that keys act on; null for the first order at the cursor. */
  const [chosenSeq, setChosenSeq] = useState<number | null>(null);
  const ordersAt = (ticks: number) => [...(own.B.get(ticks) ?? []), ...(own.S.get(ticks) ?? [])];
  const here = cursor === null ? [] : ordersAt(cursor);
  const all = [...own.B.values(), ...own.S.values()].flat();
  const chosen = all.find((order) => order.activeOrderSeq === chosenSeq) ?? here[0];
  const put = (ticks: number, order: number | null = null) => {
    setCursor(ticks);
    setChosenSeq(order);
  };
  const centre = () => {
    if (axis === null) return;
    const ticks = middle ?? Math.round((axis.low + axis.high) / 2);
    shown.centre(ticks);
    put(ticks);
  };
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || shown.view === null) return;
    isPlaced.current = true;
    centre();
  });
  return {
    cursor,
    chosen,
    put,
    centre,
    ordersAt,
    /** Moves the cursor to this price, or to the end of the axis; the order keeps the choice if it is given. */
    moveTo(ticks: number, order: number | null = null) {
      if (axis === null) return;
      const to = Math.max(axis.low, Math.min(axis.high, ticks));
      put(to, order);
      shown.reveal(to);
    },
    /** The user's next or previous order at the cursor, which is chosen then. */
    choose(step: 1 | -1): ActiveOrderRow | undefined {
      const at = chosen === undefined ? -1 : here.indexOf(chosen);
      const next = here[(at + step + here.length) % here.length];
      if (next !== undefined) setChosenSeq(next.activeOrderSeq);
      return next;
    },
  };
}

interface LadderOfContractProps {
  readonly row: MarketRow;
  readonly context: ActionContext;
  readonly bar: Omit<ArmBarProps, 'onCentre'>;
  readonly hasStrip: boolean;
}

/** Must be remounted for another contract. */
function LadderOfContract({ row, context, bar, hasStrip }: LadderOfContractProps) {
  const { contract } = row;
  const { arming } = bar;
  const { isArmed } = bar.state;
  const gridId = useId();
  const body = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const { rowHeight } = useLineHeights(measure);
  const book = useLadderBook(row);
  const { axis, middle, tick, depth } = book;
  const isStale = useIsOld(contract) || depth.status !== 'received';
  const shown = useAxisWindow(axis, rowHeight);
  const at = useCursor(book, shown);
  const { cursor, chosen, centre } = at;
  const section = useMarketInView(shown, middle, isArmed);
  const [menu, setMenu] = useState<{ readonly ticks: number; readonly at: Anchor } | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const rowId = (ticks: number) => `${gridId}${ticks}`;
  const anchorOf = (ticks: number | null): Anchor => {
    const line = ticks === null ? null : document.getElementById(rowId(ticks));
    return (line ?? shown.scroller.current ?? document.body).getBoundingClientRect();
  };
  const orders = ladderOrders({ ...bar, row, tick, quantities: book.quantitiesNow, context, anchorOf });
  const { strip, handlers } = useOwnStrip({
    ...{ row: book.row, positions: book.positions, allOrders: book.orders, orders, anchorOf },
    ...{ isArmed, context },
  });
  const openMenu = (ticks: number, { left, right, bottom }: Anchor) => {
    at.put(ticks);
    setMenu({ ticks, at: { left, right, top: bottom, bottom } });
  };
  /** Amends the chosen order by `by` ticks; the cursor stays with it. */
  const moveOrder = (by: number) => {
    if (chosen === undefined) return setAnnouncement(noOrderHere);
    if (usePendingOrders.getState().pending.has(chosen.activeOrderSeq)) return setAnnouncement(waitingReason);
    const to = ticksOf(chosen.price, tick) + by;
    if (axis === null || to < axis.low || to > axis.high) return;
    if (arming.isArmed()) at.moveTo(to, chosen.activeOrderSeq);
    orders.amend(chosen, to);
  };
  const choose = (step: 1 | -1) => {
    const next = at.choose(step);
    if (next !== undefined)
      setAnnouncement(`Order ${next.activeOrderSeq}, ${formatLots(next.remaining)} lots.`);
  };
  const keysAt = (price: number): KeyHandlers<typeof ladderKeys> => ({
    up: () => at.moveTo(price + 1),
    down: () => at.moveTo(price - 1),
    leapUp: () => at.moveTo(price + 10),
    leapDown: () => at.moveTo(price - 10),
    centre,
    arm: bar.onToggle,
    disarm: () => {
      arming.disarm('user');
      return isArmed;
    },
    buy: () => orders.deal('B', price),
    sell: () => orders.deal('S', price),
    next: () => choose(1),
    previous: () => choose(-1),
    orderUp: () => moveOrder(1),
    orderDown: () => moveOrder(-1),
    remove: () => (chosen === undefined ? setAnnouncement(noOrderHere) : orders.remove(chosen)),
    menu: () => openMenu(price, anchorOf(price)),
  });

  const { drag, begin } = useOrderDrag({
    ...{ axis, rowHeight, body, frame: shown.scroller },
    onDrop(order, ticks) {
      if (ticks !== ticksOf(order.price, tick)) orders.amend(order, ticks);
    },
  });
  const wordsOfDrag = () => {
    if (drag === null || drag.ticks === null) return null;
    const { order, ticks } = drag;
    return dragText({
      ...{ order, ticks, tick, quantities: book.quantitiesNow, isArmed },
      priceText: priceText(priceOfTicks(ticks, tick), row),
      against: orders.againstAmend(order, ticks),
    });
  };
  const now = useRef({ remove: orders.remove, openMenu });
  now.current = { remove: orders.remove, openMenu };
  const actions = useMemo(
    (): ChipActions => ({
      context,
      onDragStart: begin,
      onDelete: (order: ActiveOrderRow) => now.current.remove(order),
      onList: (ticks, place) => now.current.openMenu(ticks, place),
    }),
    [context, begin],
  );

  const message = axis === null ? noPriceMessage(contract) : depthMessage(depth, contract);
  const use = () => arming.used();
  return (
    <section
      ref={section}
      className={styles.ladder}
      data-tall=""
      aria-label={`Price ladder of ${contract}`}
      onPointerMove={use}
      onWheel={use}
      onKeyDown={use}
    >
      {hasStrip && strip}
      <ArmBar {...bar} onCentre={centre} />
      <div className={styles.frame} data-armed={isArmed || undefined} data-stale={isStale || undefined}>
        <LadderGrid
          {...{ contract, book, axis, shown, rowHeight, body, rowId, cursor, chosen, drag, actions }}
          dragWords={wordsOfDrag()}
          onPress={({ ticks, side, order }) => {
            at.put(ticks, order);
            if (side !== null && order === null) orders.deal(side, ticks);
          }}
          onMenu={(ticks, { x, y }) => openMenu(ticks, { left: x, right: x, top: y, bottom: y })}
          onKey={({ nativeEvent }) =>
            (cursor !== null && handleKey(ladderKeys, nativeEvent, keysAt(cursor))) ||
            (hasStrip && handleKey(stripKeys, nativeEvent, handlers))
          }
        />
        {message !== null && <GridMessageView message={message} />}
        <div ref={measure} aria-hidden="true" className={styles.measure} />
      </div>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      <PanelFooter>
        <ClickWords {...bar} />
        <MarketOutOfView view={shown.view} middle={middle} />
        <DepthAge displaySeq={row.displaySeq} />
      </PanelFooter>
      <ActionMenu
        label={`Ladder of ${contract}`}
        at={menu === null ? null : { left: menu.at.left, top: menu.at.bottom }}
        onClose={() => setMenu(null)}
        items={
          menu === null
            ? []
            : ladderMenu({
                ...{ row, orders, context, ticks: menu.ticks, anchor: menu.at },
                ownOrders: at.ordersAt(menu.ticks),
                bar: { ...bar, onCentre: centre },
              })
        }
      />
    </section>
  );
}

/**
 * Centres the market when it has left the view, unless the ladder is armed, pointed at or has the
 * focus. If the user has scrolled away from the market, the ladder stays there. Returns the ref for
 * the ladder.
 */
function useMarketInView({ view, centre }: AxisWindow, middle: number | null, isArmed: boolean) {
  const ladder = useRef<HTMLElement>(null);
  const follows = useRef(true);
  const lastHigh = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (view === null || middle === null) return;
    const isOut = isOutOfView(view, middle);
    if (lastHigh.current !== null && lastHigh.current !== view.high) follows.current = !isOut;
    lastHigh.current = view.high;
    if (!isOut || !follows.current || isArmed) return;
    if (ladder.current?.matches(':hover, :focus-within') === false) centre(middle);
  });
  return ladder;
}

const isOutOfView = (view: PriceAxis, ticks: number): boolean => ticks > view.high || ticks < view.low;

function MarketOutOfView({
  view,
  middle,
}: {
  readonly view: PriceAxis | null;
  readonly middle: number | null;
}) {
  if (view === null || middle === null || !isOutOfView(view, middle)) return null;
  return <span>the market is {middle > view.high ? 'above' : 'below'}</span>;
}

const noPriceMessage = (contract: string): GridMessage => ({
  kind: 'empty',
  title: `No price of ${contract} yet.`,
  detail: 'The ladder begins with the first limit, order or MTM.',
});

function depthMessage({ status, rows }: Depth, contract: string): GridMessage | null {
  if (status !== 'error' && (status !== 'old' || rows.length > 0)) return null;
  return {
    kind: 'error',
    title: `The depth of ${contract} cannot be loaded now.`,
    detail: 'It loads again when the connection is restored.',
  };
}
