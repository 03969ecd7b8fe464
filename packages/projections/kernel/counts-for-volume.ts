// The deals that count for a contract's public volume (market.md, Deal origins): the deals that count for its prices, and the options of
// deltas. The premium of a delta's option is no market price, but its lots were traded.
import { type ContractKind, countsForMarket, type DealOrigin } from '@openpit/venue';

export const countsForVolume = (origin: DealOrigin, kind: ContractKind | undefined): boolean =>
  countsForMarket[origin] || (origin === 'delta' && kind === 'option');
