// The picture of a chart, over it the figures of the candle under the pointer, and a handle on the line of each own order. Dragged or
// moved with the arrow keys to another price, a handle opens the form that amends the order. The drag itself sends nothing, and the line
// returns to the price of the order.
import type { ActiveOrderRow, Candle, CandleInterval, DealRow, MarketRow } from '@openpit/wire';
import Big from 'big.js';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type ActionContext, reasonAgainst } from '../../actions/action.ts';
import { openChange, openEditForm } from '../../actions/order-actions.ts';
import { showToast } from '../../notices/toasts.ts';
import { useTheme } from '../../stores/theme.ts';
import { formatPrice } from '../../ui/format.ts';
import { pressedKey } from '../../ui/keys.ts';
import { averageLengths, movingAverage, onTick } from './candles.ts';
import styles from './chart.module.css';
import { chartKeys } from './definition.tsx';
import { averageColours, type ChartDrawing, drawChart } from './drawing.ts';
import {
  chartSentence,
  dealMarks,
  figuresText,
  handleWidth,
  orderCaption,
  orderLevel,
  type PriceLevel,
} from './rules.ts';

interface OwnOrderHandlesProps {
  readonly orders: readonly ActiveOrderRow[];
  readonly tick: number;
  readonly decimals: number;
  readonly context: ActionContext;
  readonly topOf: (price: number) => number | null;
  readonly priceAt: (top: number) => number | null;
  readonly axisWidth: number;
  /** Called with the price under the handle, so that the line follows it; null when it is released. */
  readonly onDrag: (order: ActiveOrderRow, price: number | null) => void;
}

function OwnOrderHandles(props: OwnOrderHandlesProps) {
  const { orders, topOf, axisWidth } = props;
  return (
    <div className={styles.handles} style={{ right: axisWidth }}>
      {sideBySide(orders, topOf).map(({ order, top, right }) => (
        <Handle key={order.activeOrderSeq} {...props} order={order} restTop={top} right={right} />
      ))}
    </div>
  );
}

interface HandleProps extends OwnOrderHandlesProps {
  readonly order: ActiveOrderRow;
  readonly restTop: number;
  /** Its distance from the right, in pixels. */
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
    openChange(
      openEditForm,
      { order, anchor, ...(price !== null && price !== order.price && { price }) },
      context,
      (message) => showToast({ type: 'warning', message }),
    );
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
  /** Its distance from the right, in pixels. */
  readonly right: number;
}

/** The orders in view; handles that would overlap are placed side by side. */
export function sideBySide(
  orders: readonly ActiveOrderRow[],
  topOf: (price: number) => number | null,
): readonly PlacedOrder[] {
  const placed: PlacedOrder[] = [];
  const inView = orders.flatMap((order) => {
    const top = topOf(order.price);
    return top === null ? [] : [{ order, top }];
  });
  for (const { order, top } of inView.sort((a, b) => a.top - b.top)) {
    const width = handleWidth(order);
    const near = placed.filter((other) => top - other.top < handleHeightPx);
    let right = firstRightPx;
    for (const other of near.sort((a, b) => a.right - b.right)) {
      const end = other.right + handleWidth(other.order);
      if (right < end && other.right < right + width) right = end;
    }
    placed.push({ order, top, right });
  }
  return placed;
}

export interface ChartPictureProps {
  readonly contract: string;
  readonly interval: CandleInterval;
  readonly decimals: number;
  readonly tick: number;
  readonly candles: readonly Candle[];
  readonly market: Pick<MarketRow, 'mtm' | 'limitLow' | 'limitHigh'>;
  readonly orders: readonly ActiveOrderRow[];
  readonly deals: readonly DealRow[];
  readonly isStale: boolean;
  readonly showsAverages: boolean;
  readonly context: ActionContext;
  readonly onEarliest: () => void;
}

