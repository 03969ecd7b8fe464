// The official MTM of a future (market/money.md, MTM). It is the limit if the book was locked there at the end of trading with little dealt.
// Otherwise it is the volume-weighted average of the last deals if enough was dealt. Otherwise it is the last deal or the previous MTM,
// moved up to the closing bid or down to the closing offer. It never leaves the day's limits.
import type { Contract } from '../contracts/contract.ts';
import type { PriceLimits } from '../contracts/contract-listing.ts';
import type { Deal } from '../deals/deal.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import type { MarkRules } from '../reference/reference-data.ts';
import type { Closing, FutureMark } from './mtm-state.ts';

const minuteMs = 60_000;

interface DayOfFuture {
  readonly closing: Closing;
  /** The day's deals that count for the market, one for each match, in the order they were dealt. */
  readonly deals: readonly Deal[];
  readonly rules: MarkRules;
  /** The previous day's MTM. */
  readonly previous: Price;
  readonly limits: PriceLimits | null;
}

export function officialMark({ tick }: Pick<Contract, 'tick'>, day: DayOfFuture): FutureMark {
  const { limits } = day;
  const mark = lockedMark(day) ?? averageMark(tick, day) ?? snapshotMark(day);
  if (limits === null) return mark;
  return { ...mark, mtm: asPrice(Math.min(Math.max(mark.mtm, limits.low), limits.high)) };
}

/** `null` unless the book was locked at a limit for the last minutes of trading, with little dealt in that time. */
function lockedMark({ closing: { at, lock }, deals, rules }: DayOfFuture): FutureMark | null {
  const from = at - rules.lockMinutes * minuteMs;
  if (lock === null || lock.since > from || dealtIn(deals, { from, at }).lots >= rules.lockLots) return null;
  return { mtm: lock.limit, method: 'limit' };
}

/**
 * Returns `null` if the contract is not liquid. The price is rounded to the nearest tick, half a
 * tick upwards.
 */
function averageMark(tick: Price, { closing: { at }, deals, rules }: DayOfFuture): FutureMark | null {
  const { value, lots, count } = dealtIn(deals, { from: at - rules.windowMinutes * minuteMs, at });
  if (lots < rules.liquidLots) return null;
  const ticks = Math.floor((2 * value + lots * tick) / (2 * lots * tick));
  return { mtm: asPrice(ticks * tick), method: 'VWAP', deals: count };
}

/** Dealt after `from`, up to and including `at`. */
function dealtIn(deals: readonly Deal[], { from, at }: { readonly from: number; readonly at: number }) {
  let [value, lots, count] = [0, 0, 0];
  for (const deal of deals) {
    if (deal.dealtAt > at || deal.dealtAt <= from) continue;
    value += deal.value;
    lots += deal.lots;
    count += 1;
  }
  return { value, lots, count };
}

/**
 * The last deal up to the closing moment, otherwise the previous MTM, moved up to the bid or down to the offer at that moment.
 */
function snapshotMark({ previous, closing, deals }: DayOfFuture): FutureMark {
  const { at, bid, offer } = closing;
  const last = deals.filter(({ dealtAt }) => dealtAt <= at).at(-1);
  const before = last === undefined ? previous : asPrice(Math.round(last.value / last.lots));
  if (bid !== null && bid > before) return { mtm: bid, method: 'bid' };
  if (offer !== null && offer < before) return { mtm: offer, method: 'offer' };
  return { mtm: before, method: last === undefined ? 'previous' : 'last deal' };
}
