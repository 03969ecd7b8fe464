// The expiry calendar (domain §2.3): delivery opens on the month's first business day, futures trade until its
// sixth-last, options expire on a Friday of the month before.
import { addDays, type Day, firstOfMonth, weekdayOf } from '../kernel/civil-date.ts';
import { businessDayFrom, businessDaysBefore, type Holidays, isBusinessDay } from '../kernel/trading-day.ts';
import type { ContractMonth } from './contract-names.ts';

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

/** The last Friday, a business day, that is at least two business days before the month's last business day. */
function optionExpiryBefore(monthStart: Day, holidays: Holidays): Day {
  const lastBusinessDay = businessDaysBefore(monthStart, 1, holidays);
  let day = businessDaysBefore(lastBusinessDay, 2, holidays);
  while (weekdayOf(day) !== friday || !isBusinessDay(day, holidays)) day = addDays(day, -1);
  return day;
}
