// The frame of every form of a ticket. Enter moves to the next field, Ctrl+Enter sends, Escape closes. The button names its effect. The
// outcome follows the state of the order above it, or shows in a toast if the form closes on acceptance.
import {
  type ActiveOrderRow,
  type CompletedOrderRow,
  type DealRow,
  dealsInOthers,
  type OrderReply,
  toCents,
} from '@openpit/wire';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { create } from 'zustand';
import { outcomeSentence } from '../../actions/order-actions.ts';
import type { SentOrder } from '../../actions/send.ts';
import { isDelta, priceText } from '../../market/market-text.ts';
import { readStored, storageKeys, writeStored } from '../../stores/browser-storage.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { Button, cx } from '../../ui/button.tsx';
import { pressedKey, shownKey } from '../../ui/keys.ts';
import {
  type FormPhase,
  type FormStatus,
  type MissingReplyTexts,
  outcomeText,
  sendText,
  useFaultFocus,
} from '../sent-form.ts';
import styles from './ticket.module.css';
import { ticketKeys } from './ticket.ts';

// The current state of an order that was sent, from its rows: it rests, deals in parts, is filled, suspended or cancelled.

/** The row of the order now: it is active, or has ended. */
export type OrderRowNow = ActiveOrderRow | CompletedOrderRow;

/** The number of the order, its side and so on, with the fields of a reply that came now. */
export type OrderNow = Omit<OrderReply, 'seq' | 'repeated'> & { readonly row: OrderRowNow };

export function orderNow(row: OrderRowNow, deals: readonly DealRow[]): OrderNow {
  const { qty, ref, averagePrice } = row;
  const isActive = 'remaining' in row;
  const remaining = isActive ? row.remaining : 0;
  const dealt = isActive ? qty - remaining : row.dealt;
  const legs = legsOf(row.contract, deals);
  return {
    row,
    activeOrderSeq: row.activeOrderSeq ?? 0,
    // A rejected order has no number, so it is never requested here.
    state: row.state === 'Rejected' ? 'Cancelled' : row.state,
    remaining,
    dealt,
    ref,
    ...(averagePrice !== undefined && averagePrice !== null && { averagePrice }),
    ...(legs.length > 0 && { legs }),
  };
}

/** The deals of a package in other contracts, one leg per contract. */
function legsOf(contract: string, deals: readonly DealRow[]): NonNullable<OrderReply['legs']> {
  const printed = deals.filter((deal) => deal.contract !== contract && deal.state === 'Open');
  return [...new Set(printed.map((deal) => deal.contract))].map((leg) => {
    const of = printed.filter((deal) => deal.contract === leg);
    const qty = of.reduce((sum, deal) => sum + deal.qty, 0);
    const value = of.reduce((sum, deal) => sum + toCents(deal.price) * deal.qty, 0);
    return {
      contract: leg,
      side: of[0]?.side ?? 'B',
      qty,
      averagePrice: Math.round((value * 100) / qty) / 10_000,
    };
  });
}

/** True if the market has done more with the order than its reply stated. A row from before the reply contains nothing new. */
export function hasMoved(
  sent: Pick<SentOrder, 'state' | 'remaining'>,
  now: Pick<OrderNow, 'state' | 'remaining'>,
): boolean {
  if (now.remaining > sent.remaining) return false;
  return now.state !== sent.state || now.remaining !== sent.remaining;
}

/** "Order 41: Bought 4 DEC26 WMAZ at 4 035.15 on average, 6 lots rest at 4 035.20." */
export function orderNowSentence({ row, ...now }: OrderNow): string {
  const { side, qty, contract, price } = row;
  const words = {
    side,
    qty,
    contract,
    priceText: priceText(price, row),
    ...(isDelta(row) && { averageSuffix: '\u00a0%' }),
  };
  const reason = 'reason' in row && row.state === 'Cancelled' ? ` ${row.reason}.` : '';
  return outcomeSentence(words, now) + reason;
}

// An order that was sent, followed by its rows as long as the ticket shows it.

const { activeOrders, completedOrders, deals } = dataSetStores;

