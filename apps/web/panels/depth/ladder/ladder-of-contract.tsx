// The ladder of one contract: its axis, the cursor and the chosen own order, and what pointer, keys and menu do with them.
import type { ActiveOrderRow, MarketRow } from '@openpit/wire';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ActionContext, Anchor } from '../../../actions/action.ts';
import { usePendingOrders, waitingReason } from '../../../actions/order-actions.ts';
import { priceText } from '../../../market/market-text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { formatLots } from '../../../ui/format.ts';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { GridMessageView } from '../../../ui/live-grid/grid-message.tsx';
import { useLineHeights } from '../../../ui/live-grid/use-line-heights.ts';
import { PanelFooter } from '../../../ui/panel-slots.tsx';
import { FeedAge, useIsOld } from '../../market/feed-age.tsx';
import { ArmBar, type ArmBarProps, ClickWords } from './arm-bar.tsx';
import { dragWords } from './drag-words.ts';
import styles from './ladder.module.css';
import { LadderGrid } from './ladder-grid.tsx';
import { takeLadderKey } from './ladder-keys.ts';
import { ladderMenu } from './ladder-menu.tsx';
import { ladderOrders } from './ladder-orders.ts';
import type { ChipActions } from './own-order-chips.tsx';
import { priceOfTicks, ticksOf } from './price-axis.ts';
import { useAxisWindow } from './use-axis-window.ts';
import { useLadderBook } from './use-ladder-book.ts';
import { useOrderDrag } from './use-order-drag.ts';

export interface LadderOfContractProps {
  readonly row: MarketRow;
  readonly context: ActionContext;
  readonly bar: Omit<ArmBarProps, 'onCentre'>;
}

const noOrderHere = 'No own order at this price.';

