// The picture of a chart, drawn with lightweight-charts: candles, volume, open interest for candles of days,
// lines at prices, marks at deals. It reads no store. Rising candles are hollow and falling ones filled, so
// that they differ without colour.
import type { Candle, CandleInterval } from '@openpit/wire';
import {
  CandlestickSeries,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  TickMarkType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatPrice } from '../../ui/format.ts';
import { averageLengths, movingAverage, onTick } from './candles.ts';
import {
  type AxisMark,
  axisTime,
  type ChartTone,
  candleTime,
  type DealMark,
  type PriceLevel,
  shownLabels,
  uncovered,
} from './rules.ts';

/** The colours of the moving averages, in the order of `averageLengths`; the legend has the same. */
export const averageColours = ['panel-violet', 'panel-amber'] as const;

export interface ChartDrawing {
  /** The candles in the order of time; the first call scrolls to the newest. */
  setCandles(candles: readonly Candle[]): void;
  setLevels(levels: readonly PriceLevel[]): void;
  /** `handlesPx` is the width that the handles of the user's orders take at the right, in pixels. */
  setMarks(marks: readonly DealMark[], handlesPx: number): void;
  /** Draws the moving averages, or removes them. */
  setAverages(areShown: boolean): void;
  /** Reads the colours of the page again: after a change of theme or of staleness. */
  setColours(isStale: boolean): void;
  /** Pixels from the top of the picture; null for a price that is out of view. */
  topOf(price: number): number | null;
  priceAt(top: number): number | null;
  /** The width of the price axis at the right, in pixels. */
  axisWidth(): number;
  showNewest(): void;
  remove(): void;
}

interface ChartDrawingOptions {
  readonly interval: CandleInterval;
  readonly decimals: number;
  readonly tick: number;
  /** Called with the time of the candle under the pointer; undefined without one. */
  readonly onPoint: (time: number | undefined) => void;
  /** Called when the picture was scrolled near its earliest candle. */
  readonly onEarliest: () => void;
  /** Called when prices may have moved to other heights. */
  readonly onMove: () => void;
}

const seconds = (time: number) => (time / 1_000) as UTCTimestamp;
const strokes = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const;
const axisMarks: Readonly<Record<TickMarkType, AxisMark>> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
};
/** Earlier candles are fetched when fewer than these are left of the picture. */
const fewAhead = 15;
/** Room to the right of the newest candle, in candles, for the handles of the user's orders. */
const newestOffset = 12;
const scaleMargins = { top: 0.12, bottom: 0.24 };
/** Candles that are shown at first; with more they would be too thin. */
const firstShown = 90;

