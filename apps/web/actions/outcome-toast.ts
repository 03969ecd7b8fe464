// The toast that shows the outcome of a command where no form shows it. A newer outcome of an order takes the place of an
// older one: "rests in the market" is not news once the order has been suspended.
import { showToast } from '../notices/toasts.ts';
import type { SentCommand } from './send-command.ts';

/** The subject of toasts that show an order's latest state. */
export const orderSubject = (activeOrderSeq: number): string => `order ${activeOrderSeq}`;

/** `orders` are those whose state the command has changed; `outdated` are other subjects whose toasts it supersedes. */
export function showOutcome(
  { answer, words, sentence }: SentCommand,
  orders: readonly number[] = [],
  outdated: readonly string[] = [],
): void {
  if (answer.kind !== 'accepted') {
    const message = answer.kind === 'notReceived' ? sentence : `${words}\n${sentence}`;
    showToast({ type: 'error', message, priority: 'urgent' });
    return;
  }
  const [first, ...others] = orders.map(orderSubject);
  const supersedes = [...(first === undefined ? [] : [first]), ...others, ...outdated];
  showToast({
    type: 'success',
    message: sentence,
    ...(supersedes.length > 0 && { supersedes }),
    ...(first !== undefined && others.length === 0 && { subject: first }),
  });
}
