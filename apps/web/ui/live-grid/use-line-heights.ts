// The heights of rows and group lines (`--row-height`, `--group-height` of the style sheet), which density,
// device and zoom change. They are read from an element whose height is that of a row and whose width is the
// height of a group line, so that every change is observed.
import { type RefObject, useLayoutEffect, useState } from 'react';

const defaultRowHeightPx = 24;

/** `measure` is an element of class `measure` inside the grid. */
export function useLineHeights(measure: RefObject<HTMLElement | null>): {
  readonly rowHeight: number;
  readonly groupHeight: number;
} {
  const [heights, setHeights] = useState({ rowHeight: defaultRowHeightPx, groupHeight: defaultRowHeightPx });
  useLayoutEffect(() => {
    const element = measure.current;
    if (element === null) return;
    const read = () => {
      const rowHeight = element.offsetHeight || defaultRowHeightPx;
      const groupHeight = element.offsetWidth || rowHeight;
      setHeights((was) =>
        was.rowHeight === rowHeight && was.groupHeight === groupHeight ? was : { rowHeight, groupHeight },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);
  return heights;
}
