// What all forms on an order have in common. Enter goes to the next field, Ctrl+Enter sends, Escape closes. The button says in
// words what it will do; the outcome shows above it, or in a toast where the form closes on acceptance. While prices are stale the form is grey.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFeedState } from '../../actions/action.ts';
import { isOld } from '../../panels/market/contract-heading.tsx';
import { Button, cx } from '../../ui/button.tsx';
import { pressedKey, shownKey } from '../../ui/keys.ts';
import styles from './order-form.module.css';
import type { OrderFormPhase } from './order-form-state.ts';
import { type MissingReplyTexts, OrderOutcome } from './order-outcome.tsx';
import { ticketKeys } from './ticket-keys.ts';
import { setClosesOnAcceptance, useTicketSettings } from './ticket-settings.ts';

export interface FormFrameProps {
  readonly size: 'medium' | 'large';
  readonly tone: 'buy' | 'sell' | 'primary';
  readonly phase: OrderFormPhase;
  readonly isLocked: boolean;
  /** Why nothing can be sent now, whatever is typed; null when something can. */
  readonly closedReason: string | null;
  /** What the order lacks, as a sentence; null when it is complete. */
  readonly missing?: string | null;
  /** Whether the field at fault says the same already. */
  readonly isMissingShown?: boolean;
  /** The button's label while nothing is under way. */
  readonly sendLabel: string;
  readonly onSend: () => void;
  /** Those about an order where they are left out. */
  readonly missingReply?: MissingReplyTexts;
  /** Begins another command after an accepted one; only Close is offered when it is left out. */
  readonly onAgain?: () => void;
  readonly onClose: () => void;
  /** What else can be done after an acceptance. */
  readonly next?: ReactNode;
  readonly children: ReactNode;
}

export function FormFrame(props: FormFrameProps) {
  const { size, tone, phase, isLocked, closedReason, missing = null, onSend, onAgain, onClose } = props;
  const reason = closedReason ?? (isLocked ? null : missing);
  const isReasonShown = closedReason === null && props.isMissingShown === true;
  const root = useRef<HTMLFormElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const isStale = isOld(useFeedState());
  const isAccepted = phase.kind === 'accepted';
  const wasAccepted = useRef(false);
  const onCloseNow = useRef(onClose);
  onCloseNow.current = onClose;
  const closesOnAcceptance = useTicketSettings((settings) => settings.closesOnAcceptance);
  useEffect(() => {
    // On a phone the keyboard would cover the form.
    if (size === 'medium') root.current?.querySelector<HTMLInputElement>('[data-step] input')?.focus();
  }, [size]);
  // The pressed button is gone with its phase. Without this the focus would be on the page, where Escape does nothing.
  useEffect(() => {
    if (isAccepted === wasAccepted.current) return;
    wasAccepted.current = isAccepted;
    if (isAccepted && useTicketSettings.getState().closesOnAcceptance) {
      onCloseNow.current();
      return;
    }
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && root.current?.contains(activeElement) === false;
    if (isElsewhere) return;
    if (isAccepted) close.current?.focus();
    else if (size === 'medium') root.current?.querySelector<HTMLInputElement>('[data-step] input')?.focus();
    else root.current?.querySelector<HTMLElement>('[data-send]')?.focus();
  }, [isAccepted, size]);

  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = pressedKey(ticketKeys, event.nativeEvent);
    if (pressed === 'close') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && event.repeat) {
      // A key held down must not press the button that takes the focus after the answer.
      event.preventDefault();
    } else if (pressed === 'send') {
      event.preventDefault();
      onSend();
    } else if (pressed === 'next' && event.target instanceof HTMLInputElement) {
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
      data-stale={isStale || undefined}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {props.children}
      <OrderOutcome phase={phase} texts={props.missingReply} />
      {isAccepted && props.next}
      {isAccepted ? (
        <div className={styles.after}>
          {onAgain !== undefined && (
            <Button size={size} onClick={onAgain}>
              Another order
            </Button>
          )}
          {/* The second click of a double click on the send button must not close the form before its outcome is read. */}
          <Button
            ref={close}
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
          disabledReason={isLocked ? 'Waiting for the market’s answer.' : reason}
          aria-keyshortcuts="Control+Enter"
          data-tip={`Send (${shownKey(ticketKeys.keys.send)})`}
        >
          {labelOf(phase, props.sendLabel)}
        </Button>
      )}
      <label className={cx(styles.check, styles.closing)}>
        <input
          type="checkbox"
          checked={closesOnAcceptance}
          onChange={(event) => setClosesOnAcceptance(event.target.checked)}
        />
        Close on acceptance
      </label>
      {reason !== null && !isAccepted && !isReasonShown && (
        <p className={styles.closed}>
          {reason}
          {isStale && ' What you typed is kept.'}
        </p>
      )}
    </form>
  );
}

function labelOf(phase: OrderFormPhase, sendLabel: string): string {
  if (phase.kind === 'sending') return 'Sending…';
  if (phase.kind === 'unknown') return 'Asking for the outcome…';
  return phase.kind === 'notReceived' ? `Send again: ${sendLabel}` : sendLabel;
}
