// A panel that floats in the workspace, in percent coordinates with a z. It is moved by its header and sized by its edges and
// corners, or with the keyboard on the grip of the header, and snaps to its neighbours unless Alt is pressed. A click or the
// focus raises it. Maximised, it fills the workspace. Docked, it fills its share of the workspace and is sized by dividers. The order
// form, the dividers and the markers of places share the drag by pointer, `usePointerDrag`.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames, IconButton } from './button.tsx';
import styles from './floating-panel.module.css';
import { CloseIcon, GripIcon } from './icons.tsx';
import { PanelSlotsProvider, usePanelSlots } from './panel-frame.tsx';
import {
  type AreaPx,
  dockedStyle,
  type Edge,
  edges,
  movePlace,
  type Place,
  percentOf,
  placeStyle,
  resizePlace,
  snapMoved,
  snapSized,
} from './panel-geometry.ts';

/** In pixels of the window. */
export interface PointPx {
  readonly x: number;
  readonly y: number;
}

/** The direction of each arrow key. */
export const arrowWays: Readonly<Record<string, PointPx>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The control of the element at which the event happened; null for the element itself. */
function controlAt({ target, currentTarget }: MouseEvent<Element>): Element | null {
  const control = (target as Element).closest('button, input, label, a');
  return control === currentTarget ? null : control;
}

interface Drag<From, To> {
  readonly from: From;
  readonly to: To;
  readonly event: PointerEvent<HTMLElement>;
}

interface DragOptions<From, To> {
  /** Where a pointer that has moved `by` pixels drags it; null leaves it where it is. */
  readonly placeAt: (from: From, by: PointPx, event: PointerEvent<HTMLElement>) => To | null;
  readonly onDrop: (drag: Drag<From, To>) => void;
  /** Called during the drag; with null at its end. */
  readonly onDrag?: (drag: Drag<From, To> | null) => void;
}

/** The movement in pixels with which a press on a control becomes a drag. */
const controlDragPx = 4;

interface PressedPoint<From> extends PointPx {
  readonly from: From;
  /** False until a press on a control has moved. */
  isCaptured: boolean;
}

/**
 * Returns the place during a drag, otherwise null, and the handlers of an element that starts one. `begin` returns what the drag starts
 * from; null ignores the press. A drag may begin on a control in the element, which a click still presses. `captureOn` receives the clicks
 * of the pointer instead of the element of the handlers.
 */
export function usePointerDrag<From, To>({ placeAt, onDrop, onDrag }: DragOptions<From, To>) {
  const gesture = useRef<PressedPoint<From> | null>(null);
  const [dragged, setDragged] = useState<To | null>(null);
  const stop = () => {
    gesture.current = null;
    setDragged(null);
    onDrag?.(null);
  };
  const latestStop = useRef(stop);
  latestStop.current = stop;
  const isDragged = dragged !== null;
  useEffect(() => {
    if (!isDragged) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latestStop.current();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isDragged]);

  const placeOf = (event: PointerEvent<HTMLElement>, { from, x, y }: PointPx & { readonly from: From }) => {
    const by = { x: event.clientX - x, y: event.clientY - y };
    // A click without a movement moves nothing, not even by snapping.
    return !isDragged && by.x === 0 && by.y === 0 ? null : placeAt(from, by, event);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const begun = gesture.current;
    if (begun === null) return;
    const to = event.type === 'pointercancel' || !isDragged ? null : placeOf(event, begun);
    stop();
    if (to !== null) onDrop({ from: begun.from, to, event });
  };
  const handlers = (
    begin: (event: PointerEvent<HTMLElement>) => From | null,
    captureOn?: RefObject<HTMLElement | null>,
  ) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // Elements that it renders elsewhere, such as its open menu, are not part of it.
      const isInside = event.currentTarget.contains(event.target as Element);
      const from = event.button === 0 && isInside ? begin(event) : null;
      if (from === null) return;
      // A captured press would not click the control.
      const isCaptured = controlAt(event) === null;
      if (isCaptured) (captureOn?.current ?? event.currentTarget).setPointerCapture(event.pointerId);
      gesture.current = { x: event.clientX, y: event.clientY, from, isCaptured };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const begun = gesture.current;
      if (begun === null) return;
      if (!begun.isCaptured) {
        // Released elsewhere.
        if (event.buttons === 0) {
          gesture.current = null;
          return;
        }
        if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) < controlDragPx) return;
        (captureOn?.current ?? event.currentTarget).setPointerCapture(event.pointerId);
        begun.isCaptured = true;
      }
      const to = placeOf(event, begun);
      if (to === null) return;
      setDragged(to);
      onDrag?.({ from: begun.from, to, event });
    },
    onPointerUp: end,
    onPointerCancel: end,
  });
  return { dragged, handlers };
}

