// The official MTM of a future (market.md, MTM): the limit, if its book was locked there at the end of trading with little
// dealt; else the average of the last deals by volume, if enough was dealt; else the last deal or the previous MTM, moved to
// the closing bid if that is higher and to the closing offer if that is lower. Never outside the day's limits.
import type { Contract } from '../contracts/contract.ts';
import type { PriceLimits } from '../contracts/contract-listing.ts';
import type { Deal } from '../deals/deal.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import type { DayMark, DayPrices } from '../prices/prices-module.ts';
import type { MarkRules } from '../reference/reference-data.ts';
import type { Closing } from './closings.ts';

const minuteMs = 60_000;

export type FutureMark = Pick<DayMark, 'mtm' | 'method'>;

export interface DayOfFuture {
  readonly closing: Closing;
  /** The day's deals that count for the market, one for each match. */
  readonly deals: readonly Deal[];
  readonly rules: MarkRules;
  readonly prices: Pick<DayPrices, 'last' | 'mtm'>;
  readonly limits: PriceLimits | null;
}

export function officialMark({ tick }: Pick<Contract, 'tick'>, day: DayOfFuture): FutureMark {
  const { limits } = day;
  const mark = lockedMark(day) ?? averageMark(tick, day) ?? snapshotMark(day);
  if (limits === null || (mark.mtm > limits.low && mark.mtm < limits.high)) return mark;
  const mtm = asPrice(Math.min(Math.max(mark.mtm, limits.low), limits.high));
  // A deal at the limit is a deal; a mark that only a bid or offer there gives is the limit's.
  return mtm === mark.mtm && (mark.method === 'last deal' || mark.method === 'VWAP')
    ? mark
    : { mtm, method: 'limit' };
}

/** Null unless the book was locked at a limit for the last minutes of trading, with little dealt in that time. */
function lockedMark({ closing: { at, lock }, deals, rules }: DayOfFuture): FutureMark | null {
  const from = at - rules.lockMinutes * minuteMs;
  if (lock === null || lock.since > from || dealtIn(deals, { from, at }).lots >= rules.lockLots) return null;
  return { mtm: lock.limit, method: 'limit' };
}

/** Null for a contract that is not liquid. Rounded to the nearest tick, half a tick upwards. */
function averageMark(tick: Price, { closing: { at }, deals, rules }: DayOfFuture): FutureMark | null {
  const { value, lots } = dealtIn(deals, { from: at - rules.windowMinutes * minuteMs, at });
  if (lots < rules.liquidLots) return null;
  const ticks = Math.floor((2 * value + lots * tick) / (2 * lots * tick));
  return { mtm: asPrice(ticks * tick), method: 'VWAP' };
}

/** Dealt after `from`, up to and including `at`. */
function dealtIn(deals: readonly Deal[], { from, at }: { readonly from: number; readonly at: number }) {
  let [value, lots] = [0, 0];
  for (const deal of deals) {
    if (deal.dealtAt > at || deal.dealtAt <= from) continue;
    value += deal.value;
    lots += deal.lots;
  }
  return { value, lots };
}

/** The published procedure draws the moment by lot from the last five minutes; here it is the end of trading, so that a replay gives the same MTM. */
function snapshotMark({ prices: { last, mtm }, closing: { bid, offer } }: DayOfFuture): FutureMark {
  const before: Price = last ?? mtm;
  if (bid !== null && bid > before) return { mtm: bid, method: 'bid' };
  if (offer !== null && offer < before) return { mtm: offer, method: 'offer' };
  return { mtm: before, method: last === null ? 'previous' : 'last deal' };
}
