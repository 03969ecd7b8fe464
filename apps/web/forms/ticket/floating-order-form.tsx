// The order form on a desktop. It floats next to the cell that opened it, or where the user last
// left it (tradeFormLocation). It is not modal, so that prices stay readable. Its header moves it
// by dragging, and its grip without dragging (WCAG 2.5.7). The first half of the file computes its
// position and the focus after closing.
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Anchor, Ticket } from '../../actions/dialogs.ts';
import { ticketKeys } from '../../actions/ticket.ts';
import { readStored, storageKeys, writeStored } from '../../stores/browser-storage.ts';
import { usePreferences } from '../../stores/session.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { arrowWays, type PointPx, usePointerDrag } from '../../ui/floating-panel.tsx';
import { CloseIcon, GripIcon } from '../../ui/icons.tsx';
import { pressedKey, shownKey } from '../../ui/keys.ts';
import { AnyOrderForm, FormTitle } from './any-order-form.tsx';
import styles from './ticket.module.css';

export interface SizePx {
  readonly width: number;
  readonly height: number;
}

const gapPx = 8;
/** An open toolbar runs along the top of the window. */
const toolbarPx = 48;

/** The share of the window's height that a newly opened form leaves free. */
export const firstPlaceMarginPx = toolbarPx + 2 * gapPx;

/** The nearest position at which the whole form is visible, or at least its top left corner. */
export function keepInView({ x, y }: PointPx, form: SizePx, view: SizePx, topPx = gapPx): PointPx {
  return {
    x: Math.max(gapPx, Math.min(x, view.width - form.width - gapPx)),
    y: Math.max(topPx, Math.min(y, view.height - form.height - gapPx)),
  };
}

/** The bottom right corner where toasts appear (SHELL-4), with room for a long toast. */
const toastCornerPx = { width: 432, height: 124 };

/** The nearest visible position below the toolbar and clear of the toasts, which would otherwise cover the form's button. */
function clearOfToasts(point: PointPx, form: SizePx, view: SizePx): PointPx {
  const top = toolbarPx + gapPx;
  const { x, y } = keepInView(point, form, view, top);
  if (x + form.width <= view.width - toastCornerPx.width) return { x, y };
  return keepInView({ x, y: Math.min(y, view.height - toastCornerPx.height - form.height) }, form, view, top);
}

/**
 * The form's position after it or the window has been resized: visible and, unless the user has moved it, clear of toolbar and
 * toasts.
 */
export const placeAfterResize = (
  point: PointPx,
  form: SizePx,
  view: SizePx,
  { isMoved }: { readonly isMoved: boolean },
): PointPx => (isMoved ? keepInView(point, form, view) : clearOfToasts(point, form, view));

/** The position to the right of the anchor, otherwise to its left, otherwise below or above it, and always visible. */
export function placeBeside(anchor: Anchor | null, form: SizePx, view: SizePx): PointPx {
  if (anchor === null)
    return clearOfToasts(
      { x: (view.width - form.width) / 2, y: (view.height - form.height) / 2 },
      form,
      view,
    );
  const top = anchor.top - gapPx;
  if (anchor.right + gapPx + form.width <= view.width - gapPx)
    return clearOfToasts({ x: anchor.right + gapPx, y: top }, form, view);
  if (anchor.left - gapPx - form.width >= gapPx)
    return clearOfToasts({ x: anchor.left - gapPx - form.width, y: top }, form, view);
  const below = anchor.bottom + gapPx;
  const fitsBelow = below + form.height <= view.height - gapPx;
  return clearOfToasts(
    { x: anchor.left, y: fitsBelow ? below : anchor.top - gapPx - form.height },
    form,
    view,
  );
}

/** Where the user last left the form, if the preferences ask for that and the stored position is valid; otherwise null. */
export function keptPlace(location: 'button' | 'last', text: string | null): PointPx | null {
  if (location === 'button') return null;
  const match = /^(-?\d+),(-?\d+)$/.exec(text ?? '');
  return match === null ? null : { x: Number(match[1]), y: Number(match[2]) };
}

/**
 * Returns the element that receives the focus when the order form closes: the element that was
 * focused when it opened, if it still exists. Otherwise it is the nearest focusable element at the
 * anchor, or the first grid on the page. The focus must never fall back to the page, where no key
 * works.
 */
function focusTarget(
  opener: Element | null,
  anchor: Anchor | null,
  form: Element | null,
): HTMLElement | null {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) return opener;
  const under =
    anchor === null
      ? []
      : document.elementsFromPoint((anchor.left + anchor.right) / 2, (anchor.top + anchor.bottom) / 2);
  for (const element of under) {
    const target = form?.contains(element) ? null : element.closest<HTMLElement>('[tabindex="0"], button');
    if (target !== null) return target;
  }
  return document.querySelector<HTMLElement>(
    ':is([role="grid"], [role="treegrid"])[tabindex="0"], :is([role="grid"], [role="treegrid"]) [tabindex="0"]',
  );
}

