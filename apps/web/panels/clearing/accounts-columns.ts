// The columns of the Accounts tab (PANEL-14): what each account opened with, what moved, what is due by when, and its limits.
import type { ClearingRow } from '@openpit/wire';
import { formatDate } from '../../ui/date-text.ts';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { textColumn } from '../rows/row-columns.ts';
import type { AccountDay } from './account-days.ts';
import { agreementWords, statusWords } from './movement-words.ts';

type Column = GridColumn<AccountDay>;
type Amount = {
  [Field in keyof ClearingRow]: ClearingRow[Field] extends number ? Field : never;
}[keyof ClearingRow];

const toneOf = (rand: number | null): CellTone | undefined =>
  rand === null || rand === 0 ? 'second' : rand > 0 ? 'up' : 'down';

/** An amount of the day: a movement with its sign and colour, a state without. */
const amount = (
  id: Amount,
  kind: 'moved' | 'state',
  { title, fullTitle, ...more }: Partial<Column> & Pick<Column, 'title' | 'fullTitle'>,
): Column => {
  const value = ({ day }: AccountDay) => day?.[id] ?? null;
  const write = kind === 'moved' ? formatSigned : formatPrice;
  return {
    id,
    title,
    fullTitle: fullTitle ?? title,
    width: 108,
    align: 'right',
    text: (row) => write(value(row), 2),
    tone: (row) =>
      kind === 'moved' ? toneOf(value(row)) : value(row) === 0 ? ('second' as const) : undefined,
    sortValue: value,
    sum: value,
    sumText: (sum) => write(sum, 2),
    ...more,
  };
};

const limit = (
  id: 'marginLimit' | 'positionLimit',
  { title, fullTitle, text }: Pick<Column, 'title' | 'text'> & { readonly fullTitle: string },
): Column => ({
  id,
  title,
  fullTitle,
  width: 108,
  align: 'right',
  text: (row) => (row[id] === null ? dash : text(row)),
  tone: () => 'second',
  sortValue: (row) => row[id],
});

