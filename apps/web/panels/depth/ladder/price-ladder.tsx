// The ladder of one contract in the Depth panel: rows, cursor, the chosen order of the user, and what pointer, keys and menu do.

import type { ActiveOrderRow, MarketRow } from '@openpit/wire';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ActionContext, may, useActionContext, useFeedState } from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { usePendingOrders, waitingReason } from '../../../actions/order-actions.ts';
import { entryPermission } from '../../../actions/order-entry.ts';
import { readQty } from '../../../market/contract-terms.ts';
import { priceText } from '../../../market/market-text.ts';
import { showToast } from '../../../notices/toasts.ts';
import { usePreferences } from '../../../stores/session.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { formatLots } from '../../../ui/format.ts';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { GridMessageView } from '../../../ui/live-grid/grid-message.tsx';
import { useLineHeights } from '../../../ui/live-grid/use-grid-table.ts';
import { usePanelLook } from '../../../ui/panel-look.ts';
import { PanelFooter } from '../../../ui/panel-slots.tsx';
import { FeedAge, useIsOld } from '../../market/contract-heading.tsx';
import { usePhases } from '../../market/use-phases.ts';
import { phaseOf, reasonAgainstArming, useArming } from './arming.ts';
import type { IdleSeconds } from './keys.ts';
import { takeLadderKey } from './keys.ts';
import styles from './ladder.module.css';
import {
  ArmBar,
  type ArmBarProps,
  ClickWords,
  clickWords,
  useAxisWindow,
  useLadderBook,
} from './ladder-bar.tsx';
import { type ChipActions, LadderGrid, ladderMenu, useOrderDrag } from './ladder-grid.tsx';
import { dragWords, ladderOrders, priceOfTicks, ticksOf } from './rules.ts';

// The ladder of one contract: its axis, the cursor and the chosen own order, and what pointer, keys and menu do with them.

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

// The price ladder: a fixed price axis with the book and own orders on it (PANEL-17), and one-click dealing while it is armed. It is a
// mode of the Depth panel, loaded when it is first shown.

export interface PriceLadderProps {
  readonly row: MarketRow;
  /** After how many seconds without use it disarms. */
  readonly idleSeconds: IdleSeconds;
  readonly onIdleSeconds: (seconds: IdleSeconds) => void;
}

export function PriceLadder({ row, idleSeconds, onIdleSeconds }: PriceLadderProps) {
  const { contract } = row;
  const { defaultOrderQuantity, maxOrderQuantity } = usePreferences(
    (preferences) => preferences.document.defaults,
  );
  const [lotsText, setLotsText] = useState(() => String(Math.min(defaultOrderQuantity, maxOrderQuantity)));
  const read = readQty(lotsText, maxOrderQuantity);
  const lots = 'error' in read ? null : read.qty;
  const lotsError = 'error' in read ? read.error : null;
  const wordsId = useId();
  const context = useActionContext();
  const { phases } = usePhases();
  const isFrozen = usePanelLook().frozenAt !== null;
  const isLive = useFeedState() === 'live';
  const answer = may(entryPermission, context.flags);
  const around = {
    contract,
    phase: phaseOf(row, phases),
    isFrozen,
    denied: answer === true ? null : answer.reason,
  };
  const [arming, state] = useArming({ ...around, idleMs: idleSeconds * 1_000 });

  const toggle = () => {
    if (arming.isArmed()) {
      arming.disarm('user');
      return;
    }
    const reason = lotsError ?? arming.arm();
    if (reason !== null) showToast({ type: 'warning', message: reason });
  };
  return (
    <>
      <LadderOfContract
        key={contract}
        row={row}
        context={context}
        bar={{
          arming,
          state,
          against: reasonAgainstArming({ ...around, layout: '', isLive }) ?? lotsError,
          lotsText,
          lotsError,
          lots,
          maxLots: maxOrderQuantity,
          wordsId,
          idleSeconds,
          onToggle: toggle,
          onLots: setLotsText,
          onIdleSeconds,
        }}
      />
      {/* Outlives the ladder of one contract, so that a change of contract is announced, too. */}
      <span role="status" className="visually-hidden">
        {clickWords({ state, lots, lotsError })}
      </span>
    </>
  );
}
