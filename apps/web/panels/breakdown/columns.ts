// The columns of the Breakdown panel (PANEL-15). A row's amount is its variation margin, fees and movement of initial margin; that of
// an opening balance, interest or a payment is nothing else.

import { priceCell, priceDecimals } from '../../market/market-text.ts';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import type { BreakdownLine } from './rules.ts';

type Column = GridColumn<BreakdownLine>;
type Amount = {
  [Field in keyof BreakdownLine]-?: BreakdownLine[Field] extends number ? Field : never;
}[keyof BreakdownLine];

const toneOf = (rand: number): CellTone | undefined => (rand === 0 ? 'second' : rand > 0 ? 'up' : 'down');

/** The levels that have nothing but their amount, in words. */
const aloneWords: Readonly<Partial<Record<BreakdownLine['level'], string>>> = {
  openingBalance: 'at the end of the day before',
  interest: 'on the deposited margin',
  deliveries: 'of silo certificates',
  payments: 'recorded by the operator',
};
const isAlone = ({ level }: BreakdownLine) => aloneWords[level] !== undefined;

const amount = (
  id: Amount,
  { title, fullTitle, ...more }: Partial<Column> & { readonly title: string; readonly fullTitle: string },
): Column => ({
  id,
  title,
  fullTitle,
  width: 104,
  align: 'right',
  text: (row) => (id !== 'amount' && isAlone(row) ? dash : formatSigned(row[id], 2)),
  tone: (row) => toneOf(row[id]),
  exported: (row) => (id !== 'amount' && isAlone(row) ? null : row[id]),
  ...more,
});

const margin = (id: 'marginBefore' | 'margin', title: string, fullTitle: string): Column =>
  amount(id, {
    title,
    fullTitle,
    text: (row) => (isAlone(row) ? dash : formatPrice(row[id], 2)),
    tone: (row) => (row[id] === 0 ? 'second' : undefined),
  });

const price = (id: 'mtm' | 'mtmPrevious', title: string, fullTitle: string): Column => ({
  id,
  title,
  fullTitle,
  width: 70,
  align: 'right',
  text: (row) => {
    const of = pricedOf(row);
    return of === null || row.position === undefined ? dash : priceCell(row.position[id], of);
  },
  exported: ({ position }) => position?.[id] ?? null,
});

const pricedOf = ({ contract, instrument }: BreakdownLine) =>
  contract === null ? null : { contract, instrument: instrument ?? '' };

const columns: readonly Column[] = [
  {
    id: 'item',
    title: 'Account, instrument, contract',
    width: 200,
    align: 'left',
    pinned: true,
    weight: 'strong',
    text: ({ item }) => item,
  },
  amount('amount', {
    title: 'Amount, R',
    fullTitle: 'What it adds to the amount due, in rand; below zero the account owes it',
    weight: 'strong',
    width: 112,
  }),
  amount('variationMargin', { title: 'Variation, R', fullTitle: 'Variation margin in rand' }),
  amount('initialMargin', {
    title: 'IM moved, R',
    fullTitle: 'Initial margin in rand that was paid back, or below zero called',
  }),
  amount('bookingFees', { title: 'Fees, R', fullTitle: 'Booking fees in rand, with VAT', width: 88 }),
  margin(
    'marginBefore',
    'IM before, R',
    'Initial margin in rand at the end of the day before; of a contract before relief',
  ),
  margin('margin', 'IM now, R', 'Initial margin in rand that is required now; of a contract before relief'),
  {
    id: 'net',
    title: 'Net',
    fullTitle: 'Net lots as the day ended; short is negative',
    width: 56,
    align: 'right',
    text: ({ position }) => (position === undefined ? dash : formatSigned(position.net, 0)),
    exported: ({ position }) => position?.net ?? null,
  },
  price('mtmPrevious', 'MTM before', 'MTM of the day before, in rand per ton'),
  price('mtm', 'MTM', 'MTM of the day, in rand per ton'),
  {
    id: 'mtmChange',
    title: 'Change',
    fullTitle: 'Change of the MTM, in rand per ton',
    width: 66,
    align: 'right',
    text: (row) => {
      const of = pricedOf(row);
      return of === null ? dash : formatSigned(changeOf(row), priceDecimals(of));
    },
    tone: (row) => toneOf(changeOf(row) ?? 0),
    exported: changeOf,
  },
  {
    id: 'dealCount',
    title: 'Deals',
    fullTitle: 'Number of deals of the day',
    width: 52,
    align: 'right',
    text: ({ position }) => formatLots(position?.deals.length),
    exported: ({ position }) => position?.deals.length ?? null,
  },
];

function changeOf({ position }: BreakdownLine): number | null {
  return position === undefined ? null : Math.round((position.mtm - position.mtmPrevious) * 100) / 100;
}

export const breakdownColumns = byImportance(columns, [
  'item',
  'amount',
  'variationMargin',
  'initialMargin',
  'margin',
  'bookingFees',
  'marginBefore',
  'net',
  'mtmChange',
  'mtm',
  'mtmPrevious',
]);

/** The lines of a phone: the item and its amount; what the amount is made of. */
export const phoneColumns: readonly Column[] = [
  ...breakdownColumns.flatMap(({ pinned: _pinned, ...column }) =>
    column.id === 'item'
      ? [{ ...column, id: 'contract' }]
      : column.id === 'amount'
        ? [{ ...column, id: 'price' }]
        : [],
  ),
  {
    id: 'summary',
    title: 'Made of',
    width: 100,
    align: 'left',
    text: (row) =>
      aloneWords[row.level] ??
      `variation ${formatSigned(row.variationMargin, 2)}, margin ${formatSigned(row.initialMargin, 2)}`,
    tone: () => 'second',
  },
];
