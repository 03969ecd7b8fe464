// Averages of traded lots, and which deals count for a volume.
import { type ContractKind, countsForMarket, type DealOrigin } from '@openpit/venue';

/** The value rounded to a whole number, halves away from zero. */
export const rounded = (value: number): number => Math.round(Math.abs(value)) * Math.sign(value) + 0;

/** The average price in rand of a value in cents times lots, rounded to four decimals. */
export const averageRand = (value: number, lots: number): number => rounded((value * 100) / lots) / 10_000;

/**
 * True if a deal counts for a contract's public volume (market.md, Deal origins): the deals that count for its prices do, and the options
 * of deltas. The premium of a delta's option is not a market price, but its lots were traded.
 */
export const countsForVolume = (origin: DealOrigin, kind: ContractKind | undefined): boolean =>
  countsForMarket[origin] || (origin === 'delta' && kind === 'option');
