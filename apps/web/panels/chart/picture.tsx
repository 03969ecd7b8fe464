// The picture of a chart, and over it the figures of the candle under the pointer and the handles of the user's orders.
import type { ActiveOrderRow, Candle, CandleInterval, DealRow, MarketRow } from '@openpit/wire';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { useTheme } from '../../stores/theme.ts';
import { formatPrice } from '../../ui/format.ts';
import { averageLengths, movingAverage } from './candles.ts';
import styles from './chart.module.css';
import { averageColours, type ChartDrawing, drawChart } from './drawing.ts';
import { OwnOrderHandles, sideBySide } from './own-order-handles.tsx';
import { chartSentence, dealMarks, figuresText, orderLevel, type PriceLevel } from './rules.ts';

interface ChartPictureProps {
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

/** Must be remounted for another contract or interval. */
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

  useLayoutEffect(() => {
    if (place.current === null) return;
    let frame = 0;
    const newDrawing = drawChart(place.current, {
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
    drawing.current = newDrawing;
    return () => {
      cancelAnimationFrame(frame);
      drawing.current = null;
      newDrawing.remove();
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
  readPlaces.current = () =>
    [
      drawing.current?.axisWidth() ?? 0,
      ...levels.map(({ price }) => drawing.current?.topOf(price) ?? ''),
    ].join();
  useEffect(() => drawing.current?.setLevels(levels), [levels]);
  const marks = useMemo(() => dealMarks(deals, candles, interval), [deals, candles, interval]);
  const topOf = (price: number) => drawing.current?.topOf(price) ?? null;
  const { handles, widthPx } = sideBySide(orders, levels, topOf);
  useEffect(() => drawing.current?.setMarks(marks, widthPx), [marks, widthPx]);
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
          means.map((mean, index) => (
            <span key={averageLengths[index]} style={{ color: `var(--${averageColours[index]})` }}>
              {`  MA${averageLengths[index]}\u00a0${formatPrice(mean[candles.indexOf(shown)] ?? null, decimals)}`}
            </span>
          ))}
      </p>
      <OwnOrderHandles
        handles={handles}
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