interface FloatingOrderFormProps {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

/** The movement by an arrow key. */
const stepPx = 10;
const leapPx = 50;
const far = Number.MAX_SAFE_INTEGER;
const corners: readonly (readonly [label: string, point: PointPx])[] = [
  ['Top left', { x: 0, y: 0 }],
  ['Top right', { x: far, y: 0 }],
  ['Bottom left', { x: 0, y: far }],
  ['Bottom right', { x: far, y: far }],
];

const view = () => ({ width: window.innerWidth, height: window.innerHeight });

export function FloatingOrderForm({ ticket, onClose }: FloatingOrderFormProps) {
  const { request } = ticket;
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [corner, setCorner] = useState<PointPx | null>(null);
  const [menuAt, setMenuAt] = useState<Anchor | null>(null);
  /** Whether the user has moved the form, which then keeps its position. */
  const isMoved = useRef(false);
  const location = usePreferences((preferences) => preferences.document.defaults.tradeFormLocation);

  useLayoutEffect(() => {
    const form = box.current?.getBoundingClientRect();
    if (form === undefined) return;
    const storedPlace = keptPlace(location, readStored(storageKeys.orderFormPlace));
    isMoved.current = storedPlace !== null;
    setCorner(
      storedPlace === null
        ? placeBeside(request.anchor, form, view())
        : keepInView(storedPlace, form, view()),
    );
  }, [request, location]);
  useLayoutEffect(() => {
    const form = box.current;
    const opener = document.activeElement;
    // If the focus is inside the form when it closes, the focus returns to where it came from: the row, or the element now in its
    // place.
    return () => {
      if (form?.contains(document.activeElement)) focusTarget(opener, request.anchor, form)?.focus();
    };
  }, [request.anchor]);
  // The outcome makes the form taller, and zoom shrinks the window: the button must not end up under a toast or outside the
  // window. If a note changes with the market while the pointer is on the button, the rest of the form moves, not the button.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let pointer: PointPx | null = null;
    /** The position of the button within the form. */
    let before = { top: 0, height: 0 };
    const onPointer = ({ clientX, clientY }: globalThis.PointerEvent) => {
      pointer = { x: clientX, y: clientY };
    };
    const onResize = () => {
      const form = element.getBoundingClientRect();
      const send = element.querySelector('[data-send]')?.getBoundingClientRect();
      const top = send === undefined ? 0 : send.top - form.top;
      // The browser has already noticed that the pointer is elsewhere.
      const y = (pointer?.y ?? 0) - form.top - before.top;
      const wasOn =
        pointer !== null && y >= 0 && y < before.height && pointer.x >= form.left && pointer.x < form.right;
      const moved = wasOn && send !== undefined ? top - before.top : 0;
      before = { top, height: send?.height ?? 0 };
      // Before the next frame is drawn.
      flushSync(() =>
        setCorner(
          (was) =>
            was &&
            placeAfterResize({ x: was.x, y: was.y - moved }, form, view(), { isMoved: isMoved.current }),
        ),
      );
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(element);
    window.addEventListener('resize', onResize);
    window.addEventListener('pointermove', onPointer);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', onResize);
      window.removeEventListener('pointermove', onPointer);
    };
  }, []);

  const inView = (point: PointPx): PointPx => {
    const { width = 0, height = 0 } = box.current?.getBoundingClientRect() ?? {};
    return keepInView(point, { width, height }, view());
  };
  const moveTo = (point: PointPx) => {
    const { x, y } = inView(point);
    isMoved.current = true;
    setCorner({ x, y });
    writeStored(storageKeys.orderFormPlace, `${Math.round(x)},${Math.round(y)}`);
  };
  const { dragged, handlers } = usePointerDrag<PointPx, PointPx>({
    placeAt: (from, by) => inView({ x: from.x + by.x, y: from.y + by.y }),
    onDrop: ({ to }) => moveTo(to),
  });
  const onGripKey = (event: KeyboardEvent) => {
    const way = arrowWays[event.key];
    if (way === undefined || corner === null) return;
    event.preventDefault();
    const step = event.shiftKey ? leapPx : stepPx;
    moveTo({ x: corner.x + way.x * step, y: corner.y + way.y * step });
  };
  // In the header; the form handles its own keys. Escape in the open menu, which is rendered elsewhere, closes the menu only.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.target as Element)) return;
    if (pressedKey(ticketKeys, event.nativeEvent) !== 'close') return;
    event.stopPropagation();
    onClose();
  };
  const place = dragged ?? corner;

  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={titleId}
      className={styles.frame}
      onKeyDown={onKeyDown}
      style={{
        ...(place === null
          ? { opacity: 0 }
          : { translate: `${Math.round(place.x)}px ${Math.round(place.y)}px` }),
        ...(!isMoved.current && { maxBlockSize: `calc(100vh - ${firstPlaceMarginPx}px)` }),
      }}
    >
      <div className={styles.header} {...handlers(() => corner)}>
        <IconButton
          label="Move the order form"
          data-tip="Move the order form. Arrow keys move it, with Shift further"
          icon={<GripIcon />}
          aria-haspopup="menu"
          onKeyDown={onGripKey}
          onClick={({ currentTarget }) => setMenuAt(currentTarget.getBoundingClientRect())}
        />
        <ActionMenu
          label="Where the order form goes"
          at={menuAt && { left: menuAt.left, top: menuAt.bottom }}
          onClose={() => setMenuAt(null)}
          items={corners.map(([label, point]) => ({ id: label, label, run: () => moveTo(point) }))}
        />
        <h2 id={titleId} className={styles.title}>
          <FormTitle request={request} />
        </h2>
        <IconButton
          label="Close the order form"
          keyName={shownKey(ticketKeys.keys.close)}
          icon={<CloseIcon />}
          onClick={onClose}
        />
      </div>
      <AnyOrderForm ticket={ticket} size="medium" onClose={onClose} />
    </div>
  );
}
