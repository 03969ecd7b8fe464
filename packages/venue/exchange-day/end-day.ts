// The last stages of the end of a business day: the day's end is published, everyone is notified (AUTH-10), and trading continues in
// contracts without a pre-open. The venue runs all stages in order.
import { announce } from '../announcements/announcements-module.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { nextBusinessDay } from '../kernel/trading-day.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import { heldOverOrders } from '../orders/hold-over.ts';
import { phaseOf } from '../phases/phases.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import type { Market } from '../reference/market.ts';
import { enterHeldOver } from './call-auction.ts';
import type { ExchangeDayContext } from './exchange-day-context.ts';
import type { EndDay } from './exchange-day-events.ts';

export const endingDay = (
  { businessDay, holidays }: Market,
  { dueAt, forcedBecause }: EndDay,
): EndingDay => ({
  ended: businessDay,
  next: nextBusinessDay(businessDay, holidays),
  marks: [],
  dueAt: dueAt ?? null,
  forcedBecause: forcedBecause ?? null,
});

export function publishDayEnd({ emit }: ExchangeDayContext, day: EndingDay): void {
  emit({
    kind: 'dayEnded',
    businessDay: isoDate(day.ended),
    nextBusinessDay: isoDate(day.next),
    dueAt: day.dueAt,
    forcedBecause: day.forcedBecause,
    marks: day.marks,
  });
}

/** Orders that were held over, per unit. */
const blockSize = 200;
/** The approximate time per order, in microseconds. */
const workPerOrder = 5;

/** The end of a day with the orders that may enter again. */
export interface OpeningDay extends EndingDay {
  heldOver?: readonly number[];
}

/** Announces the end of the day, and lets orders that were held over enter. No contract is waiting for an auction at that time. */
export const beginNextDay: LongStage<ExchangeDayContext, OpeningDay> = {
  unit: (context, day, at) => {
    if (at === 0) {
      const { ended, next } = day;
      const message = `Business day ${isoDate(ended)} has ended. The next is ${isoDate(next)}. Please sign in again.`;
      announce(context, 'EndOfDay', message);
      day.heldOver = heldOverOrders(context.state);
    }
    const block = day.heldOver?.slice(at * blockSize, (at + 1) * blockSize) ?? [];
    if (block.length === 0) return null;
    enterHeldOver(context, (contract) => phaseOf(context, contract) === 'continuous', block);
    return block.length * workPerOrder;
  },
};
