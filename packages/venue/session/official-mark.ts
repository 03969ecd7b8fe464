// The official MTM of a future (domain §6.1): the limit where its book has been locked there for the last quarter of an hour with little
// dealt; else the average by volume of the last half hour of trading where enough was dealt, else the last
// deal or the mark before it, moved to the closing bid if that is higher and to the closing offer if that is lower; never outside
// the day's limits. What was agreed off-screen or moved by housekeeping counts for nothing. The published moment, drawn by lot in the
// last five minutes, is here the end of trading: a replay must come to the same mark.
import type { Deal } from '../deals/deal.ts';
import type { DayMark } from '../events.ts';
import { type Cents, cents } from '../kernel/units.ts';
import type { MarkRules } from '../reference/reference-data.ts';
import type { Contract } from '../state.ts';
import type { Closing } from './closing.ts';

const minuteMs = 60_000;

export type FutureMark = Pick<DayMark, 'mtm' | 'method'>;

export interface DayOfFuture {
  readonly closing: Closing;
  /** The day's that count for the market, one for each match. */
  readonly deals: readonly Deal[];
  readonly rules: MarkRules;
}

export function officialMark(contract: Contract, day: DayOfFuture): FutureMark {
  const { limits } = contract;
  const mark = lockedAt(day) ?? average(contract, day) ?? snapshot(contract, day.closing);
  if (limits === null || (mark.mtm > limits.low && mark.mtm < limits.high)) return mark;
  const mtm = cents(Math.min(Math.max(mark.mtm, limits.low), limits.high));
  // A deal at the limit is a deal; a mark that only a bid or offer there gives is the limit's.
  return mtm === mark.mtm && (mark.method === 'last deal' || mark.method === 'VWAP')
    ? mark
    : { mtm, method: 'limit' };
}

/** The limit at which the book was locked for the last minutes of trading, with little dealt meanwhile; else null. */
function lockedAt({ closing: { at, lock }, deals, rules }: DayOfFuture): FutureMark | null {
  const from = at - rules.lockMinutes * minuteMs;
  if (lock === null || lock.since > from || dealtIn(deals, { from, at }).lots >= rules.lockLots) return null;
  return { mtm: lock.limit, method: 'limit' };
}

/** Null for a contract that is not liquid. Rounded to the nearest tick, half a tick upwards. */
function average({ tick }: Contract, { closing: { at }, deals, rules }: DayOfFuture): FutureMark | null {
  const { value, lots } = dealtIn(deals, { from: at - rules.windowMinutes * minuteMs, at });
  if (lots < rules.liquidLots) return null;
  const ticks = Math.floor((2 * value + lots * tick) / (2 * lots * tick));
  return { mtm: cents(ticks * tick), method: 'VWAP' };
}

/** After the one moment, up to the other. */
function dealtIn(deals: readonly Deal[], { from, at }: { readonly from: number; readonly at: number }) {
  let [value, lots] = [0, 0];
  for (const deal of deals) {
    if (deal.dealtAt > at || deal.dealtAt <= from) continue;
    value += deal.value;
    lots += deal.lots;
  }
  return { value, lots };
}

function snapshot({ last, mtm }: Contract, { bid, offer }: Closing): FutureMark {
  const before: Cents = last ?? mtm;
  if (bid !== null && bid > before) return { mtm: bid, method: 'bid' };
  if (offer !== null && offer < before) return { mtm: offer, method: 'offer' };
  return { mtm: before, method: last === null ? 'previous' : 'last deal' };
}
