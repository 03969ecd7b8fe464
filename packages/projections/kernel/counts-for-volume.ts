// Which deals the public volume of a contract has (market.md, Deal origins): those that count for its prices, and the options of
// deltas, whose premium says nothing about the market but whose lots were traded.
import { type ContractKind, countsForMarket, type DealOrigin } from '@openpit/venue';

export const countsForVolume = (origin: DealOrigin, kind: ContractKind | undefined): boolean =>
  countsForMarket[origin] || (origin === 'delta' && kind === 'option');
