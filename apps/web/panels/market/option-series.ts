// The series of options and deltas: the contracts on one future with one expiry, and which strike is at the
// money (market.md, Options).
import { type ContractClass, type ContractFacts, classifyContract } from '@openpit/wire';
import { compareContracts } from '../../stores/contract-order.ts';
import { formatDate } from '../../ui/date-text.ts';

export type ChainKind = Extract<ContractClass, 'options' | 'deltas'>;

export interface OptionSeries {
  /** The id that a layout saves: `DEC26 WMAZ 2026-11-20`. */
  readonly id: string;
  readonly underlying: string;
  readonly instrument: string;
  readonly contractDate: string;
  /** `2026-11-20`. */
  readonly optionExpiry: string;
}

/** The series with at least one contract of this kind, in the order of the market. */
export function optionSeries(rows: Iterable<ContractFacts>, kind: ChainKind): OptionSeries[] {
  const series = new Map<string, OptionSeries>();
  for (const row of rows) {
    const of = seriesOf(row, kind);
    if (of !== null && !series.has(of.id)) series.set(of.id, of);
  }
  return [...series.values()].sort(
    (a, b) => compareContracts(a, b) || (a.optionExpiry < b.optionExpiry ? -1 : 1),
  );
}

export function seriesOf(row: ContractFacts, kind: ChainKind): OptionSeries | null {
  const { underlying, optionExpiry, instrument, contractDate } = row;
  if (underlying === undefined || optionExpiry === undefined) return null;
  if (classifyContract(row.contractDisplay) !== kind) return null;
  return { id: `${underlying} ${optionExpiry}`, underlying, instrument, contractDate, optionExpiry };
}

/** How a choice of series names one. */
export const seriesName = ({ underlying, optionExpiry }: OptionSeries) =>
  `${underlying}, expires ${formatDate(optionExpiry)}`;

/** The lower of two that are equally near; null while the price of the future is unknown. */
export function nearestStrike(strikes: readonly number[], reference: number | undefined): number | null {
  if (reference === undefined) return null;
  let nearest: number | null = null;
  for (const strike of [...strikes].sort((a, b) => a - b))
    if (nearest === null || Math.abs(strike - reference) < Math.abs(nearest - reference)) nearest = strike;
  return nearest;
}
