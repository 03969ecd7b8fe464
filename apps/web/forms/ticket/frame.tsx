// The frame of every ticket form. Enter moves to the next field, Ctrl+Enter sends, Escape closes. The button names its effect.
// The outcome appears above the button and follows the state of the order, or appears in a toast if the form closes on
// acceptance.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { SentOrder } from '../../actions/send.ts';
import { ticketKeys } from '../../actions/ticket.ts';
import { readStored, storageKeys, writeStored } from '../../stores/browser-storage.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { Button, classNames } from '../../ui/button.tsx';
import { pressedKey, shownKey } from '../../ui/keys.ts';
import {
  type FormPhase,
  type FormStatus,
  type MissingReplyTexts,
  outcomeText,
  sendText,
  useFaultFocus,
} from '../sent-form.ts';
import { hasMoved, orderNowSentence, useOrderNow } from './order-now.ts';
import styles from './ticket.module.css';

const orderTexts: MissingReplyTexts = {
  unknown: 'the order is in the market',
  meanwhile: 'Do not enter the order elsewhere meanwhile.',
  notReceived: 'The market has no record of the order. Sending it again cannot enter it twice.',
};

/** The outcome of the order: waiting, unknown, rejected; after its acceptance its current state. Screen readers announce every change. */
function OrderOutcome({
  phase,
  texts = orderTexts,
}: {
  readonly phase: FormPhase;
  readonly texts?: MissingReplyTexts | undefined;
}) {
  const orders = phase.kind === 'accepted' ? phase.orders : [];
  const [first, second] = [useOrderOf(orders[0]), useOrderOf(orders[1])];
  const isMoved = first.isMoved || second.isMoved;
  const text = isMoved
    ? [first.sentence, second.sentence].filter((sentence) => sentence !== null).join(' ')
    : outcomeText(phase, texts);
  return (
    <div
      role="status"
      className={styles.outcome}
      data-kind={phase.kind}
      data-state={first.state ?? undefined}
      data-empty={text === null || undefined}
    >
      {text}
    </div>
  );
}

/** The current state of an order. The sentence is null until its rows arrive. */
function useOrderOf(sent: SentOrder | undefined) {
  const now = useOrderNow(sent?.activeOrderSeq ?? null);
  if (sent === undefined || now === null)
    return { isMoved: false, sentence: null, state: sent?.state ?? null };
  const isMoved = hasMoved(sent, now);
  return { isMoved, sentence: orderNowSentence(now), state: isMoved ? now.state : sent.state };
}

/** This browser remembers whether the ticket closes once the market has accepted the command. */
const useTicketSettings = create<{ readonly closesOnAcceptance: boolean }>()(() => ({
  closesOnAcceptance: readStored(storageKeys.closesOnAcceptance) === 'true',
}));

function setClosesOnAcceptance(closesOnAcceptance: boolean): void {
  useTicketSettings.setState({ closesOnAcceptance });
  writeStored(storageKeys.closesOnAcceptance, closesOnAcceptance ? 'true' : null);
}

/** The options that every ticket form passes to `useSentForm`. */
export const ticketForm = {
  place: 'ticket',
  closesOnAcceptance: () => useTicketSettings.getState().closesOnAcceptance,
} as const;

interface FormFrameProps {
  readonly size: 'medium' | 'large';
  readonly tone: 'buy' | 'sell' | 'primary';
  readonly status: FormStatus;
  /** Defaults to the texts about an order. */
  readonly missingReply?: MissingReplyTexts;
  /** Starts another command after an acceptance. If omitted, only Close is offered. */
  readonly onAgain?: () => void;
  readonly onClose: () => void;
  /** Next steps to offer after an acceptance. */
  readonly next?: ReactNode;
  readonly children: ReactNode;
}

const firstField = (form: HTMLElement | null) =>
  form?.querySelector<HTMLInputElement>('[data-step="first"] input') ??
  form?.querySelector<HTMLInputElement>('[data-step] input');

export function FormFrame(props: FormFrameProps) {
  const { size, tone, status, onAgain, onClose } = props;
  const { phase, isLocked, closedReason, missing, tries, onSend } = status;
  const reason = closedReason ?? (isLocked ? null : missing);
  const isReasonShown = closedReason === null && status.isMissingShown;
  const root = useRef<HTMLFormElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const isStale = isOld(useFeedState());
  const isAccepted = phase.kind === 'accepted';
  const wasAccepted = useRef(false);
  const onCloseNow = useRef(onClose);
  onCloseNow.current = onClose;
  const closesOnAcceptance = useTicketSettings((settings) => settings.closesOnAcceptance);
  useEffect(() => {
    // On a phone, the on-screen keyboard would cover the form.
    if (size === 'medium') firstField(root.current)?.focus();
  }, [size]);
  // The pressed button disappears with its phase. Without this, the focus would fall back to the page, where Escape does nothing.
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
    else if (size === 'medium') firstField(root.current)?.focus();
    else root.current?.querySelector<HTMLElement>('[data-send]')?.focus();
  }, [isAccepted, size]);

  useFaultFocus(root, tries);

  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = pressedKey(ticketKeys, event.nativeEvent);
    if (pressed === 'close') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && event.repeat) {
      // Holding a key down must not press the button that receives the focus after the answer.
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
        // The second click of a double-click on Send must not dismiss the outcome before it can be read.
        <div className={styles.after}>
          {onAgain !== undefined && (
            <Button
              size={size}
              onClick={(event) => {
                if (event.detail < 2) onAgain();
              }}
            >
              Another order
            </Button>
          )}
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
          {sendText(status)}
        </Button>
      )}
      {reason !== null && !isAccepted && !isReasonShown && (
        <p className={styles.closed}>
          {reason}
          {isStale && ' What you typed is kept.'}
        </p>
      )}
      <label className={classNames(styles.check, styles.closing)}>
        <input
          type="checkbox"
          checked={closesOnAcceptance}
          onChange={(event) => setClosesOnAcceptance(event.target.checked)}
        />
        Close on acceptance
      </label>
    </form>
  );
}
