// Columns that the panels of positions share: signed lots, profits in rand, and the values at the prices of the market.
import type { PositionRow } from '@openpit/wire';
import { type Priced, priceCell } from '../../market/market-text.ts';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import type { Prices } from '../sources/prices.ts';
import { deltaLotsOf, mtmProfitOf, ofFuture, openProfitOf, premiumValueOf } from './positions.ts';

type Caption<Row> = Partial<GridColumn<Row>> & Pick<GridColumn<Row>, 'title' | 'fullTitle'>;

/** Signed lots: "+5", "−3". */
export const signedLots = (lots: number) => formatSigned(lots, 0);

/** A profit or loss in rand, with its sign and colour. */
export function profitColumn<Row>(
  id: string,
  of: (row: Row) => number | null,
  { title, fullTitle, ...more }: Caption<Row>,
): GridColumn<Row> {
  return {
    id,
    title,
    fullTitle: fullTitle ?? title,
    width: 98,
    align: 'right',
    text: (row) => formatSigned(of(row), 2),
    tone: (row) => toneOf(of(row)),
    sortValue: of,
    sum: of,
    sumText: (sum) => formatSigned(sum, 2),
    ...more,
  };
}

const toneOf = (rand: number | null): CellTone | undefined =>
  rand === null || rand === 0 ? 'second' : rand > 0 ? 'up' : 'down';

/** The net lots of a position; short is negative. A sum counts futures: a call is no future, and a put is the opposite of one. */
export function netLotsColumn<
  Row extends { readonly contract: string; readonly opening: number; readonly net: number },
>(id: 'opening' | 'net', { title, fullTitle, ...more }: Caption<Row>): GridColumn<Row> {
  return {
    id,
    title,
    fullTitle: fullTitle ?? title,
    width: 58,
    align: 'right',
    text: (row) => signedLots(row[id]),
    sortValue: (row) => row[id],
    sum: (row) => ofFuture(row, row[id]),
    sumText: signedLots,
    ...more,
  };
}

type Valued = Priced & Pick<PositionRow, 'contract' | 'net' | 'cost' | 'tons' | 'realised'>;

/** What a position is worth in the market. A value is shown as stale while the price of its contract is not received. */
export function valueColumns<Row extends Valued>(market: Pick<Prices, 'get' | 'isLive'>) {
  const of = (row: Row) => market.get(row.contract);
  const isStale = (row: Row) => !market.isLive(row.contract);
  const price = (id: 'last' | 'mtm', title: string, fullTitle: string): GridColumn<Row> => ({
    id,
    title,
    fullTitle,
    width: 66,
    align: 'right',
    text: (row) => priceCell(of(row)?.[id] ?? null, row),
    isStale,
    sortValue: (row) => of(row)?.[id] ?? null,
  });
  const deltaLots = (row: Row) => deltaLotsOf(row, of(row));
  const premium = (row: Row) => premiumValueOf(row, of(row));
  const prices: readonly GridColumn<Row>[] = [
    price('mtm', 'MTM', 'Previous mark-to-market price'),
    price('last', 'Last', 'Last price of the contract'),
  ];
  const profits: readonly GridColumn<Row>[] = [
    profitColumn<Row>('open', (row) => openProfitOf(row, of(row)), {
      title: 'Open P/L, R',
      fullTitle: 'Open profit in rand at the last price, or at the MTM before the first deal',
      weight: 'strong',
      isStale,
    }),
    profitColumn<Row>('mtmProfit', (row) => mtmProfitOf(row, of(row)), {
      title: 'MTM P/L, R',
      fullTitle: 'Profit in rand of the net position at the previous MTM',
      isStale,
    }),
    profitColumn<Row>('realised', (row) => row.realised, {
      title: 'Realised, R',
      fullTitle: 'Profit in rand of lots that were closed today',
    }),
  ];
  const delta: GridColumn<Row> = {
    id: 'deltaLots',
    title: 'Delta lots',
    fullTitle: 'Delta-equivalent lots: lots of the future that move like this position',
    width: 70,
    align: 'right',
    text: (row) => {
      const lots = deltaLots(row);
      return lots === null ? dash : signedPart(lots);
    },
    isStale,
    sortValue: deltaLots,
    sum: deltaLots,
    sumText: signedPart,
  };
  const premiums: GridColumn<Row> = {
    id: 'premium',
    title: 'Premium, R',
    fullTitle: 'Premium value of an option position, in rand',
    width: 98,
    align: 'right',
    text: (row) => formatPrice(premium(row), 2),
    isStale,
    sortValue: premium,
    sum: premium,
    sumText: (sum) => formatPrice(sum, 2),
  };
  return { prices, profits, deltaLots: delta, premium: premiums };
}

/** Signed parts of lots: "−3.9". */
export const signedPart = (lots: number) => formatSigned(lots, 1);

/** Long in the colour of buying, short in that of selling. */
export const netTone = ({ net }: Pick<PositionRow, 'net'>): CellTone =>
  net === 0 ? 'second' : net > 0 ? 'buy' : 'sell';
