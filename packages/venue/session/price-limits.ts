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
  /** In place of the instrument's own band, where that is another one for a while. */
  readonly band?: Cents | null;
}): PriceLimits | null {
  const { dailyLimit, tick } = contract.instrument;
  const { band = dailyLimit } = contract;
  if (band === null || contract.businessDay >= contract.firstDeliveryDay) return null;
  const low = Math.ceil((contract.mtm - band) / tick) * tick;
  const high = Math.floor((contract.mtm + band) / tick) * tick;
  return { low: cents(Math.max(low, tick)), high: cents(high) };
}
