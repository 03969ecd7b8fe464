// The computations of the Options and Deltas panels (market/options.md, Options, Deltas): the lines of a chain with the strike at the money, the
// greeks of an option at its MTM volatility and the price of its future, quotes as volatilities or premiums, and the lots of a hedge.
import { black76, hedgeLots, type ScreenGreeks, screenGreeks, yearsFromDays } from '@openpit/pricing';
import type { MarketRow } from '@openpit/wire';
import { type ChainKind, lotsText, nearestStrike } from '../../market/market-text.ts';
import { formatLots } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';

export interface ChainRow {
  /** The key of the line. */
  readonly strike: number;
  readonly instrument: string;
  readonly call: MarketRow | null;
  readonly put: MarketRow | null;
  readonly isAtTheMoney: boolean;
}

export type ChainHalf = 'call' | 'put';

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

/** True if an exercise would pay at the price of the future. */
export function isInTheMoney({ contractDisplay, reference }: MarketRow): boolean {
  if (reference === undefined) return false;
  const { flag, strike } = contractDisplay;
  return flag === 'C' ? strike < reference : strike > reference;
}

const cache = new WeakMap<MarketRow, ScreenGreeks | null>();

/** The greeks in the units of the screen; null while the price of the future or the volatility is unknown. */
export function greeksOf(row: MarketRow): ScreenGreeks | null {
  const before = cache.get(row);
  if (before !== undefined) return before;
  const greeks = computed(row);
  cache.set(row, greeks);
  return greeks;
}

function computed({ reference, daysToExpiry, mtmVol, contractDisplay }: MarketRow): ScreenGreeks | null {
  if (reference === undefined || daysToExpiry === undefined || mtmVol === undefined) return null;
  if (reference <= 0 || contractDisplay.strike <= 0 || mtmVol < 0) return null;
  return screenGreeks(
    black76({
      type: contractDisplay.flag === 'C' ? 'call' : 'put',
      forward: reference,
      strike: contractDisplay.strike,
      years: yearsFromDays(daysToExpiry),
      volatility: mtmVol / 100,
    }),
  );
}

export interface Quote {
  readonly bid: number | null;
  readonly offer: number | null;
  readonly mtm: number | null;
  /** The last price: a premium for an option, a volatility for a delta. */
  readonly last: number | null;
}

/** Bid, offer and MTM as volatilities or as premiums. */
export function quoteOf(row: MarketRow, show: 'volatility' | 'premium', kind: ChainKind): Quote {
  if (show === 'volatility')
    return {
      bid: row.bidVol ?? null,
      offer: row.offerVol ?? null,
      mtm: row.mtmVol ?? null,
      last: kind === 'deltas' ? row.last : null,
    };
  if (kind === 'deltas')
    return {
      bid: row.bidPremium ?? null,
      offer: row.offerPremium ?? null,
      mtm: greeksOf(row)?.premium ?? null,
      last: null,
    };
  return { bid: row.bid, offer: row.offer, mtm: row.mtm, last: row.last };
}

/** The lots of the future that hedge these lots of the option; null while its delta is unknown. */
export function hedgeOfLots(row: MarketRow, orderLots: number): number | null {
  return row.delta === undefined ? null : hedgeLots(orderLots, row.delta);
}

export const percent = (ratio: number | undefined) => (ratio === undefined ? null : ratio * 100);

/** The lots of the future that hedge the usual quantity. */
export function hedgeColumn<Row>(
  id: string,
  orderLots: number,
  value: (row: Row) => number | null,
): GridColumn<Row> {
  return {
    id,
    title: `Hedge for ${orderLots}`,
    fullTitle: `Lots of the future that hedge ${lotsText(orderLots)}, your usual quantity`,
    width: 76,
    align: 'right',
    text: (row) => formatLots(value(row)),
    tone: () => 'second',
    sortValue: value,
  };
}
