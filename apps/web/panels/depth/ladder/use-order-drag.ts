// Dragging an own order to another price. The axis stays still meanwhile; released outside of it, or Escape, nothing happens.
import type { ActiveOrderRow } from '@openpit/wire';
import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react';

export interface OrderDrag {
  readonly order: ActiveOrderRow;
  /** The price under the pointer, in ticks; null outside of the axis. */
  readonly ticks: number | null;
}

/** Less is a press and not a drag. */
const leastPx = 4;

export interface OrderDragOptions {
  /** The price at this height of the window, in ticks; null outside of the axis. */
  readonly ticksAt: (point: { readonly x: number; readonly y: number }) => number | null;
  readonly onDrop: (order: ActiveOrderRow, ticks: number) => void;
}

export function useOrderDrag(options: OrderDragOptions): {
  readonly drag: OrderDrag | null;
  readonly begin: (order: ActiveOrderRow, event: ReactPointerEvent) => void;
} {
  const now = useRef(options);
  now.current = options;
  const [drag, setDrag] = useState<OrderDrag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const begin = useCallback((order: ActiveOrderRow, event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    const { clientX, clientY, pointerId } = event;
    let isDragged = false;
    const ticksAt = ({ clientX: x, clientY: y }: PointerEvent) => now.current.ticksAt({ x, y });
    const isOurs = (other: PointerEvent) => other.pointerId === pointerId;
    const move = (to: PointerEvent) => {
      if (!isOurs(to)) return;
      isDragged ||= Math.hypot(to.clientX - clientX, to.clientY - clientY) >= leastPx;
      if (isDragged) setDrag({ order, ticks: ticksAt(to) });
    };
    const release = (at: PointerEvent) => {
      if (!isOurs(at)) return;
      const ticks = isDragged ? ticksAt(at) : null;
      end();
      if (ticks !== null) now.current.onDrop(order, ticks);
    };
    const cancel = (other: PointerEvent) => {
      if (isOurs(other)) end();
    };
    const leave = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !isDragged) return;
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    function end(): void {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', leave, true);
      stop.current = null;
      setDrag(null);
    }
    stop.current?.();
    stop.current = end;
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', leave, true);
  }, []);
  return { drag, begin };
}
