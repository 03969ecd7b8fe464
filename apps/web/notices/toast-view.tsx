// Draws the toasts and counts their time down; a toast that is hovered or focused waits.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './toast-view.module.css';
import { dismissToast, type Toast, type ToastType, useSpoken, useToasts } from './toasts.ts';

interface Countdown {
  pause(): void;
  /** Resumes with at least a second left, so that no toast closes the moment the pointer leaves it. */
  resume(): void;
  stop(): void;
}

const leastLeftMs = 1_000;

/** Whether the page can be seen: its window is not hidden or minimised. */
interface Visibility {
  isVisible(): boolean;
  /** Returns a function that stops this. */
  onChange(listener: () => void): () => void;
}

const ofPage: Visibility = {
  isVisible: () => typeof document === 'undefined' || document.visibilityState === 'visible',
  onChange(listener) {
    if (typeof document === 'undefined') return () => undefined;
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/**
 * The time that a toast has left. It pauses while the toast is hovered or focused and resumes where it paused (WCAG 2.2.1). It does not run
 * while the page is hidden. Starts immediately and calls `onEnd` after the page has been visible for `lengthMs`; a negative length never
 * ends.
 */
export function startCountdown(
  lengthMs: number,
  onEnd: () => void,
  visibility: Visibility = ofPage,
): Countdown {
  let leftMs = lengthMs;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = lengthMs < 0;
  let isPaused = false;

  function run(): void {
    if (isOver || isPaused || timer !== undefined || !visibility.isVisible()) return;
    startedAt = Date.now();
    timer = setTimeout(() => {
      isOver = true;
      timer = undefined;
      stopWatching();
      onEnd();
    }, leftMs);
  }

  function halt(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= Date.now() - startedAt;
  }

  function goOn(): void {
    leftMs = Math.max(leastLeftMs, leftMs);
    run();
  }

  const stopWatching = visibility.onChange(() => {
    if (visibility.isVisible()) goOn();
    else halt();
  });
  run();
  return {
    pause() {
      isPaused = true;
      halt();
    },
    resume() {
      isPaused = false;
      goOn();
    },
    stop() {
      isOver = true;
      stopWatching();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

export const toastTypeNames: Readonly<Record<ToastType, string>> = {
  error: 'Error',
  warning: 'Warning',
  success: 'Done',
  info: 'Notice',
};

/**
 * The toast at the bottom right (SHELL-4): one at a time, with Close. Screen readers hear it from two regions that are always there: errors
 * interrupt, other toasts wait for a pause. They also hear what the screen shows without a toast.
 */
export function ToastView() {
  const { showing, waiting } = useToasts();
  const spoken = showing === null ? '' : `${toastTypeNames[showing.type]}: ${showing.message}`;
  const interrupts = showing?.type === 'error';
  const { sentence } = useSpoken();
  return (
    <>
      <div className="visually-hidden" role="status">
        {interrupts ? '' : spoken}
      </div>
      <div className="visually-hidden" role="status">
        {sentence}
      </div>
      <div className="visually-hidden" role="alert">
        {interrupts ? spoken : ''}
      </div>
      {showing !== null && <ToastCard key={showing.id} toast={showing} waitingCount={waiting.length} />}
    </>
  );
}

function ToastCard({ toast, waitingCount }: { toast: Toast; waitingCount: number }) {
  const { id, type, message, length, priority, isLine = false, action } = toast;
  const countdown = useRef<Countdown>(null);
  const isHeld = useRef(false);
  // A toast that is updated, such as fills that count up, starts its time again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the countdown begins again with another message
  useEffect(() => {
    const newCountdown = startCountdown(length, () => dismissToast(id));
    countdown.current = newCountdown;
    if (isHeld.current) newCountdown.pause();
    return () => newCountdown.stop();
  }, [id, length, message]);
  // A screen that leaves room for the toast reads its height.
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null || isLine) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--toast-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-height');
    };
  }, [isLine]);
  const hold = () => {
    isHeld.current = true;
    countdown.current?.pause();
  };
  const release = () => {
    isHeld.current = false;
    countdown.current?.resume();
  };
  return (
    <section
      ref={card}
      className={styles.toast}
      aria-label={toastTypeNames[type]}
      data-type={type}
      data-line={isLine || undefined}
      data-fill={(type === 'success' && priority === 'urgent') || undefined}
      // A pointer that rests where the last toast was closed does not hold up the next one.
      onPointerMove={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={styles.words}>
        <span className={styles.type}>{toastTypeNames[type]}</span>
        <span className={styles.message}>{message}</span>
      </div>
      <div className={styles.actions}>
        {waitingCount > 0 && <span className={styles.more}>{waitingCount} more</span>}
        {action && (
          <Button
            onClick={() => {
              dismissToast(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
        <Button variant="quiet" onClick={() => dismissToast(id)}>
          Close
        </Button>
      </div>
    </section>
  );
}
