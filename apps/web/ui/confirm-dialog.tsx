// A confirmation before an action, as a full sentence. Enter confirms and Escape cancels; before an action that cannot be
// undone, the focus starts on the button that cancels.

import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** A second button that confirms, beside the first. */
  readonly otherLabel?: string | undefined;
  readonly thirdLabel?: string | undefined;
  readonly isDestructive?: boolean;
  /** The place of its centre, in percent of the window (LAYOUT-7). */
  readonly at?: { readonly x: number; readonly y: number };
  readonly disabledReason?: string | null;
  readonly onAnswer: (answer: 'yes' | 'other' | 'third' | 'no') => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, cancelLabel = 'Keep it', isDestructive = false } = props;
  const { at = { x: 50, y: 50 }, onAnswer } = props;
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={() => onAnswer('no')}
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{
        paper: {
          className: styles.question,
          style: { '--at-x': `${at.x}%`, '--at-y': `${at.y}%` },
        },
        backdrop: { className: styles.backdrop },
      }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (props.disabledReason === null || props.disabledReason === undefined) onAnswer('yes');
        }}
      >
        <h2 id={titleId} className={styles.questionTitle}>
          {title}
        </h2>
        <div id={textId} className={styles.text}>
          {children}
        </div>
        <div className={styles.buttons}>
          <Button onClick={() => onAnswer('no')} autoFocus={isDestructive}>
            {cancelLabel}
          </Button>
          {props.thirdLabel !== undefined && (
            <Button onClick={() => onAnswer('third')}>{props.thirdLabel}</Button>
          )}
          {props.otherLabel !== undefined && (
            <Button onClick={() => onAnswer('other')}>{props.otherLabel}</Button>
          )}
          <Button
            type="submit"
            variant={isDestructive ? 'sell' : 'primary'}
            disabledReason={props.disabledReason}
            autoFocus={!isDestructive}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
