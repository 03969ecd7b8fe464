// Options (or their delta twins) as a chain: one line a strike, the call and the put of one future and one expiry beside it, and
// which strike is at the money (domain §4.2).
import { type ContractClass, classifyContract, type MarketRow } from '@openpit/wire';
import { compareContracts } from '../../stores/contract-order.ts';

export type ChainKind = Extract<ContractClass, 'options' | 'deltas'>;

export interface OptionSeries {
  /** What a layout keeps: `DEC26 WMAZ 2026-11-20`. */
  readonly id: string;
  readonly underlying: string;
  readonly instrument: string;
  readonly contractDate: string;
  /** `2026-11-20`. */
  readonly optionExpiry: string;
}

export interface ChainRow {
  /** The key. */
  readonly strike: number;
  readonly instrument: string;
  readonly call: MarketRow | null;
  readonly put: MarketRow | null;
  readonly isAtTheMoney: boolean;
}

export type Half = 'call' | 'put';

/** The series that have at least one contract of this kind, in the order of the market. */
export function optionSeries(rows: Iterable<MarketRow>, kind: ChainKind): OptionSeries[] {
  const series = new Map<string, OptionSeries>();
  for (const row of rows) {
    const of = seriesOf(row, kind);
    if (of !== null && !series.has(of.id)) series.set(of.id, of);
  }
  return [...series.values()].sort(
    (a, b) => compareContracts(a, b) || (a.optionExpiry < b.optionExpiry ? -1 : 1),
  );
}

export function seriesOf(row: MarketRow, kind: ChainKind): OptionSeries | null {
  const { underlying, optionExpiry, instrument, contractDate } = row;
  if (underlying === undefined || optionExpiry === undefined) return null;
  if (classifyContract(row.contractDisplay) !== kind) return null;
  return { id: `${underlying} ${optionExpiry}`, underlying, instrument, contractDate, optionExpiry };
}

/** One line a strike, the lowest first; the one nearest to where the future stands is at the money. */
export function chainRows(rows: Iterable<MarketRow>): ChainRow[] {
  const strikes = new Map<number, { call: MarketRow | null; put: MarketRow | null }>();
  let reference: number | undefined;
  for (const row of rows) {
    const { strike, flag } = row.contractDisplay;
    const line = strikes.get(strike) ?? { call: null, put: null };
    line[flag === 'C' ? 'call' : 'put'] = row;
    strikes.set(strike, line);
    reference ??= row.reference;
  }
  const atTheMoney = nearestStrike([...strikes.keys()], reference);
  return [...strikes]
    .sort(([a], [b]) => a - b)
    .map(([strike, line]) => ({
      strike,
      instrument: (line.call ?? line.put)?.instrument ?? '',
      ...line,
      isAtTheMoney: strike === atTheMoney,
    }));
}

/** Of two that are as near, the lower; null while nobody knows where the future stands. */
export function nearestStrike(strikes: readonly number[], reference: number | undefined): number | null {
  if (reference === undefined) return null;
  let nearest: number | null = null;
  for (const strike of [...strikes].sort((a, b) => a - b))
    if (nearest === null || Math.abs(strike - reference) < Math.abs(nearest - reference)) nearest = strike;
  return nearest;
}

/** Whether exercising would pay at where the future stands. */
export function isInTheMoney({ contractDisplay, reference }: MarketRow): boolean {
  if (reference === undefined) return false;
  const { flag, strike } = contractDisplay;
  return flag === 'C' ? strike < reference : strike > reference;
}
