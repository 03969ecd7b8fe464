// How long an order still has (domain §4.6, §5.1): until the user's own time-out suspends it, until the business day ends, or, held
// over, until its last day. Whose time-out an order has is known of one's own orders only.
import type { ActiveOrderRow } from '@openpit/wire';
import { dash, formatCountdown } from '../../ui/format.ts';

export interface OrderTimes {
  readonly ownDealer: string | null;
  /** After how many seconds at rest an own order is suspended; 0 for never. */
  readonly timeoutSeconds: number;
  /** When the schedule ends the business day; null when it does not say. */
  readonly dayEndsAt: number | null;
}

type Order = Pick<ActiveOrderRow, 'time' | 'state' | 'dealer' | 'holdOverUntil'>;

/** Epoch milliseconds; null where nothing ends the order by the clock, or nobody says when. */
export function endsAt(order: Order, { ownDealer, timeoutSeconds, dayEndsAt }: OrderTimes): number | null {
  const timeOut =
    order.state === 'Active' && order.dealer === ownDealer && timeoutSeconds > 0
      ? order.time + timeoutSeconds * 1_000
      : null;
  const dayEnd = order.holdOverUntil ? null : dayEndsAt;
  if (timeOut === null || dayEnd === null) return timeOut ?? dayEnd;
  return Math.min(timeOut, dayEnd);
}

/** "1:35"; of an order that is held over, its last day while nothing ends it before. */
export function timeLeft(order: Order, times: OrderTimes, now: number): string {
  const at = endsAt(order, times);
  if (at !== null) return formatCountdown(at - now);
  return order.holdOverUntil ? `to ${order.holdOverUntil.slice(5)}` : dash;
}
