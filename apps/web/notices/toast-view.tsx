// The toast at the bottom right (SHELL-4): one at a time, with Close. Screen readers hear it from two regions that are
// always there: errors interrupt, the rest waits for a pause.
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { type Countdown, startCountdown } from './countdown.ts';
import type { Toast, ToastType } from './toast-queue.ts';
import styles from './toast-view.module.css';
import { dismissToast, useToasts } from './toasts.ts';

const typeWords: Readonly<Record<ToastType, string>> = {
  error: 'Error',
  warning: 'Warning',
  success: 'Done',
  info: 'Notice',
};

export function ToastView() {
  const { showing, waiting } = useToasts();
  const spoken = showing === null ? '' : `${typeWords[showing.type]}: ${showing.message}`;
  const isUrgent = showing?.type === 'error';
  return (
    <>
      <div className="visually-hidden" role="status">
        {isUrgent ? '' : spoken}
      </div>
      <div className="visually-hidden" role="alert">
        {isUrgent ? spoken : ''}
      </div>
      {showing !== null && <ToastCard key={showing.id} toast={showing} waitingCount={waiting.length} />}
    </>
  );
}

function ToastCard({ toast, waitingCount }: { toast: Toast; waitingCount: number }) {
  const { id, type, message, length, action } = toast;
  const countdown = useRef<Countdown>(null);
  useEffect(() => {
    const own = startCountdown(length, () => dismissToast(id));
    countdown.current = own;
    return () => own.stop();
  }, [id, length]);
  const pause = () => countdown.current?.pause();
  const resume = () => countdown.current?.resume();
  return (
    <section
      className={styles.toast}
      aria-label={typeWords[type]}
      data-type={type}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <div className={styles.words}>
        <span className={styles.type}>{typeWords[type]}</span>
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
