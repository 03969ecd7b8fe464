// The chain of one series: one line per strike with its call and its put, and which strike is at the money
// (market.md, Options).
import type { MarketRow } from '@openpit/wire';
import { nearestStrike } from '../../market/market-text.ts';

export interface ChainRow {
  /** The key of the line. */
  readonly strike: number;
  readonly instrument: string;
  readonly call: MarketRow | null;
  readonly put: MarketRow | null;
  readonly isAtTheMoney: boolean;
}

export type Half = 'call' | 'put';

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

/** Whether an exercise would pay at the price of the future. */
export function isInTheMoney({ contractDisplay, reference }: MarketRow): boolean {
  if (reference === undefined) return false;
  const { flag, strike } = contractDisplay;
  return flag === 'C' ? strike < reference : strike > reference;
}
