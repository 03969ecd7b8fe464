// Columns that the panels of positions share: signed lots, and profits in rand.
import { formatProfit, formatSigned } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';

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
    text: (row) => formatProfit(of(row), 2),
    tone: (row) => toneOf(of(row)),
    sortValue: of,
    sum: of,
    sumText: (sum) => formatProfit(sum, 2),
    ...more,
  };
}

const toneOf = (rand: number | null): CellTone | undefined =>
  rand === null || rand === 0 ? 'second' : rand > 0 ? 'up' : 'down';

/** The net lots of a position; short is negative. */
export function netLotsColumn<Row extends { readonly opening: number; readonly net: number }>(
  id: 'opening' | 'net',
  { title, fullTitle, ...more }: Caption<Row>,
): GridColumn<Row> {
  return {
    id,
    title,
    fullTitle: fullTitle ?? title,
    width: 58,
    align: 'right',
    text: (row) => signedLots(row[id]),
    sortValue: (row) => row[id],
    sum: (row) => row[id],
    sumText: signedLots,
    ...more,
  };
}
