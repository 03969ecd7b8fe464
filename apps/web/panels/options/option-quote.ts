// The quote of an option or a delta as volatilities or premiums, and the lots of its hedge (market.md,
// Deltas).
import { hedgeLots } from '@openpit/pricing';
import type { MarketRow } from '@openpit/wire';
import type { ChainKind } from '../../market/market-text.ts';
import { formatLots } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { greeksOf } from './option-greeks.ts';

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
    fullTitle: `Lots of the future that hedge ${orderLots} ${orderLots === 1 ? 'lot' : 'lots'}, your usual quantity`,
    width: 76,
    align: 'right',
    text: (row) => formatLots(value(row)),
    tone: () => 'second',
    sortValue: value,
  };
}
