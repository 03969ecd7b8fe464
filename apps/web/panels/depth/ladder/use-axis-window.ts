// The part of the price axis in view. Only the user moves it, by scrolling or centring: when the axis becomes longer, or its rows
// higher, the same prices stay in view.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type AxisScale, keptScroll, type PriceAxis, rowsOf } from './price-axis.ts';

/** The height of the sticky captions. */
export const headPx = 24;
/** Rows beyond the border that are rendered, too. */
const overscan = 2;

export interface AxisWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The prices to render, in ticks, the highest first. */
  readonly ticks: readonly number[];
  /** The lowest and the highest price that are wholly in view, in ticks. */
  readonly view: PriceAxis | null;
  /** The width of the rows in pixels. */
  readonly width: number;
  readonly onScroll: () => void;
  /** Puts this price into the middle. */
  centre(ticks: number): void;
  /** Scrolls as little as shows this price. */
  reveal(ticks: number): void;
}

export function useAxisWindow(axis: PriceAxis | null, rowHeight: number): AxisWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const placed = useRef<AxisScale | null>(null);

  const onScroll = useCallback(() => setTop(scroller.current?.scrollTop ?? 0), []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight - headPx });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || axis === null) return;
    const was = placed.current;
    const now = { high: axis.high, rowHeight };
    placed.current = now;
    if (was === null || (was.high === now.high && was.rowHeight === rowHeight)) return;
    element.scrollTop = keptScroll(element.scrollTop, was, now);
    onScroll();
  }, [axis, rowHeight, onScroll]);

  const scrollTo = (px: number) => {
    if (scroller.current === null) return;
    scroller.current.scrollTop = px;
    onScroll();
  };
  const topOf = (ticks: number) => (axis === null ? 0 : (axis.high - ticks) * rowHeight);
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last =
    axis === null ? -1 : Math.min(rowsOf(axis) - 1, Math.ceil((top + size.height) / rowHeight) + overscan);
  return {
    scroller,
    ticks:
      axis === null
        ? []
        : Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => axis.high - first - at),
    view:
      axis === null || size.height <= 0
        ? null
        : {
            high: axis.high - Math.ceil(top / rowHeight),
            low: axis.high - Math.floor((top + size.height) / rowHeight) + 1,
          },
    width: size.width,
    onScroll,
    centre: (ticks) => scrollTo(topOf(ticks) + (rowHeight - size.height) / 2),
    reveal(ticks) {
      const [from, shown] = [topOf(ticks), scroller.current?.scrollTop ?? 0];
      if (from < shown) scrollTo(from);
      else if (from + rowHeight > shown + size.height) scrollTo(from + rowHeight - size.height);
    },
  };
}
