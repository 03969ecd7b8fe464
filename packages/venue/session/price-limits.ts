// The day's band of prices: a fixed amount of rand either side of the last MTM, none for the delivery month and none
// where the instrument has none (domain §3.3).
import type { PriceLimits } from '../events.ts';
import type { Day } from '../kernel/civil-date.ts';
import { type Cents, cents } from '../kernel/units.ts';
import type { Instrument } from '../reference/reference-data.ts';

export function priceLimits(contract: {
  readonly instrument: Instrument;
  readonly firstDeliveryDay: Day;
  readonly mtm: Cents;
  readonly businessDay: Day;
}): PriceLimits | null {
  const { dailyLimit, tick } = contract.instrument;
  if (dailyLimit === null || contract.businessDay >= contract.firstDeliveryDay) return null;
  const low = Math.ceil((contract.mtm - dailyLimit) / tick) * tick;
  const high = Math.floor((contract.mtm + dailyLimit) / tick) * tick;
  return { low: cents(Math.max(low, tick)), high: cents(high) };
}