/** To be mounted again for another contract or interval. */
export function ChartPicture(props: ChartPictureProps) {
  const { contract, interval, decimals, tick, candles, market, orders, deals, isStale, context } = props;
  const { showsAverages } = props;
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<ChartDrawing | null>(null);
  const onEarliest = useRef(props.onEarliest);
  onEarliest.current = props.onEarliest;
  const theme = useTheme((state) => state.theme);
  const [pointed, setPointed] = useState<number | undefined>();
  const [dragged, setDragged] = useState<{ readonly seq: number; readonly price: number } | null>(null);
  /** The heights of the user's orders as one text; a change of it renders the handles again. */
  const [, setPlaces] = useState<string>('');
  const readPlaces = useRef<() => string>(() => '');
  readPlaces.current = () =>
    [
      drawing.current?.axisWidth() ?? 0,
      ...orders.map(({ price }) => drawing.current?.topOf(price) ?? ''),
    ].join();

  useLayoutEffect(() => {
    if (place.current === null) return;
    let frame = 0;
    const made = drawChart(place.current, {
      interval,
      decimals,
      tick,
      onPoint: setPointed,
      onEarliest: () => onEarliest.current(),
      // Called while the library paints: the heights are read after that.
      onMove: () => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => setPlaces(readPlaces.current()));
      },
    });
    drawing.current = made;
    return () => {
      cancelAnimationFrame(frame);
      drawing.current = null;
      made.remove();
    };
  }, [interval, decimals, tick]);

  // The page adopts a new theme after its store has changed; the colours are read after that.
  useEffect(() => {
    if (theme !== undefined) drawing.current?.setColours(isStale);
  }, [theme, isStale]);
  useEffect(() => drawing.current?.setCandles(candles), [candles]);

  const { mtm, limitLow, limitHigh } = market;
  const levels = useMemo(() => {
    const level = (id: string, price: number | null, more: Omit<PriceLevel, 'id' | 'price'>): PriceLevel[] =>
      price === null ? [] : [{ id, price, ...more }];
    return [
      ...level('mtm', mtm, { title: 'MTM', tone: 'second', stroke: 'dashed' }),
      ...level('limitHigh', limitHigh, { title: 'Limit', tone: 'warning', stroke: 'dotted' }),
      ...level('limitLow', limitLow, { title: 'Limit', tone: 'warning', stroke: 'dotted' }),
      ...orders.map((order) =>
        orderLevel(order, dragged?.seq === order.activeOrderSeq ? dragged.price : order.price),
      ),
    ];
  }, [mtm, limitLow, limitHigh, orders, dragged]);
  useEffect(() => drawing.current?.setLevels(levels), [levels]);
  const marks = useMemo(() => dealMarks(deals, candles, interval), [deals, candles, interval]);
  const topOf = (price: number) => drawing.current?.topOf(price) ?? null;
  const ends = sideBySide(orders, topOf).map(({ order, right }) => right + handleWidth(order));
  const handlesPx = Math.max(firstRightPx, ...ends);
  useEffect(() => drawing.current?.setMarks(marks, handlesPx), [marks, handlesPx]);
  useEffect(() => drawing.current?.setAverages(showsAverages), [showsAverages]);
  const means = useMemo(
    () => (showsAverages ? averageLengths.map((length) => movingAverage(candles, length)) : []),
    [showsAverages, candles],
  );

  const shown = candles.findLast(({ time }) => time === pointed) ?? candles.at(-1);
  return (
    <div className={styles.chart}>
      <div
        ref={place}
        role="figure"
        className={styles.picture}
        aria-label={chartSentence(contract, candles, { interval, decimals })}
      />
      <p className={styles.legend} aria-hidden="true">
        {shown !== undefined && figuresText(shown, { interval, decimals })}
        {shown !== undefined &&
          means.map((mean, at) => (
            <span key={averageLengths[at]} style={{ color: `var(--${averageColours[at]})` }}>
              {`  MA${averageLengths[at]}\u00a0${formatPrice(mean[candles.indexOf(shown)] ?? null, decimals)}`}
            </span>
          ))}
      </p>
      <OwnOrderHandles
        orders={orders}
        tick={tick}
        decimals={decimals}
        context={context}
        topOf={topOf}
        priceAt={(top) => drawing.current?.priceAt(top) ?? null}
        axisWidth={drawing.current?.axisWidth() ?? 0}
        onDrag={({ activeOrderSeq }, price) =>
          setDragged(price === null ? null : { seq: activeOrderSeq, price })
        }
      />
    </div>
  );
}