interface FloatingPanelProps {
  readonly title: string;
  /** The accessible name, if two panels have the same title. */
  readonly name?: string | undefined;
  readonly place: Place;
  /** The position in the stacking order. */
  readonly z: number;
  /** The colour that distinguishes the panel, for a style: a stripe at the start of the header. */
  readonly colour?: string | undefined;
  /** The current size of the workspace, in pixels. */
  readonly areaOf: () => AreaPx;
  readonly isLocked: boolean;
  readonly isResizable: boolean;
  readonly isMaximised?: boolean;
  /** The density, if it differs from the user's preference. */
  readonly density?: string | undefined;
  /** The text size of its grid in pixels, if it differs from the size of the density. */
  readonly lettersPx?: number | undefined;
  /** Called by the wheel with Ctrl: 1 for larger, −1 for smaller text. */
  readonly onLetters?: ((step: 1 | -1) => void) | undefined;
  /** The current places of the other panels. */
  readonly neighboursOf: () => readonly Place[];
  readonly onPlace: (place: Place) => void;
  readonly onRaise: () => void;
  readonly onClose: () => void;
  /** The size of a docked panel after it is dragged away and floats again; omitted for a floating panel. */
  readonly dockedFrom?: Pick<Place, 'w' | 'h'> | undefined;
  /** The tabs of the frame, which replace the title, and the attributes that make the content the tab's panel. */
  readonly tabs?:
    | {
        readonly strip: ReactNode;
        readonly panel: { readonly id: string; readonly 'aria-labelledby': string };
      }
    | undefined;
  /** Called with the pointer, in pixels of the window, while the panel is moved without Alt; with null at the end. */
  readonly onDrag?: (at: PointPx | null) => void;
  /** Called at the end of such a move; returns true if the panel was placed elsewhere, not at the pointer. */
  readonly onDrop?: (at: PointPx) => boolean;
  /** Called by Alt with an arrow key on the grip. */
  readonly onDock?: (side: DockSide) => void;
  /** Called by a double-click on the header. */
  readonly onMaximise: () => void;
  /** At the end of the header of every panel: its menu. */
  readonly menu?: ReactNode;
  /** A warning in the header, such as that prices are old: it appears and disappears without moving the content. */
  readonly strip?: ReactNode;
  readonly children: ReactNode;
}

type DockSide = 'left' | 'right' | 'top' | 'bottom';

interface Gesture {
  readonly edge: Edge | 'move';
  readonly start: Place;
}

const keySides: Readonly<Record<string, DockSide>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'top',
  ArrowDown: 'bottom',
};
const wholeWorkspace: Place = { x: 0, y: 0, w: 100, h: 100 };
/** Higher than the z of every panel of a layout. */
const maximisedZ = 1_000_000;
/** The movement in pixels that undocks a panel. */
const undockPx = 8;
const keyStepPercent = 1;
const keyLeapPercent = 5;

