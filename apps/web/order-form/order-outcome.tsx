// The outcome of the order in the form: waiting, unknown, resting or dealt, rejected. Screen readers announce every change.

import styles from './order-form.module.css';
import type { OrderFormPhase } from './order-form-state.ts';

export function OrderOutcome({ phase }: { readonly phase: OrderFormPhase }) {
  const text = textOf(phase);
  return (
    <div
      role="status"
      className={styles.outcome}
      data-kind={phase.kind}
      data-empty={text === null || undefined}
    >
      {text}
    </div>
  );
}

function textOf(phase: OrderFormPhase): string | null {
  switch (phase.kind) {
    case 'editing':
      return null;
    case 'sending':
      return 'Sent. Waiting for the market.';
    case 'unknown':
      return `No reply came, so it is not known whether the order is in the market. Asking the market${
        phase.questions === 0 ? '' : ` (asked ${phase.questions} ${phase.questions === 1 ? 'time' : 'times'})`
      }. Do not enter the order elsewhere meanwhile.`;
    case 'accepted':
    case 'rejected':
      return phase.sentence;
    case 'notReceived':
      return 'The market never received the order: nothing was entered. Sending it again cannot enter it twice.';
  }
}
