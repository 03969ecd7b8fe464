// Immediate notices to one user, about changes of their orders and deals that they did not make.
import type { DealCancelled, DealRepriced, OrdersSuspendedFor } from '@openpit/venue';
import type { EventHandlers, Projection, UserNotice } from '../kernel/projection.ts';
import { toRand } from '../kernel/to-rand.ts';

const reasons: Readonly<Record<OrdersSuspendedFor['reason'], string>> = {
  timedOut: 'rested longer than your time-out',
  disconnected: 'were active while you had no connection',
  outsideLimits: 'could not be dealt within the daily limits',
};
/** Orders that a notice names by number. */
const mostNamed = 5;

/** Has no state: notices are sent and not kept. */
export class UserNotices implements Projection {
  readonly on: EventHandlers = {
    ordersSuspendedFor: (event, _origin, changes) => changes.notify(suspensionNotice(event)),
    dealCancelled: (event, _origin, changes) => {
      for (const notice of correctionNotices(event, 'was cancelled')) changes.notify(notice);
    },
    dealRepriced: (event, _origin, changes) => {
      const change = `was given the price ${toRand(event.newPrice).toFixed(2)}`;
      for (const notice of correctionNotices(event, change)) changes.notify(notice);
    },
  };

  save(): null {
    return null;
  }

  load(): void {
    // There is no state.
  }
}

function suspensionNotice({ userId, orders, reason }: OrdersSuspendedFor): UserNotice {
  const numbers = orders.slice(0, mostNamed).join(', ') + (orders.length > mostNamed ? ' and more' : '');
  const subject = orders.length === 1 ? `Order ${numbers} was` : `${orders.length} orders (${numbers}) were`;
  const pronoun = orders.length === 1 ? 'it' : 'they';
  const text =
    reason === 'disconnected' && orders.length === 1
      ? 'was active while you had no connection'
      : reasons[reason];
  return { userId, message: `${subject} suspended: ${pronoun} ${text}.` };
}

const correctionNotices = (
  { sides, contract, reason }: DealCancelled | DealRepriced,
  change: string,
): UserNotice[] =>
  sides.map(({ userId, dealSeq }) => ({
    userId,
    message: `Your deal ${dealSeq} in ${contract} ${change}: ${reason}.`,
  }));
