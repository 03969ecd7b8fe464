// The official MTM of a future (domain §6.1): the average by volume of the last half hour of trading where enough was dealt, else the last
// deal or the mark before it, moved to the closing bid if that is higher and to the closing offer if that is lower; never outside
// the day's limits. What was agreed off-screen or moved by housekeeping counts for nothing. The published moment, drawn by lot in the
// last five minutes, is here the end of trading: a replay must come to the same mark.
import type { Deal } from '../deals/deal.ts';
import type { DayMark } from '../events.ts';
import { type Cents, cents } from '../kernel/units.ts';
import type { Contract } from '../state.ts';
import type { Closing } from './closing.ts';

const windowMs = 30 * 60 * 1000;
/** Lots dealt in the window from which on a contract is liquid. */
const liquidLots = 100;

export type FutureMark = Pick<DayMark, 'mtm' | 'method'>;

/** `deals`: the day's that count for the market, one for each match. */
export function officialMark(contract: Contract, closing: Closing, deals: readonly Deal[]): FutureMark {
  const { limits } = contract;
  const mark = average(contract, closing, deals) ?? snapshot(contract, closing);
  if (limits === null || (mark.mtm > limits.low && mark.mtm < limits.high)) return mark;
  const mtm = cents(Math.min(Math.max(mark.mtm, limits.low), limits.high));
  // A deal at the limit is a deal; a mark that only a bid or offer there gives is the limit's.
  return mtm === mark.mtm && (mark.method === 'last deal' || mark.method === 'VWAP')
    ? mark
    : { mtm, method: 'limit' };
}

/** Null for a contract that is not liquid. Rounded to the nearest tick, half a tick upwards. */
function average({ tick }: Contract, { at }: Closing, deals: readonly Deal[]): FutureMark | null {
  let [value, lots] = [0, 0];
  for (const deal of deals) {
    if (deal.dealtAt > at || deal.dealtAt <= at - windowMs) continue;
    value += deal.value;
    lots += deal.lots;
  }
  if (lots < liquidLots) return null;
  const ticks = Math.floor((2 * value + lots * tick) / (2 * lots * tick));
  return { mtm: cents(ticks * tick), method: 'VWAP' };
}

function snapshot({ last, mtm }: Contract, { bid, offer }: Closing): FutureMark {
  const before: Cents = last ?? mtm;
  if (bid !== null && bid > before) return { mtm: bid, method: 'bid' };
  if (offer !== null && offer < before) return { mtm: offer, method: 'offer' };
  return { mtm: before, method: last === null ? 'previous' : 'last deal' };
}
