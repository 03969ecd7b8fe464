// The heights of rows and group lines (`--row-height`, `--group-height` of the style sheet), which density,
// device and zoom change, and how much wider than usual texts are where the user has set the space between letters
// (WCAG 1.4.12). They are read from an element whose height is that of a row and whose width is the
// height of a group line, so that every change is observed.
import { type RefObject, useLayoutEffect, useState } from 'react';

const defaultRowHeightPx = 24;

/** The characters of the probe of `measure`. */
export const probeText = '0000000000';

/** `measure` is an element of class `measure` inside the grid; for `textScale` it has a span with `probeText`. */
export function useLineHeights(measure: RefObject<HTMLElement | null>): {
  readonly rowHeight: number;
  readonly groupHeight: number;
  /** 1 where letters have the usual space. */
  readonly textScale: number;
} {
  const [heights, setHeights] = useState({
    rowHeight: defaultRowHeightPx,
    groupHeight: defaultRowHeightPx,
    textScale: 1,
  });

  useLayoutEffect(() => {
    const element = measure.current;
    if (element === null) return;
    const read = () => {
      const rowHeight = element.offsetHeight || defaultRowHeightPx;
      const groupHeight = element.offsetWidth || rowHeight;
      const textScale = scaleOf(element.querySelector('span'));
      setHeights((was) =>
        was.rowHeight === rowHeight && was.groupHeight === groupHeight && was.textScale === textScale
          ? was
          : { rowHeight, groupHeight, textScale },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    for (const probe of element.children) observer.observe(probe);
    return () => observer.disconnect();
  }, [measure]);
  return heights;
}

/** The width of the probe as a share of its width without extra space between letters. */
function scaleOf(probe: HTMLElement | null): number {
  const width = probe?.getBoundingClientRect().width ?? 0;
  if (probe === null || width === 0) return 1;
  const extra = (Number.parseFloat(getComputedStyle(probe).letterSpacing) || 0) * probeText.length;
  return extra <= 0 || extra >= width ? 1 : Math.round((width / (width - extra)) * 100) / 100;
}
