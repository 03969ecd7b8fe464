// The chain of options or deltas on one future with one expiry: one line per strike with its call and its
// put, and which strike is at the money (market.md, Options).
import { type ContractClass, classifyContract, type MarketRow } from '@openpit/wire';
import { compareContracts } from '../../stores/contract-order.ts';

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

export interface ChainRow {
  /** The key of the line. */
  readonly strike: number;
  readonly instrument: string;
  readonly call: MarketRow | null;
  readonly put: MarketRow | null;
  readonly isAtTheMoney: boolean;
}

export type Half = 'call' | 'put';

/** The series with at least one contract of this kind, in the order of the market. */
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

/** One line per strike, the lowest first. The strike nearest to the price of the future is at the money. */
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

/** The lower of two that are equally near; null while the price of the future is unknown. */
export function nearestStrike(strikes: readonly number[], reference: number | undefined): number | null {
  if (reference === undefined) return null;
  let nearest: number | null = null;
  for (const strike of [...strikes].sort((a, b) => a - b))
    if (nearest === null || Math.abs(strike - reference) < Math.abs(nearest - reference)) nearest = strike;
  return nearest;
}

/** Whether an exercise would pay at the price of the future. */
export function isInTheMoney({ contractDisplay, reference }: MarketRow): boolean {
  if (reference === undefined) return false;
  const { flag, strike } = contractDisplay;
  return flag === 'C' ? strike < reference : strike > reference;
}
