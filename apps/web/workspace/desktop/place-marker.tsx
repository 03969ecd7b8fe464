// A marker for a point of the layout: where new panels or confirmations open. The user moves it by dragging, with the arrow keys, or by
// a menu that a click opens (WCAG 2.5.7). Coordinates are percent of its container.
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ActionMenu, type ActionMenuProps } from '../../ui/action-menu.tsx';
import { classNames } from '../../ui/button.tsx';
import { arrowWays, usePointerDrag } from '../../ui/floating-panel.tsx';
import styles from './place-marker.module.css';

interface PointPercent {
  readonly x: number;
  readonly y: number;
}

interface PlaceMarkerProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly point: PointPercent;
  /** Whether the point is the centre of the panel that opens there; by default it is the upper left corner. */
  readonly isMiddle?: boolean;
  readonly onPoint: (point: PointPercent) => void;
}

const between = (value: number) => Math.min(100, Math.max(0, Math.round(value * 10) / 10));

const menuPlaces: readonly (readonly [label: string, point: PointPercent])[] = [
  ['Top left', { x: 20, y: 20 }],
  ['Top right', { x: 80, y: 20 }],
  ['Middle', { x: 50, y: 50 }],
  ['Bottom left', { x: 20, y: 80 }],
  ['Bottom right', { x: 80, y: 80 }],
];

export function PlaceMarker({ label, icon, point, isMiddle = false, onPoint }: PlaceMarkerProps) {
  const [menuAt, setMenuAt] = useState<ActionMenuProps['at']>(null);
  /** Whether the last press has dragged the marker, even if Escape ended the drag: its click then opens no menu. */
  const wasDragged = useRef(false);
  const { dragged, handlers } = usePointerDrag<PointPercent & { readonly area: DOMRect }, PointPercent>({
    placeAt: ({ x, y, area }, by) => ({
      x: between(x + (by.x / area.width) * 100),
      y: between(y + (by.y / area.height) * 100),
    }),
    onDrag(drag) {
      if (drag !== null) wasDragged.current = true;
    },
    onDrop: ({ to }) => onPoint(to),
  });
  const { x, y } = dragged ?? point;
  const onKeyDown = (event: KeyboardEvent) => {
    const way = arrowWays[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? 5 : 1;
    onPoint({ x: between(point.x + way.x * step), y: between(point.y + way.y * step) });
  };
  return (
    <>
      <button
        type="button"
        className={classNames(styles.marker, isMiddle && styles.middle)}
        style={{ left: `${x}%`, top: `${y}%` }}
        aria-label={`${label}: ${x} percent from the left, ${y} from the top. Arrow keys move it.`}
        aria-haspopup="menu"
        {...handlers(({ currentTarget }) => {
          wasDragged.current = false;
          const area = currentTarget.parentElement?.getBoundingClientRect();
          return area === undefined ? null : { ...point, area };
        })}
        onKeyDown={onKeyDown}
        onClick={({ currentTarget }) => {
          const { left, bottom: top } = currentTarget.getBoundingClientRect();
          if (!wasDragged.current) setMenuAt({ left, top });
          wasDragged.current = false;
        }}
      >
        {icon}
        <span className={styles.words}>{label}</span>
      </button>
      <ActionMenu
        label={label}
        at={menuAt}
        onClose={() => setMenuAt(null)}
        items={menuPlaces.map(([name, place]) => ({ id: name, label: name, run: () => onPoint(place) }))}
      />
    </>
  );
}
