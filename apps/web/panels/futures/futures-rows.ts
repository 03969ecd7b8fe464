// Which contracts the Futures panel shows: futures only (MODEL-4), grouped by instrument in the order of SHELL-10, their
// months in order.
import { classifyContract, type LayoutColumn, type MarketRow } from '@openpit/wire';
import { compareContracts } from '../../stores/contract-order.ts';

/** Contracts of the futures among `rows`; of these instruments and of this list only, where there are such. */
export function futuresContracts(
  rows: Iterable<MarketRow>,
  instruments: readonly string[] | null,
  list: readonly string[] | null = null,
): string[] {
  return [...rows]
    .filter((row) => classifyContract(row.contractDisplay) === 'futures')
    .filter((row) => instruments === null || instruments.includes(row.instrument))
    .filter((row) => list === null || list.includes(row.contract))
    .sort(compareContracts)
    .map((row) => row.contract);
}

/** The instruments that a panel is limited to by its layout, or null for all (LAYOUT-2 `instrumentSubscriptions`). */
export function subscribedInstruments(instrumentSubscriptions: unknown): readonly string[] | null {
  if (!Array.isArray(instrumentSubscriptions)) return null;
  const codes = instrumentSubscriptions.filter((code): code is string => typeof code === 'string');
  return codes.length === 0 ? null : codes;
}

/** The contracts that the user has put on the panel's list, as its layout keeps them. */
export function savedList({ props }: Pick<LayoutColumn, 'props'>): readonly string[] {
  const list = props?.list;
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
}

export function toggledInList(list: readonly string[], contract: string): string[] {
  return list.includes(contract) ? list.filter((other) => other !== contract) : [...list, contract];
}
