// Columns that the panels of positions share: lots, and their value at the market's prices.
import type { PositionRow } from '@openpit/wire';
import type { Priced } from '../../../market/market-text.ts';
import type { Prices } from '../../../market/prices.ts';
import { formatSigned } from '../../../ui/format.ts';
import type { CellTone, GridColumn } from '../../../ui/live-grid/grid-column.ts';
import { lots, price, rand, signedLots, signedRand } from '../column-kinds.ts';
import { deltaLotsOf, mtmProfitOf, ofFuture, openProfitOf, premiumValueOf } from './positions.ts';

type Held = Priced &
  Pick<PositionRow, 'contract' | 'opening' | 'bought' | 'sold' | 'net' | 'cost' | 'tons' | 'realised'>;

/** A value is shown as stale while the price of its contract is not received. */
export function positionColumns<Row extends Held>(market: Pick<Prices, 'get' | 'isLive'>) {
  const marketRowOf = (row: Row) => market.get(row.contract);
  const isStale = (row: Row) => !market.isLive(row.contract);
  const tenths = (value: number | null) => formatSigned(value, 1);
  const deltaLots = (row: Row) => deltaLotsOf(row, marketRowOf(row));
  return {
    opening: signedLots<Row>('opening', 'Opening', 58, {
      value: (row) => row.opening,
      help: 'Net lots at the start of the day',
      sum: (row) => ofFuture(row, row.opening),
      rank: 15,
    }),
    dealt: [
      lots<Row>('bought', 'Bought', 54, { value: (row) => row.bought, rank: 14 }),
      lots<Row>('sold', 'Sold', 50, { value: (row) => row.sold, rank: 14 }),
    ],
    deltaLots: signedLots<Row>('deltaLots', 'Delta lots', 70, {
      value: deltaLots,
      help: 'Delta-equivalent lots: lots of the future that move like this position',
      text: (row) => tenths(deltaLots(row)),
      isStale,
      sumText: tenths,
      rank: 4,
    }),
    values: [
      price<Row>('mtm', 'MTM', 66, {
        value: (row) => marketRowOf(row)?.mtm ?? null,
        help: 'Previous mark-to-market price',
        isStale,
        rank: 13,
      }),
      price<Row>('last', 'Last', 66, {
        value: (row) => marketRowOf(row)?.last ?? null,
        help: 'Last price of the contract',
        isStale,
        rank: 7,
      }),
      signedRand<Row>('open', 'Open P/L, R', 98, {
        value: (row) => openProfitOf(row, marketRowOf(row)),
        help: 'Open profit in rand at the last price, or at the MTM before the first deal',
        weight: 'strong',
        isStale,
        rank: 2,
        phone: 'price',
      }),
      signedRand<Row>('mtmProfit', 'MTM P/L, R', 98, {
        value: (row) => mtmProfitOf(row, marketRowOf(row)),
        help: 'Profit in rand of the net position at the previous MTM',
        isStale,
        rank: 11,
      }),
      signedRand<Row>('realised', 'Realised, R', 98, {
        value: (row) => row.realised,
        help: 'Profit in rand of lots that were closed today',
        rank: 9,
      }),
    ],
    premium: rand<Row>('premium', 'Premium, R', 98, {
      value: (row) => premiumValueOf(row, marketRowOf(row)),
      help: 'Premium value of an option position, in rand',
      isStale,
    }),
  } satisfies Record<string, GridColumn<Row> | readonly GridColumn<Row>[]>;
}

/** Long in the colour of buying, short in the colour of selling. */
export const netTone = ({ net }: Pick<PositionRow, 'net'>): CellTone =>
  net === 0 ? 'second' : net > 0 ? 'buy' : 'sell';
