// A panel that floats in the workspace: percent coordinates with a height in the stack, moved by its header, sized by
// eight edges, both also by the keyboard on the grip of the header; raised when it is touched or focused.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import styles from './floating-panel.module.css';
import { CloseIcon, GripIcon } from './icons.tsx';
import {
  type AreaPx,
  type Edge,
  edges,
  movePlace,
  type Place,
  percentOf,
  placeStyle,
  resizePlace,
} from './panel-geometry.ts';
import { PanelSlotsProvider, usePanelSlots } from './panel-slots.tsx';

export interface FloatingPanelProps {
  readonly title: string;
  /** Accessible name, where two panels have one title. */
  readonly name?: string | undefined;
  readonly place: Place;
  /** Height in the stack. */
  readonly z: number;
  /** A colour by which the user tells panels apart; a stripe at the header's start. */
  readonly colour?: string | null | undefined;
  /** The size of the workspace now, in pixels. */
  readonly areaOf: () => AreaPx;
  readonly isLocked: boolean;
  readonly isResizable: boolean;
  readonly onPlace: (place: Place) => void;
  readonly onRaise: () => void;
  readonly onClose: () => void;
  /** What stands between header and content across the panel: the strip that says that prices are old. */
  readonly strip?: ReactNode;
  readonly children: ReactNode;
}

type Gesture = {
  readonly edge: Edge | 'move';
  readonly x: number;
  readonly y: number;
  readonly start: Place;
};

const keyDirections: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const keyStepPercent = 1;
const keyLeapPercent = 5;

export function FloatingPanel(props: FloatingPanelProps) {
  const {
    title,
    name = title,
    place,
    z,
    colour,
    areaOf,
    isLocked,
    isResizable,
    onPlace,
    onRaise,
    onClose,
  } = props;
  const { slots, titleRef, toolsRef, footerRef } = usePanelSlots();
  const hintId = useId();
  const gesture = useRef<Gesture | null>(null);
  /** Where the panel is while it is being dragged; null at rest. */
  const [dragged, setDragged] = useState<Place | null>(null);

  const placeAt = (event: PointerEvent, { edge, x, y, start }: Gesture): Place => {
    const area = areaOf();
    const by = percentOf({ x: event.clientX - x, y: event.clientY - y }, area);
    return edge === 'move' ? movePlace(start, by, area) : resizePlace(start, edge, by, area);
  };
  const begin = (edge: Edge | 'move') => (event: PointerEvent<HTMLElement>) => {
    const onControl = (event.target as Element).closest('button, input, label, a') !== null;
    if (isLocked || event.button !== 0 || (edge === 'move' && onControl)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    gesture.current = { edge, x: event.clientX, y: event.clientY, start: place };
  };
  const drag = (event: PointerEvent) => {
    if (gesture.current !== null) setDragged(placeAt(event, gesture.current));
  };
  const end = (event: PointerEvent) => {
    if (gesture.current === null) return;
    const next = event.type === 'pointercancel' ? place : placeAt(event, gesture.current);
    gesture.current = null;
    setDragged(null);
    if (next !== place) onPlace(next);
  };
  const handlers = (edge: Edge | 'move') => ({
    onPointerDown: begin(edge),
    onPointerMove: drag,
    onPointerUp: end,
    onPointerCancel: end,
  });
  const onGripKey = (event: KeyboardEvent) => {
    const direction = keyDirections[event.key];
    if (direction === undefined || isLocked) return;
    event.preventDefault();
    const step = event.shiftKey ? keyLeapPercent : keyStepPercent;
    const by = { x: direction.x * step, y: direction.y * step };
    const resizes = event.ctrlKey || event.metaKey;
    if (resizes && !isResizable) return;
    onPlace(resizes ? resizePlace(place, 'se', by, areaOf()) : movePlace(place, by, areaOf()));
  };

  return (
    <section
      className={cx(styles.panel, dragged !== null && styles.dragged)}
      aria-label={name}
      data-panel=""
      style={{ ...placeStyle(dragged ?? place), zIndex: z }}
      onPointerDownCapture={onRaise}
      onFocusCapture={onRaise}
    >
      <header className={cx(styles.header, isLocked && styles.locked)} {...handlers('move')}>
        <span className={styles.stripe} style={colour ? { background: colour } : undefined} />
        {!isLocked && (
          <button
            type="button"
            className={styles.grip}
            aria-label={`Move or size ${name}`}
            aria-describedby={hintId}
            data-tip="Arrows move, with Shift further, with Ctrl they size"
            onKeyDown={onGripKey}
          >
            <GripIcon />
          </button>
        )}
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.titleSlot} ref={titleRef} />
        <div className={styles.tools} ref={toolsRef} />
        <IconButton label={`Close ${name}`} icon={<CloseIcon />} onClick={onClose} />
        <span id={hintId} hidden>
          Arrow keys move the panel by 1 percent, with Shift by 5; with Control they size it.
        </span>
      </header>
      {props.strip}
      <div className={styles.content}>
        <PanelSlotsProvider slots={slots}>{props.children}</PanelSlotsProvider>
      </div>
      <footer className={styles.footer} ref={footerRef} />
      {!isLocked &&
        isResizable &&
        edges.map((edge) => (
          <div key={edge} aria-hidden="true" className={styles.edge} data-edge={edge} {...handlers(edge)} />
        ))}
    </section>
  );
}
