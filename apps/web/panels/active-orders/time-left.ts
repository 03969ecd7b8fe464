// The time that an order has left: until the user's time-out suspends it, until the business day ends, or,
// for an order that is held over, until its last day (market.md, Time-out and disconnect). The time-outs of
// other dealers are not known.
import type { ActiveOrderRow } from '@openpit/wire';
import { formatDayMonth } from '../../ui/date-text.ts';
import { dash, formatCountdown } from '../../ui/format.ts';

export interface OrderTimes {
  readonly ownDealer: string | null;
  /** Seconds after which a resting order of the user is suspended; 0 for never. */
  readonly timeoutSeconds: number;
  /** When the schedule ends the business day, epoch milliseconds; null when it does not say. */
  readonly dayEndsAt: number | null;
}

type Order = Pick<ActiveOrderRow, 'time' | 'state' | 'dealer' | 'holdOverUntil'>;

/**
 * When the clock ends or suspends the order, epoch milliseconds; null when it does not or the time is
 * unknown.
 */
export function endsAt(order: Order, { ownDealer, timeoutSeconds, dayEndsAt }: OrderTimes): number | null {
  const timeOut =
    order.state === 'Active' && order.dealer === ownDealer && timeoutSeconds > 0
      ? order.time + timeoutSeconds * 1_000
      : null;
  const dayEnd = order.holdOverUntil ? null : dayEndsAt;
  if (timeOut === null || dayEnd === null) return timeOut ?? dayEnd;
  return Math.min(timeOut, dayEnd);
}

/** "1:35"; for an order that is held over, its last day, unless a time-out comes first. */
export function timeLeft(order: Order, times: OrderTimes, now: number): string {
  const at = endsAt(order, times);
  if (at !== null) return formatCountdown(at - now);
  return order.holdOverUntil ? `to ${formatDayMonth(order.holdOverUntil)}` : dash;
}
