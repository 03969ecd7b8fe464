// Immediate notices to one user, about changes of their orders and deals that they did not make.
import type { DealCancelled, DealRepriced, OrdersSuspendedFor } from '@openpit/venue';
import { matchName, toRand } from '@openpit/wire';
import type { EventHandlers, Projection, UserNotice } from '../kernel/projection.ts';

const reasons: Readonly<Record<OrdersSuspendedFor['reason'], string>> = {
  timedOut: 'rested longer than your time-out',
  disconnected: 'were active while you had no connection',
  outsideLimits: 'could not be dealt within the daily limits',
  notAccepted: 'may not enter the market now; resubmitting says why',
  accountInactive: 'belong to an account that is no longer active',
};
const reasonsOfOne: Partial<typeof reasons> = {
  disconnected: 'was active while you had no connection',
  accountInactive: 'belongs to an account that is no longer active',
};
/** Orders that a notice names by number. */
const maxNamed = 5;

/** The notices of an outcome. The projection has no state, because notices are not stored. */
export class UserNotices implements Projection {
  readonly on: EventHandlers = {
    ordersSuspendedFor: (event, _origin, changes) => changes.notify(suspensionNotice(event)),
    dealCancelled: (event, _origin, changes) => {
      for (const notice of correctionNotices(event, 'was cancelled')) changes.notify(notice);
      for (const notice of followingNotices(event)) changes.notify(notice);
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
  const numbers = orders.slice(0, maxNamed).join(', ') + (orders.length > maxNamed ? ' and more' : '');
  const subject = orders.length === 1 ? `Order ${numbers} was` : `${orders.length} orders (${numbers}) were`;
  const pronoun = orders.length === 1 ? 'it' : 'they';
  const text = orders.length === 1 ? (reasonsOfOne[reason] ?? reasons[reason]) : reasons[reason];
  return { userId, message: `${subject} suspended: ${pronoun} ${text}.` };
}

/** The notices to the users of deals that were derived from the cancelled deal, or cumulated with it. */
function followingNotices({
  matchSeq,
  contract,
  made: derived = [],
  restored = [],
  reason,
}: DealCancelled): UserNotice[] {
  // A deal that a tripartite arrangement passes on has no user at the carrying member.
  return [
    ...derived.map(({ userId, dealSeq }) => ({
      userId,
      message: `Your deal ${dealSeq} in ${contract} is cancelled with ${matchName(matchSeq)}, of which it was made: ${reason}.`,
    })),
    ...restored.map(({ userId, dealSeq }) => ({
      userId,
      message: `Your deal ${dealSeq} in ${contract} is open again as it was, because ${matchName(matchSeq)}, which was cumulated with it, is cancelled: ${reason}.`,
    })),
  ].filter(({ userId }) => userId !== '');
}

const correctionNotices = (
  { matchSeq, sides, contract, reason }: DealCancelled | DealRepriced,
  change: string,
): UserNotice[] =>
  sides.map(({ userId, dealSeq }) => ({
    userId,
    message: `Your deal ${dealSeq} (${matchName(matchSeq)}) in ${contract} ${change}: ${reason}.`,
  }));
