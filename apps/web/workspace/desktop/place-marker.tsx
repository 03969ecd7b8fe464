// A marker for a point of the layout that the user can move by dragging or with the arrow keys: where new panels or confirmations
// open. Coordinates are percent of its container.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../../ui/button.tsx';
import styles from './place-marker.module.css';

export interface PointPercent {
  readonly x: number;
  readonly y: number;
}

export interface PlaceMarkerProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly point: PointPercent;
  /** Whether the point is the centre of the panel that opens there; by default it is the upper left corner. */
  readonly isMiddle?: boolean;
  readonly onPoint: (point: PointPercent) => void;
}

const between = (value: number) => Math.min(100, Math.max(0, Math.round(value * 10) / 10));
const ways: Readonly<Record<string, PointPercent>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function PlaceMarker({ label, icon, point, isMiddle = false, onPoint }: PlaceMarkerProps) {
  const grabbed = useRef<{ readonly x: number; readonly y: number; readonly from: PointPercent } | null>(
    null,
  );
  const [dragged, setDragged] = useState<PointPercent | null>(null);
  const { x, y } = dragged ?? point;
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, y: event.clientY, from: point };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const area = event.currentTarget.parentElement?.getBoundingClientRect();
    if (grabbed.current === null || area === undefined) return;
    const { x: startX, y: startY, from } = grabbed.current;
    setDragged({
      x: between(from.x + ((event.clientX - startX) / area.width) * 100),
      y: between(from.y + ((event.clientY - startY) / area.height) * 100),
    });
  };
  const end = () => {
    if (dragged !== null) onPoint(dragged);
    grabbed.current = null;
    setDragged(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? 5 : 1;
    onPoint({ x: between(point.x + way.x * step), y: between(point.y + way.y * step) });
  };
  return (
    <button
      type="button"
      className={classNames(styles.marker, isMiddle && styles.middle)}
      style={{ left: `${x}%`, top: `${y}%` }}
      aria-label={`${label}: ${x} percent from the left, ${y} from the top. Arrow keys move it.`}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    >
      {icon}
      <span className={styles.words}>{label}</span>
    </button>
  );
}
