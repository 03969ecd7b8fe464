// A handle on the line of each of the user's orders in the chart. Dragged or moved with the arrow keys to another price, it opens the form
// that amends the order. The drag itself sends nothing, and the line returns to the price of the order.
import type { ActiveOrderRow } from '@openpit/wire';
import Big from 'big.js';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type ActionContext, reasonAgainst, runRowAction } from '../../actions/action.ts';
import { openEditForm } from '../../actions/order-actions.ts';
import { formatPrice } from '../../ui/format.ts';
import { pressedKey } from '../../ui/keys.ts';
import { onTick } from './candles.ts';
import styles from './chart.module.css';
import { chartKeys } from './definition.tsx';
import { handleWidth, orderCaption, type PriceLevel, titleWidth } from './rules.ts';

interface OwnOrderHandlesProps {
  readonly handles: PlacedHandles['handles'];
  readonly tick: number;
  readonly decimals: number;
  readonly context: ActionContext;
  readonly topOf: (price: number) => number | null;
  readonly priceAt: (top: number) => number | null;
  readonly axisWidth: number;
  /** Called with the price under the handle, so that the line follows it; null if it is released. */
  readonly onDrag: (order: ActiveOrderRow, price: number | null) => void;
}

export function OwnOrderHandles(props: OwnOrderHandlesProps) {
  const { handles, axisWidth } = props;
  return (
    <div className={styles.handles} style={{ right: axisWidth }}>
      {handles.map(({ order, top, right }) => (
        <Handle key={order.activeOrderSeq} {...props} order={order} restTop={top} right={right} />
      ))}
    </div>
  );
}

interface HandleProps extends OwnOrderHandlesProps {
  readonly order: ActiveOrderRow;
  readonly restTop: number;
  /** The handle's distance from the right, in pixels. */
  readonly right: number;
}

function Handle({ order, restTop, right, tick, decimals, context, topOf, priceAt, onDrag }: HandleProps) {
  const [price, setPrice] = useState<number | null>(null);
  const grip = useRef<{ readonly fromY: number; readonly fromTop: number } | null>(null);
  const reason = reasonAgainst(openEditForm, { order, anchor: null }, context);
  const at = price ?? order.price;
  const caption = orderCaption(order);

  const move = (to: number | null) => {
    setPrice(to);
    onDrag(order, to);
  };
  const open = (element: HTMLElement) => {
    const anchor = element.getBoundingClientRect();
    const changed = price !== null && price !== order.price && { price };
    void runRowAction(openEditForm, { order, anchor, ...changed }, context);
    move(null);
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (reason !== null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { fromY: event.clientY, fromTop: restTop };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current === null) return;
    const under = priceAt(grip.current.fromTop + event.clientY - grip.current.fromY);
    if (under !== null) move(onTick(under, tick));
  };
  const onPointerUp = (event: PointerEvent<HTMLButtonElement>) => {
    if (grip.current === null) return;
    grip.current = null;
    if (price !== null && price !== order.price) open(event.currentTarget);
    else move(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (pressedKey(chartKeys, event.nativeEvent) === 'back' && price !== null) {
      event.stopPropagation();
      move(null);
    }
    if (steps === undefined || reason !== null) return;
    event.preventDefault();
    event.stopPropagation();
    move(new Big(at).plus(new Big(tick).times(steps)).toNumber());
  };
  return (
    <button
      type="button"
      className={styles.handle}
      data-side={order.side}
      data-state={order.state}
      data-moved={price !== null || undefined}
      style={{ top: topOf(at) ?? restTop, right }}
      aria-label={`Order ${order.activeOrderSeq}: ${caption} at ${formatPrice(at, decimals)}`}
      aria-description={reason ?? 'Arrow keys move it, Enter opens the form to amend it.'}
      aria-disabled={reason !== null || undefined}
      data-tip={reason ?? 'Drag to another price to amend it'}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        grip.current = null;
        move(null);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (grip.current === null && price !== null) move(null);
      }}
      onClick={(event) => {
        // Only clicks by keyboard: `onPointerUp` handles the pointer.
        if (event.detail === 0 && reason === null) open(event.currentTarget);
      }}
    >
      {caption}
      {price !== null && ` at ${formatPrice(at, decimals)}`}
    </button>
  );
}

/** The height of a handle for a finger, with a gap. */
const handleHeightPx = 46;
const firstRightPx = 8;

interface PlacedOrder {
  readonly order: ActiveOrderRow;
  readonly top: number;
  /** The handle's distance from the right, in pixels. */
  readonly right: number;
}

interface PlacedHandles {
  /** The orders in view. */
  readonly handles: readonly PlacedOrder[];
  /** The width that handles and the titles of levels take at the right, in pixels. */
  readonly widthPx: number;
}

/** Places the handles that would overlap side by side, and beside the titles of levels at the price axis, such as “MTM”. */
export function sideBySide(
  orders: readonly ActiveOrderRow[],
  levels: readonly PriceLevel[],
  topOf: (price: number) => number | null,
): PlacedHandles {
  const inView = <Item extends { readonly price: number }>(items: readonly Item[]) =>
    items.flatMap((item) => {
      const top = topOf(item.price);
      return top === null ? [] : [{ item, top }];
    });
  const taken = inView(levels.filter(({ title }) => title !== '')).map(({ item, top }) => ({
    ...{ top, right: 0, width: titleWidth(item) },
  }));
  const handles = inView(orders)
    .sort((a, b) => a.top - b.top)
    .map(({ item: order, top }) => {
      const width = handleWidth(order);
      const near = taken.filter((other) => Math.abs(top - other.top) < handleHeightPx);
      let right = firstRightPx;
      for (const other of near.sort((a, b) => a.right - b.right)) {
        const end = other.right + other.width;
        if (right < end && other.right < right + width) right = end;
      }
      taken.push({ top, right, width });
      return { order, top, right };
    });
  return { handles, widthPx: Math.max(firstRightPx, ...taken.map(({ right, width }) => right + width)) };
}
