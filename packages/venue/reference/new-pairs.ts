// The splits and spreads that come with new months (domain §2.1): a pair of the first day stands between certain places in the board of months,
// the nearest the first; when months move up, the months that are there now are listed as a pair.
import { isoDate } from '../kernel/civil-date.ts';
import type { Market } from '../state.ts';
import type { AddedListing } from './added-listing.ts';
import { type ContractMonth, futureName, splitName, spreadName } from './contract-names.ts';
import { nextDisplaySeq } from './next-display-seq.ts';
import type { Future, Instrument } from './reference-data.ts';

/** One after the other: each has its number when the one before it has been listed. `listed`: its futures, the nearest month first. */
export function* newPairs(
  market: Market,
  { code }: Instrument,
  listed: readonly Future[],
): Generator<AddedListing> {
  const { referenceData, contracts } = market;
  const { splits = [], spreads = [] } = referenceData;
  const places = new Map(
    listed
      .filter((future) => referenceData.futures.includes(future))
      .map((future, place) => [futureName(code, future), place]),
  );
  const today = isoDate(market.businessDay);
  const isTraded = (name: string) => (contracts.get(name)?.listing.lastTradingDay ?? '') >= today;
  const traded = listed.filter((future) => isTraded(futureName(code, future)));
  const now = (month: ContractMonth): ContractMonth | undefined => {
    const found = traded[places.get(futureName(code, month)) ?? -1];
    return found === undefined ? undefined : { year: found.year, month: found.month };
  };
  for (const split of splits) {
    if (split.instrument !== code) continue;
    const [near, far] = [now(split.near), now(split.far)];
    if (near === undefined || far === undefined || contracts.has(splitName(code, near, far))) continue;
    yield { kind: 'split', split: { instrument: code, near, far, displaySeq: nextDisplaySeq(market) } };
  }
  for (const { first, second, ...month } of spreads) {
    const moved = first === code ? now(month) : undefined;
    if (moved === undefined || !isTraded(futureName(second, moved))) continue;
    if (contracts.has(spreadName({ first, second, ...moved }))) continue;
    yield { kind: 'spread', spread: { first, second, ...moved, displaySeq: nextDisplaySeq(market) } };
  }
}
