// The columns of the Accounts tab (PANEL-14): what each account opened with, what moved, what is due by when, and its limits.
import type { BfProfileRow, ClearingRow, EarlyValuationRow, MarginRow, MovementRow } from '@openpit/wire';
import { exchangeTime, priceCell, priceDecimals } from '../../market/market-text.ts';
import { dash, formatDate, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance, type CellTone, type GridColumn } from '../../ui/live-grid/grid-column.ts';
import { contractColumn, numberColumn, randColumn, textColumn, timeColumn } from '../rows/columns.ts';
import { type AccountDay, agreementWords, movementWords, statusWords } from './rules.ts';

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

// The columns of the Movements tab (PANEL-14): each movement of an account's cash with the balance after it.

type MovementColumn = GridColumn<MovementRow>;

const movementTone = (rand: number): CellTone | undefined =>
  rand === 0 ? 'second' : rand > 0 ? 'up' : 'down';

/** "DEC26 WMAZ −230.00, MAR27 WMAZ +12.00": what adds up to the amount; or what a delivery or a penalty is for. */
const partsOf = ({ parts, about }: MovementRow) =>
  about ?? parts.map(({ contract, amount }) => `${contract} ${formatSigned(amount, 2)}`).join(', ');

const movements: readonly MovementColumn[] = [
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
      tone: ({ amount }) => movementTone(amount),
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

export const movementsColumns = byImportance(movements, [
  'principal',
  'amount',
  'movement',
  'balanceAfter',
  'businessDay',
  'time',
  'parts',
]);

/** The lines of a phone: account, amount and day; movement, and the balance after it. */
export const phoneMovementsColumns: readonly MovementColumn[] = [
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

// The columns of the Margins and Fees tabs (PANEL-14): the parameters of initial margin and the booking fees, as they apply
// and as they are set for the next business day.

/** The business day from which a rate applies. */
const effectiveColumn = <Row extends { readonly effectiveFrom: string }>(): GridColumn<Row> => ({
  id: 'effectiveFrom',
  title: 'From',
  fullTitle: 'Business day from which it applies',
  width: 78,
  align: 'left',
  text: ({ effectiveFrom }) => formatDate(effectiveFrom),
  exported: ({ effectiveFrom }) => effectiveFrom,
  groups: true,
  sortValue: ({ effectiveFrom }) => effectiveFrom,
});

/** A rate, which has no sum. */
const rate = <Row>(
  id: string,
  value: (row: Row) => number,
  more: Pick<GridColumn<Row>, 'title' | 'width'> & Partial<GridColumn<Row>>,
): GridColumn<Row> => ({
  id,
  align: 'right',
  text: (row) => formatPrice(value(row), 2),
  sortValue: value,
  ...more,
});

const marginColumns: readonly GridColumn<MarginRow>[] = [
  contractColumn<MarginRow>(),
  textColumn<MarginRow>('instrument', { title: 'Instrument', width: 74, more: { tone: () => 'second' } }),
  effectiveColumn<MarginRow>(),
  rate('imr', ({ initialMargin }) => initialMargin, {
    title: 'IMR, R',
    fullTitle: 'Initial margin requirement of one contract, in rand',
    width: 96,
    weight: 'strong',
  }),
  rate('csmr', ({ classSpreadMargin }) => classSpreadMargin, {
    title: 'CSMR, R',
    fullTitle: 'Margin of each leg of a calendar spread, in rand',
    width: 96,
  }),
  rate('vsr', ({ volatilityRange }) => volatilityRange, {
    title: 'VSR, points',
    fullTitle: 'Volatility scanning range, in points of volatility',
    width: 80,
  }),
];
export const marginsColumns = byImportance(marginColumns, [
  'contract',
  'imr',
  'csmr',
  'effectiveFrom',
  'vsr',
]);

export const phoneMarginsColumns: readonly GridColumn<MarginRow>[] = [
  ...marginsColumns.flatMap((column) =>
    column.id === 'contract' ? [column] : column.id === 'imr' ? [{ ...column, id: 'price' }] : [],
  ),
  {
    id: 'summary',
    title: 'Spread',
    width: 100,
    align: 'left',
    text: ({ classSpreadMargin, volatilityRange }) =>
      `spread ${formatPrice(classSpreadMargin, 2)}, VSR ${formatPrice(volatilityRange, 2)}`,
    tone: () => 'second',
  },
  {
    id: 'state',
    title: 'From',
    width: 100,
    align: 'right',
    text: ({ effectiveFrom }) => `from ${formatDate(effectiveFrom)}`,
    tone: () => 'second',
  },
];

const kindWords = { future: 'Future', option: 'Option' } as const;

const feeColumns: readonly GridColumn<BfProfileRow>[] = [
  textColumn<BfProfileRow>('instrument', { title: 'Instrument', width: 80, more: { weight: 'strong' } }),
  textColumn<BfProfileRow>('kind', {
    title: 'Contract',
    width: 70,
    more: { id: 'feeKind', text: ({ kind }) => kindWords[kind] },
  }),
  textColumn<BfProfileRow>('profile', {
    title: 'Account',
    width: 70,
    more: {
      id: 'profile',
      fullTitle: 'Whose account it is: the member’s own, or a client’s',
      text: ({ profile }) => agreementWords[profile],
    },
  }),
  effectiveColumn<BfProfileRow>(),
  rate('feePerTon', ({ feePerTon }) => feePerTon, {
    title: 'Per ton, R',
    fullTitle: 'Fee in rand per ton, before VAT',
    width: 76,
  }),
  rate('vat', ({ vatPercent }) => vatPercent, { title: 'VAT, %', width: 58, tone: () => 'second' }),
  rate('feePerContract', ({ feePerContract }) => feePerContract, {
    title: 'Per contract, R',
    fullTitle: 'Fee in rand per contract, with VAT',
    width: 96,
    weight: 'strong',
  }),
];
export const feesColumns = byImportance(feeColumns, [
  'instrument',
  'feePerContract',
  'feeKind',
  'profile',
  'effectiveFrom',
  'feePerTon',
]);

export const phoneFeesColumns: readonly GridColumn<BfProfileRow>[] = [
  {
    id: 'contract',
    title: 'Instrument',
    width: 100,
    align: 'left',
    weight: 'strong',
    text: ({ instrument, kind }) => `${instrument} ${kindWords[kind].toLowerCase()}`,
    sortValue: ({ instrument }) => instrument,
  },
  ...feesColumns.flatMap((column) => (column.id === 'feePerContract' ? [{ ...column, id: 'price' }] : [])),
  {
    id: 'summary',
    title: 'Account',
    width: 100,
    align: 'left',
    text: ({ profile, feePerTon }) => `${agreementWords[profile]}, ${formatPrice(feePerTon, 2)} per ton`,
    tone: () => 'second',
  },
  {
    id: 'state',
    title: 'From',
    width: 100,
    align: 'right',
    text: ({ effectiveFrom }) => `from ${formatDate(effectiveFrom)}`,
    tone: () => 'second',
  },
];

// The columns of the Valuations tab (PANEL-14): what the market was worth to each account during the day. A valuation is
// provisional until the operator approves it.

type ValuationColumn = GridColumn<EarlyValuationRow>;

const valuationTone = (rand: number | null): CellTone | undefined =>
  rand === null || rand === 0 ? 'second' : rand > 0 ? 'up' : 'down';

/** "1, 10:00:02": the valuations of a day are numbered. */
export const valuationName = ({ run, time }: Pick<EarlyValuationRow, 'run' | 'time'>) =>
  `${run}, ${exchangeTime(time)}`;
export const stateOf = ({ isProvisional }: Pick<EarlyValuationRow, 'isProvisional'>) =>
  isProvisional ? 'Provisional' : 'Approved';

/** The row of an account has no contract; its instrument decides how a price is written. */
const priced = ({ contract }: EarlyValuationRow) =>
  contract === null ? null : { contract, instrument: contract.split(' ')[1] ?? '' };
const price = (row: EarlyValuationRow, value: number | null) => {
  const of = priced(row);
  return of === null ? dash : priceCell(value, of);
};
const changeOf = ({ spotPrice, mtmPrevious }: EarlyValuationRow) =>
  spotPrice === null || mtmPrevious === null ? null : Math.round((spotPrice - mtmPrevious) * 100) / 100;

const valuationColumnsOf: readonly ValuationColumn[] = [
  {
    id: 'valuation',
    title: 'Valuation',
    fullTitle: 'Number and time of the valuation',
    width: 84,
    align: 'left',
    text: valuationName,
    groups: true,
    sortValue: ({ run }) => run,
  },
  {
    id: 'valuationState',
    title: 'State',
    fullTitle: 'Provisional until the operator approves the MTM; the end of the day decides',
    width: 76,
    align: 'left',
    text: stateOf,
    groups: true,
    tone: ({ isProvisional }) => (isProvisional ? 'warning' : undefined),
    sortValue: stateOf,
  },
  textColumn<EarlyValuationRow>('principal', { title: 'Account', width: 70, more: { weight: 'strong' } }),
  textColumn<EarlyValuationRow>('contract', {
    title: 'Contract',
    width: 90,
    more: {
      text: ({ contract }) => contract ?? 'Whole account',
      tone: ({ contract }) => (contract === null ? 'second' : undefined),
      minWidth: 90,
    },
  }),
  {
    id: 'net',
    title: 'Net',
    fullTitle: 'Net lots; short is negative',
    width: 52,
    align: 'right',
    text: ({ net }) => formatSigned(net, 0),
    sortValue: ({ net }) => net,
  },
  {
    id: 'spotPrice',
    title: 'MTM',
    fullTitle: 'MTM of the contract by this valuation, in rand per ton',
    width: 70,
    align: 'right',
    weight: 'strong',
    text: (row) => price(row, row.spotPrice),
    sortValue: ({ spotPrice }) => spotPrice,
  },
  {
    id: 'mtmPrevious',
    title: 'Previous',
    fullTitle: 'MTM of the day before, in rand per ton',
    width: 70,
    align: 'right',
    text: (row) => price(row, row.mtmPrevious),
    tone: () => 'second',
    sortValue: ({ mtmPrevious }) => mtmPrevious,
  },
  {
    id: 'mtmChange',
    title: 'Change',
    fullTitle: 'Change of the MTM, in rand per ton',
    width: 66,
    align: 'right',
    text: (row) => {
      const of = priced(row);
      return of === null ? dash : formatSigned(changeOf(row), priceDecimals(of));
    },
    tone: (row) => valuationTone(changeOf(row)),
    sortValue: changeOf,
  },
  {
    id: 'method',
    title: 'Method',
    fullTitle: 'How the MTM was found',
    width: 74,
    align: 'left',
    text: ({ method }) => method ?? dash,
    groups: true,
    tone: () => 'second',
    sortValue: ({ method }) => method,
  },
  {
    id: 'wouldReceive',
    title: 'Variation, R',
    fullTitle:
      'Variation margin in rand that the account would receive, or below zero pay, if the day ended so',
    width: 108,
    align: 'right',
    text: ({ variationMargin }) => formatSigned(variationMargin, 2),
    tone: ({ variationMargin }) => valuationTone(variationMargin),
    sortValue: ({ variationMargin }) => variationMargin,
  },
  {
    id: 'wouldNeed',
    title: 'IM, R',
    fullTitle: 'Initial margin in rand that the account would need if the day ended so',
    width: 108,
    align: 'right',
    text: ({ initialMargin }) => formatPrice(initialMargin, 2),
    sortValue: ({ initialMargin }) => initialMargin,
  },
];

export const valuationsColumns = byImportance(valuationColumnsOf, [
  'principal',
  'contract',
  'valuationState',
  'valuation',
  'wouldReceive',
  'wouldNeed',
  'spotPrice',
  'net',
  'mtmChange',
  'mtmPrevious',
  'method',
]);

/** The lines of a phone: account and contract with money or price; the valuation and its state. */
export const phoneValuationsColumns: readonly ValuationColumn[] = [
  {
    id: 'contract',
    title: 'Account',
    width: 100,
    align: 'left',
    weight: 'strong',
    text: ({ principal, contract }) => (contract === null ? principal : contract),
    sortValue: ({ principal }) => principal,
  },
  {
    id: 'price',
    title: 'Value',
    width: 100,
    align: 'right',
    text: (row) => (row.contract === null ? formatSigned(row.variationMargin, 2) : price(row, row.spotPrice)),
    tone: (row) => (row.contract === null ? valuationTone(row.variationMargin) : undefined),
  },
  {
    id: 'summary',
    title: 'Position',
    width: 100,
    align: 'left',
    text: ({ contract, principal, net, initialMargin }) =>
      contract === null
        ? `margin ${formatPrice(initialMargin, 2)}`
        : `${principal} ${formatSigned(net, 0)} lots`,
    tone: () => 'second',
  },
  {
    id: 'state',
    title: 'Valuation',
    width: 100,
    align: 'right',
    text: (row) => `${stateOf(row)}, ${exchangeTime(row.time)}`,
    tone: ({ isProvisional }) => (isProvisional ? 'warning' : 'second'),
  },
];

/** The newest valuation first; in it by account, each account before what it holds. */
export function compareValuations(a: EarlyValuationRow, b: EarlyValuationRow): number {
  if (a.run !== b.run) return b.run - a.run;
  if (a.principal !== b.principal) return a.principal < b.principal ? -1 : 1;
  return (a.contract ?? '') < (b.contract ?? '') ? -1 : 1;
}
