// The contracts of the Futures panel: futures that trade (MODEL-4), by instrument in the order of SHELL-10 and then
// by month.
import { type ContractFacts, classifyContract, type LayoutColumn } from '@openpit/wire';
import { compareContracts, isInNoticePeriod } from '../../stores/market-days.ts';
import { isOfInstruments } from '../parts/market/instrument-filter.tsx';

/** The futures among `rows`, limited to these instruments and to this list; null for no limit. */
export function futuresContracts(
  rows: Iterable<ContractFacts>,
  instruments: readonly string[] | null,
  list: readonly string[] | null = null,
): string[] {
  return [...rows]
    .filter((row) => classifyContract(row.contractDisplay) === 'futures' && !isInNoticePeriod(row))
    .filter((row) => isOfInstruments(row, instruments))
    .filter((row) => list === null || list.includes(row.contract))
    .sort(compareContracts)
    .map((row) => row.contract);
}

/** The user's list of contracts for the panel, as the layout saves it. */
export function savedList({ props }: Pick<LayoutColumn, 'props'>): readonly string[] {
  const list = props?.list;
  return Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : [];
}

export function toggledInList(list: readonly string[], contract: string): string[] {
  return list.includes(contract) ? list.filter((other) => other !== contract) : [...list, contract];
}
