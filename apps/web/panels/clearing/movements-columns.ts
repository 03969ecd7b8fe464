// The columns of the Movements tab (PANEL-14): each movement of an account's cash with the balance after it.
import type { MovementRow } from '@openpit/wire';
import { formatDate } from '../../ui/date-text.ts';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { numberColumn, randColumn, textColumn, timeColumn } from '../rows/row-columns.ts';
import { movementWords } from './movement-words.ts';

type Column = GridColumn<MovementRow>;

const toneOf = (rand: number): CellTone | undefined => (rand === 0 ? 'second' : rand > 0 ? 'up' : 'down');

/** "DEC26 WMAZ −230.00, MAR27 WMAZ +12.00": what adds up to the amount; or what a delivery or a penalty is for. */
const partsOf = ({ parts, about }: MovementRow) =>
  about ?? parts.map(({ contract, amount }) => `${contract} ${formatSigned(amount, 2)}`).join(', ');

const columns: readonly Column[] = [
  textColumn<MovementRow>('businessDay', {
    title: 'Day',
    width: 78,
    more: {
      fullTitle: 'Business day',
      text: ({ businessDay }) => formatDate(businessDay),
      exported: ({ businessDay }) => businessDay,
    },
  }),
  timeColumn<MovementRow>('time', { title: 'Time', width: 66, more: { tone: () => 'second' } }),
  textColumn<MovementRow>('principal', { title: 'Account', width: 70, more: { weight: 'strong' } }),
  textColumn<MovementRow>('movement', {
    title: 'Movement',
    width: 106,
    more: { text: ({ movement }) => movementWords[movement] },
  }),
  randColumn<MovementRow>('amount', {
    title: 'Amount, R',
    width: 112,
    more: {
      fullTitle: 'Amount in rand; above zero for the account',
      weight: 'strong',
      text: ({ amount }) => formatSigned(amount, 2),
      tone: ({ amount }) => toneOf(amount),
      sumText: (sum) => formatSigned(sum, 2),
    },
  }),
  {
    id: 'balanceAfter',
    title: 'Balance, R',
    fullTitle: 'Balance of the account in rand after the movement',
    width: 112,
    align: 'right',
    text: ({ balance }) => formatSigned(balance, 2),
    sortValue: ({ balance }) => balance,
  },
  numberColumn<MovementRow>('movementSeq', {
    title: 'Reference',
    width: 70,
    more: { fullTitle: 'Number of the movement' },
  }),
  {
    id: 'parts',
    title: 'By contract',
    fullTitle: 'The contracts that add up to the amount, or what a delivery or a penalty is for',
    width: 160,
    align: 'left',
    grows: true,
    clips: true,
    text: (row) => partsOf(row) || dash,
    tone: () => 'second',
    sortValue: partsOf,
  },
];

export const movementsColumns = byImportance(columns, [
  'principal',
  'amount',
  'movement',
  'balanceAfter',
  'businessDay',
  'time',
  'parts',
]);

/** The lines of a phone: account, amount and day; movement, and the balance after it. */
export const phoneMovementsColumns: readonly Column[] = [
  {
    id: 'contract',
    title: 'Account',
    width: 100,
    align: 'left',
    weight: 'strong',
    text: ({ principal }) => principal,
    sortValue: ({ principal }) => principal,
  },
  ...movementsColumns.flatMap((column) => (column.id === 'amount' ? [{ ...column, id: 'price' }] : [])),
  {
    id: 'time',
    title: 'Day',
    width: 76,
    align: 'right',
    text: ({ businessDay }) => formatDate(businessDay),
    sortValue: ({ businessDay }) => businessDay,
  },
  {
    id: 'summary',
    title: 'Movement',
    width: 100,
    align: 'left',
    text: ({ movement }) => movementWords[movement],
  },
  {
    id: 'state',
    title: 'Balance',
    width: 100,
    align: 'right',
    text: ({ balance }) => `balance ${formatPrice(balance, 2)}`,
    tone: () => 'second',
  },
];

export const newestFirst = (a: MovementRow, b: MovementRow) =>
  b.time - a.time || b.movementSeq - a.movementSeq;
