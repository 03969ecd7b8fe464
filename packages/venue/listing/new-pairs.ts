// The splits and spreads that come with new months (market/contracts.md, New months): a pair of the first day has certain places in
// the order of months, the nearest month being the first. When months move up, the months that are at those places now
// are listed as a pair.
import { type ContractMonth, futureName, splitName, spreadName } from '@openpit/terms';
import type { Instrument } from '../contracts/instrument.ts';
import { type Addition, type Market, nextDisplaySeq } from '../reference/market.ts';
import type { Future } from '../reference/reference-data.ts';

/** `futures`: the futures of the instrument, the nearest month first. */
export function* newPairs(
  market: Market,
  { code }: Instrument,
  futures: readonly Future[],
): Generator<Addition> {
  const { referenceData, contracts, businessDay } = market;
  const { splits = [], spreads = [] } = referenceData;
  const places = new Map(
    futures
      .filter((future) => referenceData.futures.includes(future))
      .map((future, place) => [futureName(code, future), place]),
  );
  const isTraded = (name: string) => (contracts.get(name)?.lastDay ?? 0) >= businessDay;
  const traded = futures.filter((future) => isTraded(futureName(code, future)));
  /** The month that is now where this month was on the first day. */
  const successor = (month: ContractMonth): ContractMonth | undefined => {
    const future = traded[places.get(futureName(code, month)) ?? -1];
    return future === undefined ? undefined : { year: future.year, month: future.month };
  };
  for (const split of splits) {
    if (split.instrument !== code) continue;
    const [near, far] = [successor(split.near), successor(split.far)];
    if (near === undefined || far === undefined || contracts.has(splitName(code, near, far))) continue;
    yield { kind: 'split', split: { instrument: code, near, far, displaySeq: nextDisplaySeq(market) } };
  }
  for (const { first, second, year, month } of spreads) {
    const moved = first === code ? successor({ year, month }) : undefined;
    if (moved === undefined || !isTraded(futureName(second, moved))) continue;
    if (contracts.has(spreadName({ first, second, ...moved }))) continue;
    yield { kind: 'spread', spread: { first, second, ...moved, displaySeq: nextDisplaySeq(market) } };
  }
}
