// The width that a grid has for its columns, in pixels of the normal text size. It is read from an element that is half as wide,
// so that it never makes the grid scroll, and that the text size of the panel (`--grid-scale`) narrows.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** `probe` is an element of class `room` inside the scroller; 0 until it is laid out. */
export function useRoom(probe: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = probe.current;
    if (element === null) return;
    const read = () => setRoom(Math.floor(element.getBoundingClientRect().width * 2));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [probe]);
  return room;
}
