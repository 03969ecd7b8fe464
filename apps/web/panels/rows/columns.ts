// Columns that the panels of orders, deals and positions share: texts, times, lots, prices, side, capacity.
import { type Capacity, matchName, type OrderTypeCode, orderTypeNames, type Side } from '@openpit/wire';
import type { ReactNode } from 'react';
import { sideVerb } from '../../actions/order-actions.ts';
import { exchangeTime, type Priced, priceCell, zonedTime } from '../../market/market-text.ts';
import { dash, formatLots, formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';

/** The names of the fields of a row that hold a value of this type. */
type FieldOf<Row, Value> = {
  [Field in keyof Row & string]: Row[Field] extends Value ? Field : never;
}[keyof Row & string];

interface Caption<Row> {
  readonly title: string;
  readonly width: number;
  readonly more?: Partial<GridColumn<Row>>;
}

export function textColumn<Row extends object>(
  id: FieldOf<Row, string | null>,
  { title, width, more }: Caption<Row>,
): GridColumn<Row> {
  const value = (row: Row) => row[id] as string | null;
  return {
    id,
    title,
    width,
    align: 'left',
    text: (row) => value(row) || dash,
    sortValue: value,
    groups: true,
    ...more,
  };
}

/** The name of the contract. The grid widens it to the longest name in the market (`useContractColumns`). */
export function contractColumn<Row extends { readonly contract: string }>(): GridColumn<Row> {
  return {
    id: 'contract',
    title: 'Contract',
    width: 90,
    align: 'left',
    weight: 'strong',
    text: (row) => row.contract,
    sortValue: (row) => row.contract,
    groups: true,
  };
}

export function lotsColumn<Row extends object>(
  id: FieldOf<Row, number>,
  { title, width, more }: Caption<Row>,
): GridColumn<Row> {
  const value = (row: Row) => row[id] as number;
  return {
    id,
    title,
    width,
    align: 'right',
    text: (row) => formatLots(value(row)),
    sortValue: value,
    sum: value,
    ...more,
  };
}

export function priceColumn<Row extends Priced>(
  id: FieldOf<Row, number | null>,
  { title, width, more }: Caption<Row>,
): GridColumn<Row> {
  const value = (row: Row) => row[id] as number | null;
  return {
    id,
    title,
    width,
    align: 'right',
    text: (row) => priceCell(value(row), row),
    sortValue: value,
    ...more,
  };
}

/** An amount of money in rand, to the cent. */
export function randColumn<Row extends object>(
  id: FieldOf<Row, number | null>,
  { title, width, more }: Caption<Row>,
): GridColumn<Row> {
  const value = (row: Row) => row[id] as number | null;
  return {
    id,
    title,
    width,
    align: 'right',
    text: (row) => formatPrice(value(row), 2),
    sortValue: value,
    sum: value,
    sumText: (sum) => formatPrice(sum, 2),
    ...more,
  };
}

/** The number of an order, a deal or a match. */
export function numberColumn<Row extends object>(
  id: FieldOf<Row, number | null>,
  { title, width, more }: Caption<Row>,
): GridColumn<Row> {
  const value = (row: Row) => row[id] as number | null;
  return {
    id,
    title,
    width,
    align: 'right',
    text: (row) => String(value(row) ?? dash),
    tone: () => 'second',
    sortValue: value,
    ...more,
  };
}

/** The number of a deal that both sides, the operator and the files have in common. */
export const matchColumn = <Row extends { readonly matchSeq: number }>(): GridColumn<Row> => ({
  id: 'matchSeq',
  title: 'Match',
  fullTitle: 'Match number: the same for both sides, the operator and in files',
  width: 64,
  align: 'right',
  text: ({ matchSeq }) => matchName(matchSeq),
  tone: () => 'second',
  sortValue: ({ matchSeq }) => matchSeq,
});

export function timeColumn<Row extends object>(
  id: FieldOf<Row, number>,
  { title, width, more }: Caption<Row>,
): GridColumn<Row> {
  const value = (row: Row) => row[id] as number;
  return {
    id,
    title,
    width,
    align: 'left',
    text: (row) => exchangeTime(value(row)),
    exported: (row) => zonedTime(value(row)),
    sortValue: value,
    ...more,
  };
}

export function sideColumn<Row extends { readonly side: Side }>(): GridColumn<Row> {
  return {
    id: 'side',
    title: 'B/S',
    fullTitle: 'Buy or sell',
    width: 42,
    align: 'left',
    text: (row) => sideVerb(row.side),
    groups: true,
    tone: (row) => (row.side === 'B' ? 'buy' : 'sell'),
    weight: 'strong',
    sortValue: (row) => row.side,
  };
}

export function capacityColumn<Row extends { readonly capacity: Capacity }>(): GridColumn<Row> {
  return {
    id: 'capacity',
    title: 'P/A',
    fullTitle: 'Principal or agency',
    width: 38,
    align: 'left',
    text: (row) => row.capacity,
    groups: true,
    sortValue: (row) => row.capacity,
  };
}

export function orderTypeColumn<Row extends { readonly orderType: OrderTypeCode }>(): GridColumn<Row> {
  return {
    id: 'orderType',
    title: 'Type',
    width: 46,
    align: 'left',
    text: (row) => orderTypeNames[row.orderType],
    groups: true,
    tone: () => 'second',
    sortValue: (row) => row.orderType,
  };
}

/** The buttons of a row, at the right edge of the grid. */
export function actionsColumn<Row>(width: number, render: (row: Row) => ReactNode): GridColumn<Row> {
  return { id: 'actions', title: 'Actions', width, align: 'left', pinned: 'end', text: () => '', render };
}

/** The implied volatility at the price of an option or a delta, in percent. */
export function volatilityColumn<Row>(value: (row: Row) => number | null): GridColumn<Row> {
  return {
    id: 'volatility',
    title: 'Vol',
    fullTitle: 'Implied vol %',
    width: 50,
    align: 'right',
    text: (row) => formatPrice(value(row), 2),
    tone: () => 'second',
    sortValue: value,
  };
}
