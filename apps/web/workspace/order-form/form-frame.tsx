// What every form on an order has in common: Enter goes to the next field, Ctrl+Enter sends, Escape closes; the outcome in
// place; a button that says in words what it will do, and after the answer the way on.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './order-form.module.css';
import type { OrderFormPhase } from './order-form-state.ts';
import { OrderOutcome } from './order-outcome.tsx';

export interface FormFrameProps {
  readonly size: 'medium' | 'large';
  readonly tone: 'buy' | 'sell' | 'primary';
  readonly phase: OrderFormPhase;
  readonly isLocked: boolean;
  /** Why the button is shut; null when it may be pressed. */
  readonly closedReason: string | null;
  /** What the button says while nothing is under way. */
  readonly sendLabel: string;
  readonly onSend: () => void;
  /** After an accepted command, the way to another; without it only Close is offered. */
  readonly onAgain?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormFrame(props: FormFrameProps) {
  const { size, tone, phase, isLocked, closedReason, onSend, onAgain, onClose } = props;
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // On a phone the keyboard would come up and cover the form.
    if (size === 'medium') root.current?.querySelector<HTMLInputElement>('[data-step] input')?.focus();
  }, [size]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      const stops = root.current?.querySelectorAll<HTMLElement>('[data-step] input[type=text], [data-send]');
      const inOrder = [...(stops ?? [])];
      inOrder[inOrder.indexOf(event.target) + 1]?.focus();
    }
  };
  return (
    <form
      ref={root}
      noValidate
      className={styles.form}
      data-size={size}
      data-tone={tone}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {props.children}
      <OrderOutcome phase={phase} />
      {phase.kind === 'accepted' ? (
        <div className={styles.after}>
          {onAgain !== undefined && (
            <Button size={size} onClick={onAgain}>
              Another order
            </Button>
          )}
          {/* The second click of a double-click on the send button must not close the answer unread. */}
          <Button
            size={size}
            variant="primary"
            onClick={(event) => {
              if (event.detail < 2) onClose();
            }}
          >
            Close
          </Button>
        </div>
      ) : (
        <Button
          type="submit"
          className={styles.send}
          size={size}
          variant={tone}
          data-send=""
          disabledReason={isLocked ? 'Waiting for the answer of the market.' : closedReason}
          aria-keyshortcuts="Control+Enter"
        >
          {labelOf(phase, props.sendLabel)}
        </Button>
      )}
      {closedReason !== null && phase.kind !== 'accepted' && <p className={styles.closed}>{closedReason}</p>}
    </form>
  );
}

function labelOf(phase: OrderFormPhase, sendLabel: string): string {
  if (phase.kind === 'sending') return 'Sending…';
  if (phase.kind === 'unknown') return 'Asking what became of it…';
  return phase.kind === 'notReceived' ? `Send again: ${sendLabel}` : sendLabel;
}
