// The expiry calendar (market/contracts.md, Expiry calendar): delivery opens on the first business day of the month, futures trade
// until its sixth-last business day, options expire on a Friday of the month before.
import type { ContractMonth } from '@openpit/terms';
import { addDays, type Day, firstOfMonth, weekdayOf } from '../kernel/civil-date.ts';
import { businessDayFrom, businessDaysBefore, type Holidays, isBusinessDay } from '../kernel/trading-day.ts';

export interface ContractDates {
  readonly firstDeliveryDay: Day;
  readonly lastTradingDay: Day;
  readonly optionExpiry: Day;
}

const friday = 5;

export function contractDates(month: ContractMonth, holidays: Holidays): ContractDates {
  const firstDay = firstOfMonth(month);
  return {
    firstDeliveryDay: businessDayFrom(firstDay, holidays),
    lastTradingDay: businessDaysBefore(firstOfMonth(month, 1), 6, holidays),
    optionExpiry: optionExpiryBefore(firstDay, holidays),
  };
}

/** The last Friday that is a business day and at least two business days before the last business day of the month before. */
function optionExpiryBefore(monthStart: Day, holidays: Holidays): Day {
  const lastBusinessDay = businessDaysBefore(monthStart, 1, holidays);
  let day = businessDaysBefore(lastBusinessDay, 2, holidays);
  while (weekdayOf(day) !== friday || !isBusinessDay(day, holidays)) day = addDays(day, -1);
  return day;
}
