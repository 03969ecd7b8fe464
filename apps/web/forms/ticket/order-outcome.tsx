// The outcome of the order in the form: waiting, unknown, rejected; and after its acceptance its present state, from its rows.
// Screen readers announce every change.
import type { SentOrder } from '../../actions/send.ts';
import styles from './order-form.module.css';
import type { OrderFormPhase } from './order-form-state.ts';
import { hasMoved, orderNowSentence } from './order-now.ts';
import { useOrderNow } from './use-order-now.ts';

/** What the form says while no reply has come, and when the request never arrived. */
export interface MissingReplyTexts {
  /** "it is not known whether …". */
  readonly unknown: string;
  readonly meanwhile: string;
  readonly notReceived: string;
}

const orderTexts: MissingReplyTexts = {
  unknown: 'the order is in the market',
  meanwhile: 'Do not enter the order elsewhere meanwhile.',
  notReceived: 'The market has no record of the order. Sending it again cannot enter it twice.',
};

export function OrderOutcome({
  phase,
  texts = orderTexts,
}: {
  readonly phase: OrderFormPhase;
  readonly texts?: MissingReplyTexts | undefined;
}) {
  const orders = phase.kind === 'accepted' ? phase.orders : [];
  const [first, second] = [useOrderOf(orders[0]), useOrderOf(orders[1])];
  const isMoved = first.isMoved || second.isMoved;
  const text = isMoved
    ? [first.sentence, second.sentence].filter((sentence) => sentence !== null).join(' ')
    : textOf(phase, texts);
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

/** The present state of an order; its sentence is null while its rows are not known. */
function useOrderOf(sent: SentOrder | undefined) {
  const now = useOrderNow(sent?.activeOrderSeq ?? null);
  if (sent === undefined || now === null)
    return { isMoved: false, sentence: null, state: sent?.state ?? null };
  const isMoved = hasMoved(sent, now);
  return { isMoved, sentence: orderNowSentence(now), state: isMoved ? now.state : sent.state };
}

function textOf(phase: OrderFormPhase, texts: MissingReplyTexts): string | null {
  switch (phase.kind) {
    case 'editing':
      return null;
    case 'sending':
      return 'Sent. Waiting for the market.';
    case 'unknown':
      return `No reply came, so it is not known whether ${texts.unknown}. Asking the market${
        phase.questions === 0 ? '' : ` (asked ${phase.questions} ${phase.questions === 1 ? 'time' : 'times'})`
      }. ${texts.meanwhile}`;
    case 'accepted':
    case 'rejected':
      return phase.sentence;
    case 'notReceived':
      return texts.notReceived;
  }
}
