// The dialog of a command that is not an order: one sentence on what will happen, the fields, the outcome in place, and a button
// that says in words what it does. Enter sends, Escape closes. It closes when the market has accepted; a toast says so then.

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { closeTyped } from '../../actions/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './command-dialog.module.css';
import { isLocked, type OrderFormPhase } from './order-form-state.ts';

export interface CommandDialogProps {
  readonly title: string;
  /** What the command will do, in a sentence. */
  readonly note: ReactNode;
  readonly phase: OrderFormPhase;
  /** Why nothing can be sent now, whatever is typed; null when something can. */
  readonly closedReason: string | null;
  /** What the fields lack, as a sentence; null when they are complete. */
  readonly missing: string | null;
  /** The button's label while nothing is under way. */
  readonly sendLabel: string;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function CommandDialog(props: CommandDialogProps) {
  const { title, note, phase, closedReason, missing, sendLabel, onSend, onClose, children } = props;
  const id = useId();
  const close = useRef(onClose);
  close.current = onClose;
  const isAccepted = phase.kind === 'accepted';
  useEffect(() => {
    if (isAccepted) close.current();
  }, [isAccepted]);
  const outcome = outcomeText(phase);
  const reason = closedReason ?? missing;
  return (
    <Dialog
      open
      onClose={() => void closeTyped(onClose)}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}note`}
      slotProps={{ paper: { className: styles.paper } }}
    >
      <form
        noValidate
        className={styles.form}
        onKeyDown={(event) => {
          // A key held down must not send again what was just rejected.
          if (event.repeat && event.key === 'Enter') event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) onSend();
        }}
      >
        <h2 id={`${id}title`} className={styles.title}>
          {title}
        </h2>
        <p id={`${id}note`} className={styles.note}>
          {note}
        </p>
        {children}
        <p
          role="status"
          className={styles.outcome}
          data-kind={phase.kind}
          data-empty={outcome === null || undefined}
        >
          {outcome}
        </p>
        {reason !== null && !isLocked({ phase }) && <p className={styles.reason}>{reason}</p>}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{isLocked({ phase }) ? 'Close' : 'Cancel'}</Button>
          <Button
            type="submit"
            variant="primary"
            className={styles.send}
            data-send=""
            disabledReason={isLocked({ phase }) ? 'Waiting for the market’s answer.' : reason}
          >
            {sendText(phase, sendLabel)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function sendText({ kind }: OrderFormPhase, label: string): string {
  if (kind === 'sending') return 'Sending…';
  if (kind === 'unknown') return 'Asking for the outcome…';
  return kind === 'notReceived' ? `Send again: ${label}` : label;
}

function outcomeText(phase: OrderFormPhase): string | null {
  switch (phase.kind) {
    case 'editing':
      return null;
    case 'sending':
      return 'Sent. Waiting for the market.';
    case 'unknown':
      return `No reply came, so it is not known whether this was done. Asking the market${
        phase.questions === 0 ? '' : ` (asked ${phase.questions} ${phase.questions === 1 ? 'time' : 'times'})`
      }.`;
    case 'accepted':
    case 'rejected':
      return phase.sentence;
    case 'notReceived':
      return 'The market has no record of this. Sending it again cannot do it twice.';
  }
}
