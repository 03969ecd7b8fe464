// Selects the deals that count for a volume.
import { type ContractKind, countsForMarket, type DealOrigin } from '@openpit/venue';

/**
 * True if a deal counts for a contract's public volume (market/deals.md, Deal origins): the deals that count for its prices do, and the options
 * of deltas. The premium of a delta's option is not a market price, but its lots were traded.
 */
export const countsForVolume = (origin: DealOrigin, kind: ContractKind | undefined): boolean =>
  countsForMarket[origin] || (origin === 'delta' && kind === 'option');
