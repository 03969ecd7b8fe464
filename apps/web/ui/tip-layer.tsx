// The tooltip of the page: an element with `data-tip` shows it on hover and on keyboard focus, and a disabled button also on a tap, because
// the tooltip shows the reason. It can be hovered, and Escape hides it (WCAG 1.4.13).
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './tip-layer.module.css';

const hoverDelayMs = 400;
const gapPx = 6;
const recheckMs = 200;

interface Tip {
  readonly text: string;
  readonly element: Element;
}

export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const carrierOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest('[data-tip]') : null;
    const show = (element: Element, delayMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const text = element.getAttribute('data-tip');
        if (text && element.isConnected) setTip({ text, element });
      }, delayMs);
    };
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || box.current?.contains(event.target as Node)) return;
      const element = carrierOf(event.target);
      if (element === null) hide();
      else show(element, hoverDelayMs);
    };
    const onFocus = (event: FocusEvent) => {
      const element = carrierOf(event.target);
      if (element !== null && element === event.target && element.matches(':focus-visible')) show(element, 0);
    };
    const onClick = (event: MouseEvent) => {
      const element = carrierOf(event.target);
      if (element?.getAttribute('aria-disabled') === 'true') show(element, 0);
      else hide();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('scroll', hide, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('scroll', hide, true);
    };
  }, []);

  useEffect(() => {
    if (tip === null) return;
    // Checks whether the element has disappeared or changed its text, because an outdated reason must not stay on screen.
    const timer = setInterval(() => {
      if (!tip.element.isConnected || tip.element.getAttribute('data-tip') !== tip.text) setTip(null);
    }, recheckMs);
    return () => clearInterval(timer);
  }, [tip]);

  useLayoutEffect(() => {
    if (tip === null || box.current === null) return;
    const elementBox = tip.element.getBoundingClientRect();
    const { width, height } = box.current.getBoundingClientRect();
    const below = elementBox.bottom + gapPx;
    const top =
      below + height > window.innerHeight ? Math.max(gapPx, elementBox.top - gapPx - height) : below;
    const middle = elementBox.left + elementBox.width / 2 - width / 2;
    const left = Math.max(gapPx, Math.min(middle, window.innerWidth - width - gapPx));
    box.current.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }, [tip]);

  if (tip === null) return null;
  return (
    <div ref={box} role="tooltip" className={styles.tip}>
      {tip.text}
    </div>
  );
}

/** The element that contains menus and tooltips, so that they belong to a landmark. */
export const overlaysId = 'openpit-overlays';
