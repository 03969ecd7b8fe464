// The day's limits of an instrument (domain §3.3): widened by the operator for today, and by rule after two days in a row that
// ended at a limit, until a day that does not.
import { type Cents, cents } from '../kernel/units.ts';
import { rand } from '../orders/rand.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Handling, Market, VenueState } from '../state.ts';
import { announce } from './announce.ts';
import { followLimitLock } from './limit-lock.ts';
import { priceLimits } from './price-limits.ts';
import type { WidenLimits } from './session-commands.ts';

/** Limit days in a row after which the band is wider. */
const limitDaysToWiden = 2;

export function widenLimits(
  state: VenueState,
  market: Market,
  { instrument: code, band }: WidenLimits,
  handling: Handling,
): Rejection | null {
  const instrument = market.referenceData.instruments.find((one) => one.code === code);
  if (instrument === undefined) return rejection('instrumentUnknown', { instrument: code });
  const widened = [...market.contracts.values()].flatMap((contract) => {
    const { limits } = contract;
    if (limits === null || contract.instrument.code !== code) return [];
    const wider = priceLimits({ ...contract, businessDay: market.businessDay, band });
    const isWider = wider !== null && wider.low <= limits.low && wider.high >= limits.high;
    return isWider && wider.high - wider.low > limits.high - limits.low ? [{ contract, limits: wider }] : [];
  });
  if (widened.length === 0) return rejection('limitsNotWider', { instrument: code, band: rand(band) });

  for (const { contract, limits } of widened) {
    contract.limits = limits;
    followLimitLock(contract, handling.at);
    // A limit further out is another limit: reaching it is told again.
    for (const edge of ['upper', 'lower'])
      market.session.limitsReached.delete(`${contract.listing.contract} ${edge}`);
    handling.tell({ kind: 'limitsChanged', contract: contract.listing.contract, limits });
  }
  const message = `Daily limits of ${code} are ${rand(band)} either side of the last MTM for the rest of the day.`;
  announce(state, { kind: 'announce', announcement: 'Limit', message }, handling);
  return null;
}

/** Counts a day that ends, by the marks that its futures are about to get. */
export function countLimitDays(
  { contracts, session }: Market,
  marks: ReadonlyMap<string, { readonly mtm: Cents }>,
): void {
  const atLimit = new Set<string>();
  for (const [name, { instrument, limits, mtm }] of contracts) {
    const mark = marks.get(name)?.mtm ?? mtm;
    if (limits !== null && (mark === limits.low || mark === limits.high)) atLimit.add(instrument.code);
  }
  for (const code of [...session.limitDays.keys()]) if (!atLimit.has(code)) session.limitDays.delete(code);
  for (const code of atLimit) session.limitDays.set(code, (session.limitDays.get(code) ?? 0) + 1);
  session.limitsReached.clear();
}

/** The band of an instrument on the day that follows; half as wide again after two limit days. */
export function bandAfterLimitDays(
  { session }: Market,
  { code, dailyLimit }: { readonly code: string; readonly dailyLimit: Cents | null },
): Cents | null {
  if (dailyLimit === null || (session.limitDays.get(code) ?? 0) < limitDaysToWiden) return dailyLimit;
  return cents(Math.floor((dailyLimit * 3) / 2));
}
