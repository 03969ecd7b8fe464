// The heights of lines that the style sheet gives (`--row-height`, `--group-height`): density, device and zoom change them.
// They are read from an element that is as high as a row and as wide as a group's line is high, so that whatever changes
// them is seen.
import { type RefObject, useLayoutEffect, useState } from 'react';

const defaultRowHeightPx = 24;

/** `measure` is an element of the class `measure` inside the grid. */
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
