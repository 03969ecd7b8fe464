// A contract's mark at the end of a day and its limits for the next: a future by official-mark.ts, an option and its delta twin by the
// volatility curve at the future's new mark, a pair at the difference of its legs' marks (domain §4.4, §6.1).
import type { DayMark } from '../events.ts';
import type { Day } from '../kernel/civil-date.ts';
import type { Cents } from '../kernel/units.ts';
import { optionMtm } from '../options/option-terms.ts';
import { pairMtm } from '../pairs/pair-terms.ts';
import type { Contract } from '../state.ts';
import type { FutureMark } from './official-mark.ts';
import { priceLimits } from './price-limits.ts';

/** Futures must have been marked before what depends on them, as they come first in the order of listing. */
export function markContract(
  contract: Contract,
  {
    ended,
    next,
    band,
    official,
  }: {
    readonly ended: Day;
    readonly next: Day;
    readonly band: Cents | null;
    /** Of a future. */
    readonly official: FutureMark | undefined;
  },
): DayMark {
  const previous = contract.mtm;
  const mark = newMark(contract, { ended, official });
  contract.mtm = mark.mtm;
  contract.last = null;
  contract.high = null;
  contract.low = null;
  contract.lock = null;
  const isOutright = contract.option === null && contract.pair === null;
  contract.limits = isOutright ? priceLimits({ ...contract, businessDay: next, band }) : null;
  return { contract: contract.listing.contract, previous, limits: contract.limits, ...mark };
}

function newMark(
  contract: Contract,
  { ended, official }: { readonly ended: Day; readonly official: FutureMark | undefined },
): Pick<DayMark, 'mtm' | 'method' | 'volatility'> {
  const { option, pair, mtm } = contract;
  if (pair !== null) return { mtm: pairMtm(pair), method: 'legs' };
  if (option !== null) return { ...optionMtm(option, option.expiry - ended), method: 'volatility' };
  return official ?? { mtm, method: 'previous' };
}
