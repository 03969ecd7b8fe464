// What a single user must be told at once because it happened to his orders and deals without his hand (domain §5.1).
import type { OrdersSuspendedFor, VenueEvent } from '@openpit/venue';
import { rand } from '../rand.ts';

export interface UserNotice {
  readonly userId: string;
  readonly message: string;
}

const reasons: Readonly<Record<OrdersSuspendedFor['reason'], string>> = {
  timedOut: 'rested longer than your time-out',
  disconnected: 'stood while you had no connection',
  outsideLimits: 'could not be dealt within the daily limits',
};
const mostNumbers = 5;
const none: readonly UserNotice[] = [];

export function noticesOf(event: VenueEvent): readonly UserNotice[] {
  if (event.kind === 'ordersSuspendedFor') return [suspended(event)];
  if (event.kind !== 'dealCancelled' && event.kind !== 'dealRepriced') return none;
  const became =
    event.kind === 'dealCancelled'
      ? 'was cancelled'
      : `was given the price ${rand(event.newPrice).toFixed(2)}`;
  return event.sides.map(({ userId, dealSeq }) => ({
    userId,
    message: `Your deal ${dealSeq} in ${event.contract} ${became}: ${event.reason}.`,
  }));
}

function suspended({ userId, orders, reason }: OrdersSuspendedFor): UserNotice {
  const numbers = orders.slice(0, mostNumbers).join(', ') + (orders.length > mostNumbers ? ' and more' : '');
  const subject = orders.length === 1 ? `Order ${numbers} was` : `${orders.length} orders (${numbers}) were`;
  return {
    userId,
    message: `${subject} suspended: ${orders.length === 1 ? 'it' : 'they'} ${reasons[reason]}.`,
  };
}