/** The order according to its rows; null until they contain it. A restart of the server removes the rows for a moment, but not the answer. */
export function useOrderNow(activeOrderSeq: number | null): OrderNow | null {
  const last = useRef<{ readonly row: OrderRowNow; readonly deals: number; readonly now: OrderNow } | null>(
    null,
  );
  const read = useCallback(() => {
    const known = last.current?.now.activeOrderSeq === activeOrderSeq ? last.current : null;
    const row = activeOrderSeq === null ? undefined : rowOf(activeOrderSeq);
    if (row === undefined) return known?.now ?? null;
    const own = dealsInOthers(row.contract) ? dealsOf(activeOrderSeq) : [];
    if (known?.row !== row || known.deals !== own.length)
      last.current = { row, deals: own.length, now: orderNow(row, own) };
    return last.current?.now ?? null;
  }, [activeOrderSeq]);
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  const stops = [activeOrders, completedOrders, deals].map((store) => store.onFlush(listener));
  return () => {
    for (const stop of stops) stop();
  };
}

/** The newest completed row of a number is at the end. */
function rowOf(activeOrderSeq: number): OrderRowNow | undefined {
  const active = activeOrders.get(activeOrderSeq);
  if (active !== undefined) return active;
  const key = completedOrders
    .keys()
    .findLast((one) => completedOrders.get(one)?.activeOrderSeq === activeOrderSeq);
  return key === undefined ? undefined : completedOrders.get(key);
}

function dealsOf(activeOrderSeq: number | null): DealRow[] {
  return deals.keys().flatMap((key) => {
    const deal = deals.get(key);
    return deal !== undefined && deal.activeOrderSeq === activeOrderSeq ? [deal] : [];
  });
}

// The outcome of the order in the form: waiting, unknown, rejected; and after its acceptance its current state, from its rows.
// Screen readers announce every change.

const orderTexts: MissingReplyTexts = {
  unknown: 'the order is in the market',
  meanwhile: 'Do not enter the order elsewhere meanwhile.',
  notReceived: 'The market has no record of the order. Sending it again cannot enter it twice.',
};

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

/** The current state of an order; its sentence is null while its rows are not known. */
function useOrderOf(sent: SentOrder | undefined) {
  const now = useOrderNow(sent?.activeOrderSeq ?? null);
  if (sent === undefined || now === null)
    return { isMoved: false, sentence: null, state: sent?.state ?? null };
  const isMoved = hasMoved(sent, now);
  return { isMoved, sentence: orderNowSentence(now), state: isMoved ? now.state : sent.state };
}

// The choice whether the ticket closes once the market has accepted the command. This browser remembers it.

const useTicketSettings = create<{ readonly closesOnAcceptance: boolean }>()(() => ({
  closesOnAcceptance: readStored(storageKeys.closesOnAcceptance) === 'true',
}));

function setClosesOnAcceptance(closesOnAcceptance: boolean): void {
  useTicketSettings.setState({ closesOnAcceptance });
  writeStored(storageKeys.closesOnAcceptance, closesOnAcceptance ? 'true' : null);
}

/** The options that every form of a ticket passes to `useSentForm`. */
export const ticketForm = {
  place: 'ticket',
  closesOnAcceptance: () => useTicketSettings.getState().closesOnAcceptance,
} as const;

// The form around the fields.

export interface FormFrameProps {
  readonly size: 'medium' | 'large';
  readonly tone: 'buy' | 'sell' | 'primary';
  readonly status: FormStatus;
  /** The texts about an order are the default. */
  readonly missingReply?: MissingReplyTexts;
  /** Begins another command after an accepted one; only Close is offered by default. */
  readonly onAgain?: () => void;
  readonly onClose: () => void;
  /** The next steps that are offered after an acceptance. */
  readonly next?: ReactNode;
  readonly children: ReactNode;
}

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

  useFaultFocus(root, tries);

  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = pressedKey(ticketKeys, event.nativeEvent);
    if (pressed === 'close') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && event.repeat) {
      // A key held down must not press the button that receives the focus after the answer.
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
        // The second click of a double-click on the send button must not take the outcome away before it is read.
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