const columns: readonly Column[] = [
  textColumn<AccountDay>('principal', { title: 'Account', width: 70, more: { weight: 'strong' } }),
  textColumn<AccountDay>('name', {
    title: 'Name',
    width: 120,
    more: { clips: true, groups: false, tone: () => 'second' },
  }),
  {
    id: 'businessDay',
    title: 'Day',
    fullTitle: 'Business day of these amounts',
    width: 78,
    align: 'left',
    text: ({ day }) => (day === null ? dash : formatDate(day.businessDay)),
    exported: ({ day }) => day?.businessDay ?? null,
    groups: true,
    sortValue: ({ day }) => day?.businessDay ?? null,
  },
  amount('openingBalance', 'moved', {
    title: 'Opening, R',
    fullTitle: 'Balance in rand at the start of the day; below zero the account owes it',
  }),
  amount('variationMargin', 'moved', {
    title: 'Variation, R',
    fullTitle: 'Variation margin in rand: what the change of the MTM paid or cost',
  }),
  amount('marginBefore', 'state', {
    title: 'IM before, R',
    fullTitle: 'Initial margin in rand that was deposited at the end of the day before',
  }),
  amount('margin', 'state', {
    title: 'IM required, R',
    fullTitle: 'Initial margin in rand that is required at the end of the day',
  }),
  amount('initialMargin', 'moved', {
    title: 'IM moved, R',
    fullTitle: 'Initial margin in rand that was paid back, or below zero called',
  }),
  amount('bookingFees', 'moved', {
    title: 'Fees, R',
    fullTitle: 'Booking fees in rand, with VAT',
    width: 88,
  }),
  amount('interest', 'moved', {
    title: 'Interest, R',
    fullTitle: 'Interest in rand on the deposited margin',
    width: 88,
  }),
  amount('deliveries', 'moved', {
    title: 'Deliveries, R',
    fullTitle: 'Silo certificates delivered in rand, or below zero received, and penalties',
    width: 96,
  }),
  amount('payments', 'moved', {
    title: 'Payments, R',
    fullTitle: 'What the account paid in rand, or below zero was paid',
  }),
  amount('balance', 'moved', {
    title: 'Balance, R',
    fullTitle:
      'Balance in rand after these movements: above zero the account receives it, below zero it pays',
    weight: 'strong',
  }),
  {
    id: 'dueOn',
    title: 'Due by',
    fullTitle: 'The business day on which the balance is to be paid, by its end or by the time shown',
    width: 132,
    align: 'left',
    text: ({ day }) => dueText(day) ?? dash,
    exported: ({ day }) => day?.dueOn ?? null,
    groups: true,
    sortValue: ({ day }) => day?.dueOn ?? null,
  },
  {
    id: 'clearingMember',
    title: 'Through',
    fullTitle: 'The clearing member to which the balance is paid, and which pays it',
    width: 64,
    align: 'left',
    text: ({ clearingMember }) => clearingMember ?? dash,
    groups: true,
    sortValue: ({ clearingMember }) => clearingMember,
  },
  {
    id: 'bank',
    title: 'Bank',
    fullTitle: 'The bank of the clearing member',
    width: 144,
    align: 'left',
    clips: true,
    text: ({ bank }) => bank ?? dash,
    groups: true,
    sortValue: ({ bank }) => bank,
  },
  amount('overdue', 'state', {
    title: 'Overdue, R',
    fullTitle: 'The part in rand of what the account owes that was due on the day before',
    tone: ({ day }) => (day === null || day.overdue === 0 ? 'second' : 'warning'),
  }),
  {
    id: 'status',
    title: 'Status',
    width: 74,
    align: 'left',
    text: ({ day }) => (day === null ? dash : statusWords[day.status]),
    groups: true,
    tone: ({ day }) => (day?.status === 'payable' ? 'warning' : 'second'),
    sortValue: ({ day }) => day?.status ?? null,
  },
  {
    id: 'agreement',
    title: 'Agreement',
    fullTitle: 'Whose account it is: the member’s own, or a client’s',
    width: 74,
    align: 'left',
    text: ({ agreement }) => (agreement === null ? dash : agreementWords[agreement]),
    groups: true,
    tone: () => 'second',
    sortValue: ({ agreement }) => agreement,
  },
  limit('marginLimit', {
    title: 'IM limit, R',
    fullTitle: 'The most initial margin in rand that the account may need; a dash for no limit',
    text: ({ marginLimit }) => formatPrice(marginLimit, 2),
  }),
  limit('positionLimit', {
    title: 'Lots limit',
    fullTitle: 'The most lots that the account may hold in a contract; a dash for no limit',
    text: ({ positionLimit }) => formatLots(positionLimit),
  }),
  {
    id: 'interestRate',
    title: 'Rate, %',
    fullTitle: 'Interest on deposited margin, percent per year',
    width: 58,
    align: 'right',
    text: ({ interestRate }) => formatPrice(interestRate, 2),
    tone: () => 'second',
    sortValue: ({ interestRate }) => interestRate,
  },
];

export const accountsColumns = byImportance(columns, [
  'principal',
  'balance',
  'dueOn',
  'clearingMember',
  'status',
  'bank',
  'margin',
  'variationMargin',
  'overdue',
  'initialMargin',
  'openingBalance',
  'businessDay',
  'bookingFees',
  'payments',
  'deliveries',
  'marginBefore',
  'interest',
  'name',
]);

/** The lines of a phone: account and balance; initial margin, and by when the balance is due. */
export const phoneAccountsColumns: readonly Column[] = [
  {
    id: 'contract',
    title: 'Account',
    width: 100,
    align: 'left',
    weight: 'strong',
    text: ({ principal }) => principal,
    sortValue: ({ principal }) => principal,
  },
  ...accountsColumns.flatMap((column) => (column.id === 'balance' ? [{ ...column, id: 'price' }] : [])),
  {
    id: 'summary',
    title: 'Margin',
    width: 100,
    align: 'left',
    text: ({ day }) => (day === null ? 'no movements' : `margin ${formatPrice(day.margin, 2)}`),
    tone: () => 'second',
  },
  {
    id: 'state',
    title: 'Due',
    width: 100,
    align: 'right',
    text: ({ day }) => dueWords(day),
    tone: ({ day }) => (day === null || day.status !== 'payable' ? 'second' : 'warning'),
  },
];

function dueWords(day: ClearingRow | null): string {
  if (day === null) return dash;
  const status = statusWords[day.status];
  const due = dueText(day);
  return due === null ? status : `${status} by ${due}`;
}

/** The day by which a balance is due, and the market time if it has one. */
function dueText(day: Pick<ClearingRow, 'dueOn' | 'dueBy'> | null): string | null {
  if (day === null || day.dueOn === null) return null;
  return day.dueBy === null ? formatDate(day.dueOn) : `${formatDate(day.dueOn)}, ${day.dueBy}`;
}
