// What became of the order, in the form: waiting, unknown, resting or dealt, rejected. Spoken to screen readers as it changes.

import styles from './order-form.module.css';
import type { OrderFormPhase } from './order-form-state.ts';

export function OrderOutcome({ phase }: { readonly phase: OrderFormPhase }) {
  const told = textOf(phase);
  return (
    <div
      role="status"
      className={styles.outcome}
      data-kind={phase.kind}
      data-empty={told === null || undefined}
    >
      {told}
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
      return `No reply came, so it is not known whether the order is in the market. Asking by its request id${
        phase.questions === 0 ? '' : ` (${phase.questions} times so far)`
      }. Do not enter it elsewhere meanwhile.`;
    case 'accepted':
    case 'rejected':
      return phase.sentence;
    case 'notReceived':
      return 'The market never received the order: nothing was entered. Sending it again cannot enter it twice.';
  }
}
