// The columns of the Breakdown panel (PANEL-15). A row's amount is its variation margin, fees and movement of initial margin. An
// opening balance, interest or a payment has only its amount.
import { toCents, toRand } from '@openpit/wire';
import { priceCell, priceDecimals } from '../../market/market-text.ts';
import { dash, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { gainTone, lots, onPhone, rand, rate, signedLots, signedRand, text } from '../parts/column-kinds.ts';
import type { BreakdownLine } from './rules.ts';

/** The levels that have only their amount, as text. */
const aloneWords: Readonly<Partial<Record<BreakdownLine['level'], string>>> = {
  openingBalance: 'at the end of the day before',
  interest: 'on the deposited margin',
  deliveries: 'of silo certificates',
  payments: 'recorded by the operator',
};

/** A part of the amount; null for a level that has no parts. */
const part =
  (id: 'variationMargin' | 'initialMargin' | 'bookingFees' | 'marginBefore' | 'margin') =>
  (row: BreakdownLine): number | null =>
    aloneWords[row.level] === undefined ? row[id] : null;

/** A price in the decimals of the contract; a dash for a row that is not a contract. */
const priceOf =
  (value: (row: BreakdownLine) => number | null, write: typeof priceCell) =>
  (row: BreakdownLine): string => {
    const { contract, instrument } = row;
    return contract === null ? dash : write(value(row), { contract, instrument: instrument ?? '' });
  };
const mtm = ({ position }: BreakdownLine) => position?.mtm ?? null;
const mtmPrevious = ({ position }: BreakdownLine) => position?.mtmPrevious ?? null;
const mtmChange = ({ position }: BreakdownLine) =>
  position === undefined ? null : toRand(toCents(position.mtm - position.mtmPrevious));

const columns: readonly GridColumn<BreakdownLine>[] = [
  text('item', 'Account, instrument, contract', 200, {
    pinned: true,
    weight: 'strong',
    rank: 0,
    phone: 'contract',
  }),
  signedRand('amount', 'Amount, R', 112, {
    help: 'What it adds to the amount due, in rand; negative if the account owes it',
    weight: 'strong',
    rank: 1,
    phone: 'price',
  }),
  signedRand('variationMargin', 'Variation, R', 104, {
    help: 'Variation margin in rand',
    value: part('variationMargin'),
    rank: 2,
  }),
  signedRand('initialMargin', 'IM moved, R', 104, {
    help: 'Initial margin in rand: positive if paid back, negative if called',
    value: part('initialMargin'),
    rank: 3,
  }),
  signedRand('bookingFees', 'Fees, R', 88, {
    help: 'Booking fees in rand, with VAT',
    value: part('bookingFees'),
    rank: 5,
  }),
  rand('marginBefore', 'IM before, R', 104, {
    help: 'Initial margin in rand at the end of the day before; of a contract before relief',
    value: part('marginBefore'),
    rank: 6,
  }),
  rand('margin', 'IM now, R', 104, {
    help: 'Initial margin in rand that is required now; of a contract before relief',
    value: part('margin'),
    rank: 4,
  }),
  signedLots('net', 'Net', 56, {
    help: 'Net lots as the day ended; short is negative',
    value: ({ position }) => position?.net ?? null,
    rank: 7,
  }),
  rate('mtmPrevious', 'MTM before', 70, {
    help: 'MTM of the day before, in rand per ton',
    value: mtmPrevious,
    text: priceOf(mtmPrevious, priceCell),
    rank: 10,
  }),
  rate('mtm', 'MTM', 70, {
    help: 'MTM of the day, in rand per ton',
    value: mtm,
    text: priceOf(mtm, priceCell),
    rank: 9,
  }),
  rate('mtmChange', 'Change', 66, {
    help: 'Change of the MTM, in rand per ton',
    value: mtmChange,
    text: priceOf(mtmChange, (value, priced) => formatSigned(value, priceDecimals(priced))),
    tone: (row) => gainTone(mtmChange(row)),
    rank: 8,
  }),
  lots('dealCount', 'Deals', 52, {
    help: 'Number of deals of the day',
    value: ({ position }) => position?.deals.length ?? null,
  }),
  onPhone(
    'summary',
    'Made of',
    (row) =>
      aloneWords[row.level] ??
      `variation ${formatSigned(row.variationMargin, 2)}, margin ${formatSigned(row.initialMargin, 2)}`,
    { tone: 'second' },
  ),
];

/** A tree has one order and adds up its own rows: no column sorts, groups or has a sum. */
export const breakdownColumns: readonly GridColumn<BreakdownLine>[] = columns.map(
  ({ sortValue, sum: _sum, sumText: _sumText, groups: _groups, ...column }) => ({
    ...column,
    ...(sortValue !== undefined && { exported: sortValue }),
  }),
);
