// Dragging an order to another price.
import type { ActiveOrderRow } from '@openpit/wire';
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { PriceAxis } from './rules.ts';

export interface OrderDrag {
  readonly order: ActiveOrderRow;
  /** The price under the pointer, in ticks; null outside of the axis. */
  readonly ticks: number | null;
}
/** Less is a press and not a drag. */
const leastPx = 4;
interface OrderDragOptions {
  readonly axis: PriceAxis | null;
  readonly rowHeight: number;
  /** The part of the ladder that is in view, and the rows that scroll in it. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  readonly onDrop: (order: ActiveOrderRow, ticks: number) => void;
}
/** The price under the pointer, in ticks; null outside of the axis. */
function ticksUnder({ clientX, clientY }: PointerEvent, options: OrderDragOptions): number | null {
  const { axis, rowHeight } = options;
  const [frame, rows] = [options.frame.current, options.body.current];
  if (frame === null || rows === null || axis === null) return null;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) return null;
  const ticks = axis.high - Math.floor((clientY - rows.getBoundingClientRect().top) / rowHeight);
  return ticks < axis.low || ticks > axis.high ? null : ticks;
}
/**
 * Dragging an order to another price. The axis does not move during the drag. If the order is released outside of it, or with Escape,
 * nothing happens.
 */
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
    const ticksAt = (event: PointerEvent) => ticksUnder(event, now.current);
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
