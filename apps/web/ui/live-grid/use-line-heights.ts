// The heights of lines that the style sheet gives (`--row-height`, `--group-height`): density, device and zoom change them.
import { type RefObject, useLayoutEffect, useState } from 'react';

const defaultRowHeightPx = 24;

export function useLineHeights(scroller: RefObject<HTMLElement | null>): {
  readonly rowHeight: number;
  readonly groupHeight: number;
} {
  const [heights, setHeights] = useState({ rowHeight: defaultRowHeightPx, groupHeight: defaultRowHeightPx });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = () => {
      const style = getComputedStyle(element);
      const rowHeight = Number.parseFloat(style.getPropertyValue('--row-height')) || defaultRowHeightPx;
      const groupHeight = Number.parseFloat(style.getPropertyValue('--group-height')) || rowHeight;
      setHeights((was) =>
        was.rowHeight === rowHeight && was.groupHeight === groupHeight ? was : { rowHeight, groupHeight },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return heights;
}
