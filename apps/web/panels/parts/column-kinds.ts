// The kinds of columns. A panel's columns are one table with one line per column: `price('last', 'Last', 66, { rank: 2 })`. The
// order of the table is the order on the screen, a narrow panel hides columns with the highest `rank` first, and `phone` is the
// column's place on a phone. Pass every deviation as an option, because a copied and modified column may keep properties that no
// longer hold.

import {
  type Capacity,
  matchName,
  type OrderTypeCode,
  orderTypeOf,
  orderTypes,
  type Side,
} from '@openpit/wire';
import type { ReactNode } from 'react';
import {
  averageCell,
  exchangeTime,
  lotsOrNone,
  type Priced,
  priceCell,
  sideVerb,
  signedCell,
  zonedTime,
} from '../../market/market-text.ts';
import { dash, formatDate, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { CellTone, GridColumn, PhonePlace } from '../../ui/live-grid/grid-column.ts';

/** The names of the fields of a row that hold a value of this type. */
type FieldOf<Row, Value> = {
  [Field in keyof Row & string]-?: Row[Field] extends Value | undefined ? Field : never;
}[keyof Row & string];

export interface LookOptions<Row>
  extends Partial<Omit<GridColumn<Row>, 'id' | 'fullTitle' | 'tone' | 'sum' | 'of'>> {
  /** The full name, when the title is an abbreviation. */
  readonly help?: string | undefined;
  readonly tone?: CellTone | GridColumn<Row>['tone'];
  /** The number that a sum adds up instead of the value; false for a column without sums. */
  readonly sum?: false | ((row: Row) => number | null);
}

interface ColumnOptions<Row, Value> extends LookOptions<Row> {
  /** The value of a column that shows no field of its row. It may depend on data outside the row. */
  value?(row: Row): Value;
}

/** A kind of column: its id is the field that it shows, or any id with an option `value`. Widths are in pixels. */
interface ColumnKind<Base, Value> {
  <Row extends Base>(
    id: FieldOf<Row, Value>,
    title: string,
    width: number,
    options?: ColumnOptions<NoInfer<Row>, Value>,
  ): GridColumn<Row>;
  <Row extends Base>(
    id: string,
    title: string,
    width: number,
    options: ColumnOptions<NoInfer<Row>, Value> & { value(row: NoInfer<Row>): Value },
  ): GridColumn<Row>;
}

type Defaults<Row> = Partial<GridColumn<Row>> & Pick<GridColumn<Row>, 'align' | 'text'>;

function kind<Base extends object, Value>(
  defaultsOf: (value: (row: Base) => Value) => Defaults<Base>,
): ColumnKind<Base, Value> {
  return (id: string, title: string, width: number, columnOptions: ColumnOptions<Base, Value> = {}) => {
    const { value, ...options } = columnOptions;
    const field = (row: Base) => ((row as Record<string, unknown>)[id] ?? null) as Value;
    return column(id, title, width, defaultsOf(value ?? field), {
      // A cell whose look depends only on the field is not rewritten while the field stays the same.
      ...(dependent.every((name) => typeof columnOptions[name] !== 'function') && {
        of: field as (row: Base) => string | number | null,
      }),
      ...options,
    });
  };
}

const dependent = ['value', 'text', 'tone', 'note', 'mark', 'isHeavy', 'isStale', 'share', 'render'] as const;

function column<Row>(
  id: string,
  title: string,
  width: number,
  defaults: Defaults<Row>,
  { help, tone, sum, ...options }: LookOptions<Row> & Pick<GridColumn<Row>, 'of'>,
): GridColumn<Row> {
  const { sum: sumOfValue, sumText, ...rest } = defaults;
  const summed = sum ?? sumOfValue;
  return {
    id,
    title,
    width,
    ...rest,
    fullTitle: help,
    ...(tone !== undefined && { tone: typeof tone === 'function' ? tone : () => tone }),
    ...(summed && { sum: summed, ...(sumText !== undefined && { sumText }) }),
    ...options,
  };
}

/** Gains in the colour of rising prices, losses in the colour of falling prices. */
export const gainTone = (value: number | null): CellTone | undefined =>
  value === null || value === 0 ? undefined : value > 0 ? 'up' : 'down';

export const sideTone = ({ side }: { readonly side: Side }): CellTone => (side === 'B' ? 'buy' : 'sell');

const signed = (decimals: number) => (value: number | null) => formatSigned(value, decimals);

export const text = kind<object, string | null>((value) => ({
  align: 'left',
  text: (row) => value(row) || dash,
  sortValue: value,
  groups: true,
}));

/** A day, `2026-12-23`. */
export const date = kind<object, string | null>((value) => ({
  align: 'left',
  text: (row) => {
    const day = value(row);
    return day === null ? dash : formatDate(day);
  },
  exported: value,
  groups: true,
  sortValue: value,
}));

/** Epoch milliseconds, as the time at the exchange. */
export const time = kind<object, number | null>((value) => ({
  align: 'left',
  text: (row) => exchangeTime(value(row)),
  exported: (row) => zonedTime(value(row)),
  sortValue: value,
}));

export const lots = kind<object, number | null>((value) => ({
  align: 'right',
  text: (row) => formatLots(value(row)),
  sortValue: value,
  sum: value,
}));

const hasNoSide = (shown: ReadonlySet<string> | undefined) => shown?.has('side') === false;

/** Lots bought or sold: signed like a position, "−5", while a narrow panel has no room for the column of the side. */
export const sideLots = kind<{ readonly side: Side }, number | null>((value) => ({
  align: 'right',
  text: (row, shown) => {
    const lots = value(row);
    return hasNoSide(shown) && lots !== null
      ? formatSigned(row.side === 'B' ? lots : -lots, 0)
      : formatLots(lots);
  },
  tone: (row, shown) => (hasNoSide(shown) ? sideTone(row) : undefined),
  sortValue: value,
  sum: value,
}));

/** The lots at a price, with a dash for none. They cannot be added up. */
export const quantity = kind<object, number>((value) => ({
  align: 'right',
  text: (row) => lotsOrNone(value(row)),
  sortValue: value,
}));

/** Lots, negative if short: "+5", "−3". */
export const signedLots = kind<object, number | null>((value) => ({
  align: 'right',
  text: (row) => formatSigned(value(row), 0),
  sortValue: value,
  sum: value,
  sumText: signed(0),
}));

/** A price in rand per ton; of a delta the volatility in percent. */
export const price = kind<Priced, number | null>((value) => ({
  align: 'right',
  text: (row) => priceCell(value(row), row),
  sortValue: value,
}));

/** A price with the decimals of an average. */
export const average = kind<Priced, number | null>((value) => ({
  align: 'right',
  text: (row) => averageCell(value(row), row),
  sortValue: value,
}));

/** The change of a price, with its sign and colour. */
export const change = kind<Priced, number | null>((value) => ({
  align: 'right',
  text: (row) => signedCell(value(row), row),
  tone: (row) => gainTone(value(row)),
  sortValue: value,
}));

/** An amount of money in rand, to the cent. */
export const rand = kind<object, number | null>((value) => ({
  align: 'right',
  text: (row) => formatPrice(value(row), 2),
  sortValue: value,
  sum: value,
  sumText: (sum) => formatPrice(sum, 2),
}));

/** A profit, or money that moves, in rand: with its sign and colour. */
export const signedRand = kind<object, number | null>((value) => ({
  align: 'right',
  text: (row) => formatSigned(value(row), 2),
  tone: (row) => gainTone(value(row)),
  sortValue: value,
  sum: value,
  sumText: signed(2),
}));

/** A number with two decimals that cannot be added up, such as a percentage. */
export const rate = kind<object, number | null>((value) => ({
  align: 'right',
  text: (row) => formatPrice(value(row), 2),
  sortValue: value,
}));

/** The number of an order, a deal or a match. */
export const number = kind<object, number | null>((value) => ({
  align: 'right',
  text: (row) => String(value(row) ?? dash),
  tone: () => 'second',
  sortValue: value,
}));

/** The name of the contract. The grid widens it to the longest name in the market (`useContractColumns`). */
export const contract = <Row extends { readonly contract: string }>(
  options: ColumnOptions<NoInfer<Row>, string | null> = {},
): GridColumn<Row> =>
  text<Row>('contract', 'Contract', 90, {
    value: (row) => row.contract,
    weight: 'strong',
    phone: 'contract',
    ...options,
  });

/** The implied volatility at the price of an option or a delta, in percent. */
export const volatility = <Row extends object>(
  value: (row: NoInfer<Row>) => number | null,
  options: ColumnOptions<NoInfer<Row>, number | null> = {},
): GridColumn<Row> =>
  rate<Row>('volatility', 'Vol', 50, { help: 'Implied vol %', tone: 'second', ...options, value });

export const side = <Row extends { readonly side: Side }>(
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  column<Row>(
    'side',
    'B/S',
    42,
    {
      align: 'left',
      text: (row) => sideVerb(row.side),
      groups: true,
      tone: sideTone,
      weight: 'strong',
      sortValue: (row) => row.side,
    },
    { help: 'Buy or sell', ...options },
  );

export const capacity = <Row extends { readonly capacity: Capacity | null }>(): GridColumn<Row> =>
  text<Row>('capacity', 'P/A', 38, { value: (row) => row.capacity, help: 'Principal or agency' });

export const orderType = <Row extends { readonly orderType: OrderTypeCode }>(
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  column<Row>(
    'orderType',
    'Type',
    46,
    {
      align: 'left',
      text: (row) => orderTypes[orderTypeOf(row.orderType)].short,
      groups: true,
      tone: () => 'second',
      sortValue: (row) => row.orderType,
    },
    options,
  );

/** The number of a deal that both sides, the operator and the files have in common. */
export const match = <Row extends { readonly matchSeq: number }>(
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  column<Row>(
    'matchSeq',
    'Match',
    64,
    {
      align: 'right',
      text: ({ matchSeq }) => matchName(matchSeq),
      tone: () => 'second',
      sortValue: ({ matchSeq }) => matchSeq,
    },
    { help: 'Match number: the same for both sides, the operator and in files', ...options },
  );

/** Columns whose rows step back if nothing more can happen to them: grey except for their state. */
export const withGreyRows = <Row>(
  columns: readonly GridColumn<Row>[],
  isGrey: (row: Row) => boolean,
): readonly GridColumn<Row>[] =>
  columns.map(({ of: _of, tone, ...column }) => ({
    ...column,
    tone: (row, shown) => (isGrey(row) && !/state$/.test(column.id) ? 'second' : tone?.(row, shown)),
  }));

/** The buttons of a row, at the right edge of the grid. */
export const actions = <Row>(
  width: number,
  render: (row: NoInfer<Row>) => ReactNode,
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  column<Row>(
    'actions',
    'Actions',
    width,
    { align: 'left', pinned: 'end', text: () => '', render, phone: 'actions' },
    options,
  );

/** A text that only a phone shows, at a place of its lines. */
export const onPhone = <Row>(
  place: PhonePlace,
  title: string,
  words: (row: NoInfer<Row>) => string,
  options: LookOptions<NoInfer<Row>> = {},
): GridColumn<Row> =>
  column<Row>(
    `phone-${place}`,
    title,
    100,
    {
      align: place === 'contract' || place === 'summary' ? 'left' : 'right',
      text: words,
      phone: place,
      isPhoneOnly: true,
    },
    options,
  );
