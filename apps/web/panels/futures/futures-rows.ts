// Which contracts the Futures panel shows: futures only (MODEL-4), grouped by instrument in the order of SHELL-10, their
// months in order.
import { classifyContract, type MarketRow } from '@openpit/wire';
import { compareContracts } from '../../stores/contract-order.ts';

/** Contracts of the futures among `rows`; of these instruments only, if any are named. */
export function futuresContracts(rows: Iterable<MarketRow>, instruments: readonly string[] | null): string[] {
  return [...rows]
    .filter((row) => classifyContract(row.contractDisplay) === 'futures')
    .filter((row) => instruments === null || instruments.includes(row.instrument))
    .sort(compareContracts)
    .map((row) => row.contract);
}

/** The instruments that a panel is limited to by its layout, or null for all (LAYOUT-2 `instrumentSubscriptions`). */
export function subscribedInstruments(instrumentSubscriptions: unknown): readonly string[] | null {
  if (!Array.isArray(instrumentSubscriptions)) return null;
  const codes = instrumentSubscriptions.filter((code): code is string => typeof code === 'string');
  return codes.length === 0 ? null : codes;
}
