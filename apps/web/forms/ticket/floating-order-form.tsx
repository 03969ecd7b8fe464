// The order form on a desktop. It floats over the workspace beside the cell that was pressed and is never modal, so that prices
// stay readable. It is dragged by its header and remembers where it was left.

import { type PointerEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Ticket } from '../../actions/dialogs.ts';
import { ContractLine } from '../../panels/market/contract-heading.tsx';
import { readStored, storageKeys, writeStored } from '../../stores/browser-storage.ts';
import { usePreferences } from '../../stores/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { shownKey } from '../../ui/keys.ts';
import { AnyOrderForm, formName } from './any-order-form.tsx';
import styles from './floating-order-form.module.css';
import { focusTarget } from './focus-target.ts';
import {
  clearOfToasts,
  firstPlaceMarginPx,
  keepInView,
  type PointPx,
  placeBeside,
  readKeptPlace,
} from './form-place.ts';
import { ticketKeys } from './ticket-keys.ts';

export interface FloatingOrderFormProps {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

const view = () => ({ width: window.innerWidth, height: window.innerHeight });

export function FloatingOrderForm({ ticket, onClose }: FloatingOrderFormProps) {
  const { request } = ticket;
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<PointPx | null>(null);
  const grabbed = useRef<PointPx | null>(null);
  /** Whether the user has moved it: then it stays there. */
  const isMoved = useRef(false);
  const location = usePreferences((preferences) => preferences.document.defaults.tradeFormLocation);

  useLayoutEffect(() => {
    const form = box.current?.getBoundingClientRect();
    if (form === undefined) return;
    const kept = location === 'last' ? readKeptPlace(readStored(storageKeys.orderFormPlace)) : null;
    isMoved.current = kept !== null;
    setAt(kept === null ? placeBeside(request.anchor, form, view()) : keepInView(kept, form, view()));
  }, [request, location]);
  useLayoutEffect(() => {
    const form = box.current;
    const opener = document.activeElement;
    // A form that closes with the focus in it returns the focus to where it was opened from: the row, or what is there now.
    return () => {
      if (form?.contains(document.activeElement)) focusTarget(opener, request.anchor, form)?.focus();
    };
  }, [request.anchor]);
  // The outcome makes the form longer: its button must not move under a toast or out of the window.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const form = element.getBoundingClientRect();
      setAt((was) => (was === null || isMoved.current ? was : clearOfToasts(was, form, view())));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const onResize = () => {
      const form = box.current?.getBoundingClientRect();
      const place = isMoved.current ? keepInView : clearOfToasts;
      if (form !== undefined) setAt((was) => (was === null ? was : place(was, form, view())));
    };
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || at === null || (event.target as Element).closest('button') !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX - at.x, y: event.clientY - at.y };
  };
  const onPointerMove = (event: PointerEvent) => {
    const form = box.current?.getBoundingClientRect();
    if (grabbed.current === null || form === undefined) return;
    isMoved.current = true;
    setAt(
      keepInView(
        { x: event.clientX - grabbed.current.x, y: event.clientY - grabbed.current.y },
        form,
        view(),
      ),
    );
  };
  const onPointerUp = () => {
    if (grabbed.current !== null && at !== null)
      writeStored(storageKeys.orderFormPlace, `${Math.round(at.x)},${Math.round(at.y)}`);
    grabbed.current = null;
  };

  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={titleId}
      className={styles.frame}
      style={{
        ...(at === null ? { opacity: 0 } : { translate: `${Math.round(at.x)}px ${Math.round(at.y)}px` }),
        ...(!isMoved.current && { maxBlockSize: `calc(100vh - ${firstPlaceMarginPx}px)` }),
      }}
    >
      <div
        className={styles.header}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        <h2 id={titleId} className={styles.title}>
          <span className="visually-hidden">{formName(request)} </span>
          <ContractLine contract={request.contract} />
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