/** To be mounted again for another contract. */
export function LadderOfContract({ row, context, bar }: LadderOfContractProps) {
  const { contract } = row;
  const { arming } = bar;
  const gridId = useId();
  const body = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const { rowHeight } = useLineHeights(measure);
  const isStale = useIsOld(contract);
  const book = useLadderBook(row);
  const { axis, middle, own, tick } = book;
  const shown = useAxisWindow(axis, rowHeight);
  const [cursor, setCursor] = useState<number | null>(null);
  /** The number of the own order on which keys act; null for the first one at the cursor. */
  const [chosenSeq, setChosenSeq] = useState<number | null>(null);
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

  const ownAt = (ticks: number) => [...(own.B.get(ticks) ?? []), ...(own.S.get(ticks) ?? [])];
  const here = cursor === null ? [] : ownAt(cursor);
  const all = [...own.B.values(), ...own.S.values()].flat();
  const chosen = all.find((order) => order.activeOrderSeq === chosenSeq) ?? here[0];
  const rowId = (ticks: number) => `${gridId}${ticks}`;
  const anchorOf = (ticks: number): Anchor =>
    (
      document.getElementById(rowId(ticks)) ??
      shown.scroller.current ??
      document.body
    ).getBoundingClientRect();
  const orders = ladderOrders({ ...bar, contract, tick, context, anchorOf });
  const moveCursor = (ticks: number) => {
    if (axis === null) return;
    const to = Math.max(axis.low, Math.min(axis.high, ticks));
    setCursor(to);
    shown.reveal(to);
  };
  const openMenu = (ticks: number, { left, right, bottom }: Anchor) => {
    setCursor(ticks);
    setMenu({ ticks, at: { left, right, top: bottom, bottom } });
  };
  const choose = (step: 1 | -1) => {
    const at = chosen === undefined ? -1 : here.indexOf(chosen);
    const next = here[(at + step + here.length) % here.length];
    if (next === undefined) return;
    setChosenSeq(next.activeOrderSeq);
    setSaid(`Order ${next.activeOrderSeq}, ${formatLots(next.remaining)} lots.`);
  };
  /** Amends the chosen order by so many ticks; the cursor stays with it. */
  const moveOrder = (by: number) => {
    if (chosen === undefined) {
      setSaid(noOrderHere);
      return;
    }
    if (usePendingOrders.getState().pending.has(chosen.activeOrderSeq)) {
      setSaid(waitingReason);
      return;
    }
    const to = ticksOf(chosen.price, tick) + by;
    if (axis === null || to < axis.low || to > axis.high) return;
    setChosenSeq(chosen.activeOrderSeq);
    if (arming.isArmed()) moveCursor(to);
    orders.amend(chosen, to);
  };

  const { drag, begin } = useOrderDrag({
    ticksAt({ x, y }) {
      const [frame, rows] = [shown.scroller.current, body.current];
      if (frame === null || rows === null || axis === null) return null;
      const { left, right, top, bottom } = frame.getBoundingClientRect();
      if (x < left || x > right || y < top || y > bottom) return null;
      const ticks = axis.high - Math.floor((y - rows.getBoundingClientRect().top) / rowHeight);
      return ticks < axis.low || ticks > axis.high ? null : ticks;
    },
    onDrop(order, ticks) {
      if (ticks !== ticksOf(order.price, tick)) orders.amend(order, ticks);
    },
  });
  const wordsOfDrag = () => {
    if (drag === null || drag.ticks === null) return null;
    const { order, ticks } = drag;
    return dragWords({
      ...{ order, ticks, tick, quantities: book.quantities, isArmed: bar.state.isArmed },
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
      onList: (ticks, at) => now.current.openMenu(ticks, at),
    }),
    [context, begin],
  );

  const message = messageFor(axis === null ? 'empty' : book.status, contract);
  const use = () => arming.used();
  const { view } = shown;
  return (
    <section
      className={styles.ladder}
      data-tall=""
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
        <LadderGrid
          {...{ contract, book, axis, shown, rowHeight, body, rowId, cursor, chosen, drag, actions }}
          dragWords={wordsOfDrag()}
          onPress={({ ticks, side, order }) => {
            setCursor(ticks);
            setChosenSeq(order);
            if (side !== null && order === null) orders.deal(side, ticks);
          }}
          onMenu={(ticks, { x, y }) => openMenu(ticks, { left: x, right: x, top: y, bottom: y })}
          onKey={(event) =>
            cursor !== null &&
            takeLadderKey(event.nativeEvent, {
              move(ticks) {
                setChosenSeq(null);
                moveCursor(cursor + ticks);
              },
              moveOrder,
              choose,
              centre,
              toggleArmed: bar.onToggle,
              disarm() {
                const { isArmed } = bar.state;
                arming.disarm('user');
                return isArmed;
              },
              deal: (side) => orders.deal(side, cursor),
              remove: () => (chosen === undefined ? setSaid(noOrderHere) : orders.remove(chosen)),
              openMenu: () => openMenu(cursor, anchorOf(cursor)),
            })
          }
        />
        {message !== null && <GridMessageView message={message} />}
        <div ref={measure} aria-hidden="true" className={styles.measure} />
      </div>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      <PanelFooter>
        <ClickWords {...bar} />
        {view !== null && middle !== null && middle > view.high && <span>the market is above</span>}
        {view !== null && middle !== null && middle < view.low && <span>the market is below</span>}
        <FeedAge />
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
                ownOrders: ownAt(menu.ticks),
                bar: { ...bar, onCentre: centre },
              })
        }
      />
    </section>
  );
}

function messageFor(
  status: ReturnType<typeof useLadderBook>['status'] | 'empty',
  contract: string,
): GridMessage | null {
  if (status === 'empty')
    return {
      kind: 'empty',
      title: `No price of ${contract} yet.`,
      detail: 'The ladder begins with the first limit, order or MTM.',
    };
  if (status === 'error')
    return {
      kind: 'error',
      title: `The depth of ${contract} could not be loaded.`,
      detail: 'It loads again when the connection is restored.',
    };
  return null;
}
