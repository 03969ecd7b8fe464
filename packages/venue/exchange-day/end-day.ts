// The last stages of the end of a business day: the day's end is published, everyone is notified (AUTH-10), and trading goes on
// where there is no pre-open to wait for. The venue runs all stages in their order.
import { announce } from '../announcements/announcements-module.ts';
import { isoDate } from '../kernel/civil-date.ts';
import { nextBusinessDay } from '../kernel/trading-day.ts';
import { phaseOf } from '../phases/phases.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import type { Market } from '../reference/market.ts';
import { openContracts } from './call-auction.ts';
import type { ExchangeDayAct } from './exchange-day-act.ts';
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

export function publishDayEnd({ emit }: ExchangeDayAct, day: EndingDay): void {
  emit({
    kind: 'dayEnded',
    businessDay: isoDate(day.ended),
    nextBusinessDay: isoDate(day.next),
    dueAt: day.dueAt,
    forcedBecause: day.forcedBecause,
    marks: day.marks,
  });
}

export function beginNextDay(act: ExchangeDayAct, { ended, next }: EndingDay): void {
  const message = `Business day ${isoDate(ended)} has ended. The next is ${isoDate(next)}. Please sign in again.`;
  announce(act, 'EndOfDay', message);
  openContracts(act, (contract) => phaseOf(act, contract) === 'continuous');
}
