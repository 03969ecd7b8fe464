// What is listed after the market's first day: months with their options, splits and spreads as others expire, and strikes that dealers ask
// for. The venue remembers them in their order, so that a market put back from a snapshot lists the same again.
import { present } from '../kernel/assert.ts';
import type { Cents } from '../kernel/units.ts';
import type { Contract, Market } from '../state.ts';
import { listFuture, listSeries, listSplit, listSpread, listStrike } from './list-contracts.ts';
import type { Future, OptionSeries, Split, Spread } from './reference-data.ts';

export type AddedListing =
  | { readonly kind: 'future'; readonly future: Future }
  | { readonly kind: 'options'; readonly series: OptionSeries }
  | { readonly kind: 'split'; readonly split: Split }
  | { readonly kind: 'spread'; readonly spread: Spread }
  | {
      readonly kind: 'strike';
      /** The future, `MAR27 WMAZ`. */
      readonly on: string;
      readonly strike: Cents;
      /** Of its call; the other three follow. */
      readonly displaySeq: number;
    };

/** Lists it, now or when the market is put back; returns its contracts. */
export function listAdded(market: Market, added: AddedListing): Contract[] {
  const contracts = contractsOf(market, added);
  for (const contract of contracts) market.contracts.set(contract.listing.contract, contract);
  market.added.push(added);
  return contracts;
}

function contractsOf(market: Market, added: AddedListing): Contract[] {
  const { contracts, referenceData } = market;
  switch (added.kind) {
    case 'future': {
      const { instrument: code } = added.future;
      const instrument = referenceData.instruments.find((one) => one.code === code);
      return [listFuture(added.future, present(instrument, `no instrument ${code}`), market)];
    }
    case 'options':
      return listSeries(contracts, added.series, market);
    case 'split':
      return [listSplit(contracts, added.split)];
    case 'spread':
      return [listSpread(contracts, added.spread)];
    case 'strike':
      return listStrike(present(contracts.get(added.on), `no future ${added.on}`), added, market);
  }
}