/** True if something outside of the panel is over the middle of this element. */
function isCovered(element: Element, panel: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  return over !== null && !panel.contains(over);
}

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
    isMaximised = false,
    dockedFrom,
  } = props;
  const isFixed = isLocked || isMaximised;
  const frame = useRef<HTMLElement>(null);
  const header = useRef<HTMLElement>(null);
  useLettersWheel(frame, props.onLetters);
  const { slots, titleRef, toolsRef, footerRef } = usePanelSlots();
  const hintId = useId();
  const { dragged, handlers } = useDrag(props, frame, header);
  const maximising = {
    onDoubleClick(event: MouseEvent<Element>) {
      if (event.currentTarget.contains(event.target as Element) && controlAt(event) === null)
        props.onMaximise();
    },
  };
  const onGripKey = (event: KeyboardEvent) => {
    const direction = arrowWays[event.key];
    if (direction === undefined || isFixed) return;
    event.preventDefault();
    const side = keySides[event.key];
    if (event.altKey && side !== undefined) {
      props.onDock?.(side);
      return;
    }
    const step = event.shiftKey ? keyLeapPercent : keyStepPercent;
    const by = { x: direction.x * step, y: direction.y * step };
    const resizes = event.ctrlKey || event.metaKey;
    if (resizes && !isResizable) return;
    const start = dockedFrom === undefined || resizes ? place : { ...place, ...dockedFrom };
    onPlace(resizes ? resizePlace(start, 'se', by, areaOf()) : movePlace(start, by, areaOf()));
  };

  // A press in a docked panel must not raise it above the panels that float over it. Only an element that is focused by keyboard raises
  // the panel, because it may be covered.
  const isDocked = dockedFrom !== undefined && dragged === null && !isMaximised;
  return (
    <section
      ref={frame}
      className={classNames(styles.panel, dragged !== null && styles.dragged)}
      aria-label={name}
      data-panel=""
      data-density={props.density}
      style={{
        ...(isDocked ? dockedStyle(place) : placeStyle(isMaximised ? wholeWorkspace : (dragged ?? place))),
        zIndex: isMaximised ? maximisedZ : z,
        ...(props.lettersPx !== undefined && lettersStyle(props.lettersPx)),
      }}
      onPointerDownCapture={() => {
        if (!isDocked) onRaise();
      }}
      onFocusCapture={({ target, currentTarget }) => {
        if (!isDocked || isCovered(target.querySelector('[data-focused]') ?? target, currentTarget))
          onRaise();
      }}
      // Not on the header: the content renders tools and a subtitle in it, whose events React passes to their parents in the content.
      {...handlers('move')}
    >
      <header ref={header} className={classNames(styles.header, isFixed && styles.locked)} {...maximising}>
        <span className={styles.stripe} style={colour ? { background: colour } : undefined} />
        {!isFixed && (
          <button
            type="button"
            className={styles.grip}
            aria-label={`Move or size ${name}`}
            aria-describedby={hintId}
            data-tip="Arrows move, with Shift further, with Ctrl they size, with Alt they dock"
            onKeyDown={onGripKey}
          >
            <GripIcon />
          </button>
        )}
        <h2 className={props.tabs ? 'visually-hidden' : styles.title}>{title}</h2>
        {props.tabs?.strip}
        <div className={styles.titleSlot} ref={titleRef} />
        <div className={styles.strip}>{props.strip}</div>
        <div className={styles.tools} ref={toolsRef} />
        {props.menu}
        <IconButton label={`Close ${name}`} icon={<CloseIcon />} onClick={onClose} />
        <span id={hintId} hidden>
          Arrow keys move the panel by 1 percent, with Shift by 5; with Control they size it; with Alt they
          dock it at that edge of the workspace.
        </span>
      </header>
      <div className={styles.content} {...(props.tabs && { role: 'tabpanel', ...props.tabs.panel })}>
        <PanelSlotsProvider slots={slots}>{props.children}</PanelSlotsProvider>
      </div>
      <footer className={styles.footer} ref={footerRef} />
      {!isFixed &&
        isResizable &&
        dockedFrom === undefined &&
        edges.map((edge) => (
          <div key={edge} aria-hidden="true" className={styles.edge} data-edge={edge} {...handlers(edge)} />
        ))}
    </section>
  );
}