/** The library's chart and its series: candles, volumes, and the open interest, which only days have. */
function createSeries(
  place: HTMLElement,
  { interval, decimals, tick }: ChartDrawingOptions,
  isWritten: (prices: readonly number[]) => readonly boolean[],
) {
  // The pointer is nearly always between two ticks, so its price must be rounded.
  const priceAtTick = (price: number) => formatPrice(onTick(price, tick), decimals);
  const chart = createChart(place, {
    autoSize: true,
    crosshair: { mode: CrosshairMode.Normal },
    rightPriceScale: { scaleMargins },
    localization: {
      priceFormatter: priceAtTick,
      tickmarksPriceFormatter(prices: number[]) {
        const written = isWritten(prices);
        return prices.map((price, at) => (written[at] ? priceAtTick(price) : ''));
      },
      timeFormatter: (time: number) => candleTime(time * 1_000, interval),
    },
    timeScale: {
      timeVisible: interval !== 'day',
      secondsVisible: false,
      rightOffset: newestOffset,
      minBarSpacing: 2,
      tickMarkFormatter: (time: number, mark: TickMarkType) =>
        axisTime(time * 1_000, axisMarks[mark], interval),
    },
  });
  // The library lays out its canvases in a table, which has no data.
  place.querySelector('table')?.setAttribute('role', 'presentation');
  const candles = chart.addSeries(CandlestickSeries, {
    priceFormat: { type: 'custom', minMove: tick, formatter: priceAtTick },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  if (interval !== 'day') return { chart, candles, volumes, interest: null };
  // A line over the volumes with its own scale.
  const interest = chart.addSeries(LineSeries, {
    ...quietLine,
    priceScaleId: 'openInterest',
    priceFormat: { type: 'volume' },
  });
  chart.priceScale('openInterest').applyOptions({ scaleMargins: { top: 0.82, bottom: 0.02 } });
  return { chart, candles, volumes, interest };
}

const quietLine = {
  lineWidth: 1,
  lastValueVisible: false,
  priceLineVisible: false,
  crosshairMarkerVisible: false,
} as const;

/** Applies the page's colours; `colour` looks one up by name. A stale chart does not distinguish rising from falling. */
function colourSeries(
  { chart, candles, volumes, interest }: ReturnType<typeof createSeries>,
  colour: (name: string) => string,
  isStale: boolean,
): void {
  const up = colour(isStale ? 'text-second' : 'up');
  const down = colour(isStale ? 'text-second' : 'down');
  const surface = colour('surface');
  const cross = { color: colour('outline'), labelBackgroundColor: colour('text-second') };
  chart.applyOptions({
    layout: {
      background: { color: surface },
      textColor: colour('text-second'),
      fontFamily: colour('font'),
      fontSize: 11,
    },
    grid: { vertLines: { color: colour('line-soft') }, horzLines: { color: colour('line-soft') } },
    rightPriceScale: { borderColor: colour('line') },
    timeScale: { borderColor: colour('line') },
    crosshair: { vertLine: cross, horzLine: cross },
  });
  candles.applyOptions({
    upColor: surface,
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
    priceLineColor: colour('text-second'),
  });
  volumes.applyOptions({ color: colour('line') });
  interest?.applyOptions({ color: colour(isStale ? 'text-second' : 'primary') });
}

const candlePoint = ({ time, open, high, low, close }: Candle) =>
  open === null || high === null || low === null || close === null
    ? { time: seconds(time) }
    : { time: seconds(time), open, high, low, close };
const interestPoint = ({ time, openInterest }: Candle) =>
  openInterest ? { time: seconds(time), value: openInterest } : { time: seconds(time) };
const volumePoint = ({ time, volume }: Candle) => ({ time: seconds(time), value: volume });

function meanPoints(candles: readonly Candle[], length: number) {
  const means = movingAverage(candles, length);
  return candles.map(({ time }, index) => {
    const value = means[index] ?? null;
    return value === null ? { time: seconds(time) } : { time: seconds(time), value };
  });
}

const lastClose = (candles: readonly Candle[]): number | null =>
  candles.findLast(({ close }) => close !== null)?.close ?? null;

interface AxisOptions {
  /** The prices that have a tag; empty until there is a candle. */
  readonly tags: () => readonly number[];
  readonly topOf: (price: number) => number | null;
  /** Has the library ask for its texts again: it keeps them until the axis changes, but tags move on it. */
  readonly rewrite: () => void;
}

/** Omits the prices on the axis that a tag would cover in part. */
function createAxis({ tags, topOf, rewrite }: AxisOptions) {
  let prices: readonly number[] = [];
  let written: readonly boolean[] = [];
  const writtenNow = () => {
    const tagged = tags();
    // The library first asks while the series are created.
    return tagged.length === 0 ? prices.map(() => true) : uncovered(prices.map(topOf), tagged.map(topOf));
  };
  return {
    /** For each price that the axis could show, whether it does. */
    isWritten(asked: readonly number[]): readonly boolean[] {
      prices = asked;
      written = writtenNow();
      return written;
    },
    update() {
      if (writtenNow().join() !== written.join()) rewrite();
    },
  };
}

export function drawChart(place: HTMLElement, options: ChartDrawingOptions): ChartDrawing {
  let shown: readonly Candle[] = [];
  let levels: readonly PriceLevel[] = [];
  const axis = createAxis({
    tags: () => levels.map(({ price }) => price).concat(lastClose(shown) ?? []),
    topOf: (price) => candleSeries.priceToCoordinate(price),
    rewrite: () => candleSeries.priceScale().applyOptions({ scaleMargins }),
  });
  const colour = (name: string) => getComputedStyle(place).getPropertyValue(`--${name}`).trim();
  const all = createSeries(place, options, axis.isWritten);
  const { chart, candles: candleSeries, volumes: volumeSeries, interest: interestSeries } = all;
  const marks = createSeriesMarkers(candleSeries);
  candleSeries.attachPrimitive({ updateAllViews: options.onMove });

  let dealMarks: readonly DealMark[] = [];
  let handlesPx = 0;
  /** The deals that have a label, as one text. */
  let labelled = '';
  let isStale = false;
  const lines = new Map<string, IPriceLine>();

  const toneColour = (tone: ChartTone) => colour(isStale || tone === 'second' ? 'text-second' : tone);

  chart.subscribeCrosshairMove(({ time, point }) =>
    options.onPoint(typeof time === 'number' && point !== undefined ? time * 1_000 : undefined),
  );
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && shown.length > 0 && range.from < fewAhead) options.onEarliest();
    // Deals that move apart get their labels back, and those that move together lose them.
    if (dealMarks.length > 1 && [...labelsNow()].join() !== labelled) drawMarks();
  });
  let averages: ISeriesApi<'Line'>[] = [];

  const drawAverages = () =>
    averages.forEach((series, index) => {
      series.setData(meanPoints(shown, averageLengths[index] ?? 1));
    });
  const colourAverages = () =>
    averages.forEach((series, index) => {
      series.applyOptions({ color: colour(isStale ? 'text-second' : (averageColours[index] ?? 'text')) });
    });

  const labelsNow = () => {
    const scale = chart.timeScale();
    const marks = dealMarks.map((mark) => ({ ...mark, x: scale.timeToCoordinate(seconds(mark.time)) }));
    return shownLabels(marks, scale.width() - handlesPx);
  };

  function drawLevels(): void {
    const levelIds = new Set(levels.map(({ id }) => id));
    for (const [id, line] of lines)
      if (!levelIds.has(id)) {
        candleSeries.removePriceLine(line);
        lines.delete(id);
      }
    for (const { id, price, title, tone, stroke } of levels) {
      const look = {
        price,
        title,
        color: toneColour(tone),
        axisLabelColor: toneColour(tone),
        axisLabelTextColor: colour('surface'),
        lineStyle: strokes[stroke],
        lineWidth: 1 as const,
        axisLabelVisible: true,
      };
      const drawnLine = lines.get(id);
      if (drawnLine === undefined) lines.set(id, candleSeries.createPriceLine(look));
      else drawnLine.applyOptions(look);
    }
  }

  function drawMarks(): void {
    const withLabel = labelsNow();
    labelled = [...withLabel].join();
    marks.setMarkers(
      dealMarks.map(
        ({ id, time, side, text }): SeriesMarker<UTCTimestamp> => ({
          id,
          time: seconds(time),
          position: side === 'B' ? 'belowBar' : 'aboveBar',
          shape: side === 'B' ? 'arrowUp' : 'arrowDown',
          color: toneColour(side === 'B' ? 'buy' : 'sell'),
          ...(withLabel.has(id) && { text }),
        }),
      ),
    );
  }

  return {
    setCandles(candles) {
      const before = shown;
      shown = candles;
      const last = candles.at(-1);
      if (last !== undefined && isContinued(before, candles)) {
        candleSeries.update(candlePoint(last));
        volumeSeries.update(volumePoint(last));
        interestSeries?.update(interestPoint(last));
        drawAverages();
        axis.update();
        return;
      }
      const range = chart.timeScale().getVisibleLogicalRange();
      candleSeries.setData(candles.map(candlePoint));
      volumeSeries.setData(candles.map(volumePoint));
      interestSeries?.setData(candles.map(interestPoint));
      drawAverages();
      if (candles.length === 0) return;
      if (before.length === 0)
        chart.timeScale().setVisibleLogicalRange({
          from: Math.max(-2, candles.length - firstShown),
          to: candles.length + newestOffset - 1,
        });
      else if (range !== null) {
        // Earlier candles were added in front: the visible ones stay in place.
        const earlier = candles.findIndex(({ time }) => time === before[0]?.time);
        if (earlier > 0)
          chart.timeScale().setVisibleLogicalRange({ from: range.from + earlier, to: range.to + earlier });
      }
    },
    setLevels(next) {
      levels = next;
      drawLevels();
      axis.update();
    },
    setMarks(next, taken) {
      dealMarks = next;
      handlesPx = taken;
      drawMarks();
    },
    setAverages(areShown) {
      for (const series of averages) chart.removeSeries(series);
      averages = !areShown ? [] : averageLengths.map(() => chart.addSeries(LineSeries, quietLine));
      drawAverages();
      colourAverages();
    },
    setColours(nowStale) {
      isStale = nowStale;
      colourSeries(all, colour, isStale);
      colourAverages();
      drawLevels();
      drawMarks();
    },
    topOf: (price) => candleSeries.priceToCoordinate(price),
    priceAt: (top) => candleSeries.coordinateToPrice(top),
    axisWidth: () => chart.priceScale('right').width(),
    showNewest: () => chart.timeScale().scrollToRealTime(),
    remove: () => chart.remove(),
  };
}

/** True if only the newest candle differs or was added. */
function isContinued(before: readonly Candle[], now: readonly Candle[]): boolean {
  const added = now.length - before.length;
  if (before.length < 2 || added < 0 || added > 1 || before[0] !== now[0]) return false;
  const lastKept = now.length - 2;
  return (
    lastKept >= 0 &&
    (added === 0 ? before[lastKept] === now[lastKept] : before[lastKept]?.time === now[lastKept]?.time)
  );
}