const pointOf = ({ clientX, clientY }: PointerEvent): PointPx => ({ x: clientX, y: clientY });

/** Moves and sizes by pointer: the place of the panel during a drag, null otherwise, and the handlers of header and edges. */
function useDrag(
  props: FloatingPanelProps,
  frame: RefObject<HTMLElement | null>,
  header: RefObject<HTMLElement | null>,
) {
  const { place, dockedFrom } = props;
  const { dragged, handlers } = usePointerDrag<Gesture, Place>({
    placeAt({ edge, start }, px, { altKey }) {
      if (dragged === null && dockedFrom !== undefined && Math.hypot(px.x, px.y) < undockPx) return null;
      const area = props.areaOf();
      const by = percentOf(px, area);
      const next = edge === 'move' ? movePlace(start, by, area) : resizePlace(start, edge, by, area);
      if (altKey) return next;
      const neighbours = props.neighboursOf();
      return edge === 'move' ? snapMoved(next, neighbours, area) : snapSized(next, edge, neighbours, area);
    },
    onDrag(drag) {
      if (drag !== null && drag.from.edge !== 'move') return;
      props.onDrag?.(drag === null || drag.event.altKey ? null : pointOf(drag.event));
    },
    onDrop({ from, to, event }) {
      if (from.edge !== 'move' || event.altKey || !props.onDrop?.(pointOf(event))) props.onPlace(to);
    },
  });
  /** The place on screen: its content may need more height than the layout defines. */
  const shownPlace = (): Place => {
    const [{ height }, shown] = [props.areaOf(), frame.current];
    if (shown === null || height === 0) return place;
    const h = Math.max(place.h, (shown.offsetHeight / height) * 100);
    return { ...place, y: Math.min(place.y, 100 - h), h };
  };
  /** The size of a docked panel when it floats, with the same part of its header under the pointer. */
  const undockedPlace = (event: PointerEvent, { w, h }: Pick<Place, 'w' | 'h'>): Place => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = width > 0 ? (event.clientX - left) / width : 0;
    return { x: place.x + share * (place.w - w), y: place.y, w, h };
  };
  const handlersOf = (edge: Gesture['edge']) =>
    handlers(
      (event) => {
        if (props.isLocked || props.isMaximised) return null;
        if (edge !== 'move') return { edge, start: shownPlace() };
        const target = event.target as Element;
        // A tab is dragged out of its frame alone.
        if (!header.current?.contains(target) || target.closest('[role="tab"]') !== null) return null;
        return { edge, start: dockedFrom === undefined ? place : undockedPlace(event, dockedFrom) };
      },
      edge === 'move' ? header : undefined,
    );
  return { dragged, handlers: handlersOf };
}

const usualLettersPx = 12;
const usualRowPx = 24;

/** Columns grow with the text size; rows grow with large text and keep the height of the density with small text. */
function lettersStyle(px: number) {
  const rowPx = Math.round(px * 1.9);
  return {
    '--grid-font-size': `${px}px`,
    '--grid-scale': px / usualLettersPx,
    ...(rowPx > usualRowPx && { '--row-height': `${rowPx}px` }),
  };
}

/** Listens without React, because only a non-passive listener can prevent the browser from zooming the whole page. */
function useLettersWheel(
  frame: RefObject<HTMLElement | null>,
  onLetters: ((step: 1 | -1) => void) | undefined,
): void {
  const latest = useRef(onLetters);
  latest.current = onLetters;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || latest.current === undefined || event.deltaY === 0) return;
      event.preventDefault();
      latest.current(event.deltaY < 0 ? 1 : -1);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame]);
}
