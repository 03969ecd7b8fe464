// The columns of the tabs of Clearing (PANEL-14): accounts, movements of their cash, valuations of the running day, the parameters of
// initial margin, and the booking fees.
import {
  type BfProfileRow,
  type EarlyValuationRow,
  type MarginRow,
  type MovementRow,
  parseContractName,
  toCents,
  toRand,
} from '@openpit/wire';
import { exchangeTime, priceCell, priceDecimals } from '../../market/market-text.ts';
import { compareContractNames } from '../../stores/market-days.ts';
import { dash, formatDate, formatPrice, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  contract,
  date,
  gainTone,
  lots,
  number,
  onPhone,
  rand,
  rate,
  signedLots,
  signedRand,
  text,
  time,
} from '../parts/column-kinds.ts';
import { type AccountDay, agreementWords, movementWords, statusWords } from './rules.ts';

/** The due day of a balance, and the market time if there is one. */
function dueText(day: AccountDay['day']): string | null {
  if (day === null || day.dueOn === null) return null;
  return day.dueBy === null ? formatDate(day.dueOn) : `${formatDate(day.dueOn)}, ${day.dueBy}`;
}

function dueWords(day: AccountDay['day']): string {
  if (day === null) return dash;
  const status = statusWords[day.status];
  const due = dueText(day);
  // The rest of the balance is due later.
  const amount = day.restDueOn === null ? '' : ` R ${formatPrice(Math.abs(day.due), 2)}`;
  return due === null ? status : `${status}${amount} by ${due}`;
}

type AmountOfDay =
  | 'openingBalance'
  | 'variationMargin'
  | 'marginBefore'
  | 'margin'
  | 'initialMargin'
  | 'bookingFees'
  | 'interest'
  | 'deliveries'
  | 'payments'
  | 'balance'
  | 'due'
  | 'overdue';
const ofDay = (id: AmountOfDay) => ({ value: ({ day }: AccountDay) => day?.[id] ?? null });

export const accountsColumns: readonly GridColumn<AccountDay>[] = [
  text('principal', 'Account', 70, { weight: 'strong', rank: 0, phone: 'contract' }),
  text('name', 'Name', 120, { clips: true, groups: false, tone: 'second', rank: 17 }),
  date('businessDay', 'Day', 78, {
    help: 'Business day of these amounts',
    value: ({ day }) => day?.businessDay ?? null,
    rank: 11,
  }),
  signedRand('openingBalance', 'Opening, R', 108, {
    help: 'Balance in rand at the start of the day; negative if the account owes it',
    ...ofDay('openingBalance'),
    rank: 10,
  }),
  signedRand('variationMargin', 'Variation, R', 108, {
    help: 'Variation margin in rand: what the change of the MTM paid or cost',
    ...ofDay('variationMargin'),
    rank: 7,
  }),
  rand('marginBefore', 'IM before, R', 108, {
    help: 'Initial margin in rand that was deposited at the end of the day before',
    ...ofDay('marginBefore'),
    rank: 15,
  }),
  rand('margin', 'IM required, R', 108, {
    help: 'Initial margin in rand that is required at the end of the day',
    ...ofDay('margin'),
    rank: 6,
  }),
  signedRand('initialMargin', 'IM moved, R', 108, {
    help: 'Initial margin in rand: positive if paid back, negative if called',
    ...ofDay('initialMargin'),
    rank: 9,
  }),
  signedRand('bookingFees', 'Fees, R', 88, {
    help: 'Booking fees in rand, with VAT',
    ...ofDay('bookingFees'),
    rank: 12,
  }),
  signedRand('interest', 'Interest, R', 88, {
    help: 'Interest in rand on the deposited margin',
    ...ofDay('interest'),
    rank: 16,
  }),
  signedRand('deliveries', 'Deliveries, R', 96, {
    help: 'Silo certificates in rand: positive if delivered, negative if received, and penalties',
    ...ofDay('deliveries'),
    rank: 14,
  }),
  signedRand('payments', 'Payments, R', 108, {
    help: 'Payments in rand: positive from the account, negative to it',
    ...ofDay('payments'),
    rank: 13,
  }),
  signedRand('balance', 'Balance, R', 108, {
    help: 'Balance in rand after these movements: the account receives it if positive, owes it if negative',
    ...ofDay('balance'),
    weight: 'strong',
    rank: 1,
    phone: 'price',
  }),
  signedRand('due', 'Due, R', 108, {
    help: 'The part of the balance in rand that is due first: the rest of the day before, if there is one',
    ...ofDay('due'),
    rank: 18,
  }),
  date('dueOn', 'Due by', 132, {
    help: 'The business day on which that part is to be paid, by its end or by the time shown',
    value: ({ day }) => day?.dueOn ?? null,
    text: ({ day }) => dueText(day) ?? dash,
    rank: 2,
  }),
  text('clearingMember', 'Through', 64, {
    help: 'The clearing member to which the balance is paid, and which pays it',
    rank: 3,
  }),
  text('bank', 'Bank', 144, {
    help: 'The bank of the clearing member; a dash if a day is selected',
    clips: true,
    rank: 5,
  }),
  rand('overdue', 'Overdue, R', 108, {
    help: 'The part in rand of what the account owes that was due on the day before',
    ...ofDay('overdue'),
    tone: ({ day }) => (day?.overdue ? 'warning' : undefined),
    rank: 8,
  }),
  text('status', 'Status', 74, {
    value: ({ day }) => day?.status ?? null,
    text: ({ day }) => (day === null ? dash : statusWords[day.status]),
    tone: ({ day }) => (day?.status === 'payable' ? 'warning' : 'second'),
    rank: 4,
  }),
  text('agreement', 'Agreement', 74, {
    help: 'Whose account it is: the member’s own, or a client’s',
    text: ({ agreement }) => (agreement === null ? dash : agreementWords[agreement]),
    tone: 'second',
  }),
  rand('marginLimit', 'IM limit, R', 108, {
    help: 'The maximum initial margin in rand that the account may need; a dash for no limit, or if a day is selected',
    tone: 'second',
    sum: false,
  }),
  lots('positionLimit', 'Lots limit', 108, {
    help: 'The maximum lots that the account may hold in a contract; a dash for no limit, or if a day is selected',
    tone: 'second',
    sum: false,
  }),
  rate('interestRate', 'Rate, %', 58, {
    help: 'Interest on deposited margin, percent per year; a dash if a day is selected',
    tone: 'second',
  }),
  onPhone(
    'summary',
    'Margin',
    ({ day }) => (day === null ? 'no movements' : `margin ${formatPrice(day.margin, 2)}`),
    { tone: 'second' },
  ),
  onPhone('state', 'Due', ({ day }) => dueWords(day), {
    tone: ({ day }) => (day?.status === 'payable' ? 'warning' : 'second'),
  }),
];

/** "DEC26 WMAZ −230.00, MAR27 WMAZ +12.00": the parts of the amount, or the purpose of a delivery or a penalty. */
const partsOf = ({ parts, about }: MovementRow) =>
  about ?? parts.map((part) => `${part.contract} ${formatSigned(part.amount, 2)}`).join(', ');

export const movementsColumns: readonly GridColumn<MovementRow>[] = [
  date('businessDay', 'Day', 78, { help: 'Business day', rank: 4 }),
  time('time', 'Time', 66, { tone: 'second', rank: 5 }),
  text('principal', 'Account', 70, { weight: 'strong', rank: 0, phone: 'contract' }),
  text('movement', 'Movement', 106, {
    text: ({ movement }) => movementWords[movement],
    rank: 2,
    phone: 'summary',
  }),
  signedRand('amount', 'Amount, R', 112, {
    help: 'Amount in rand; positive if the account receives it',
    weight: 'strong',
    rank: 1,
    phone: 'price',
  }),
  signedRand('balanceAfter', 'Balance, R', 112, {
    help: 'Balance of the account in rand after the movement',
    value: ({ balance }) => balance,
    tone: () => undefined,
    sum: false,
    rank: 3,
  }),
  number('movementSeq', 'Reference', 70, { help: 'Number of the movement' }),
  text('parts', 'By contract', 160, {
    help: 'The contracts that add up to the amount, or what a delivery or a penalty is for',
    value: partsOf,
    grows: true,
    clips: true,
    groups: false,
    tone: 'second',
    rank: 6,
  }),
  onPhone('time', 'Day', ({ businessDay }) => formatDate(businessDay)),
  onPhone('state', 'Balance', ({ balance }) => `balance ${formatPrice(balance, 2)}`, { tone: 'second' }),
];

export const newestMovementFirst = (a: MovementRow, b: MovementRow) =>
  b.time - a.time || b.movementSeq - a.movementSeq;

/** The first business day of a rate, and the same on a phone. Rates are set for the next business day. */
const effectiveFrom = {
  title: 'From',
  help: 'Business day from which it applies',
  words: (row: { readonly effectiveFrom: string }) => `from ${formatDate(row.effectiveFrom)}`,
};

export const marginsColumns: readonly GridColumn<MarginRow>[] = [
  contract({ rank: 0 }),
  text('instrument', 'Instrument', 74, { tone: 'second' }),
  date('effectiveFrom', effectiveFrom.title, 78, { help: effectiveFrom.help, rank: 3 }),
  rate('imr', 'IMR, R', 96, {
    help: 'Initial margin requirement of one contract, in rand',
    value: ({ initialMargin }) => initialMargin,
    weight: 'strong',
    rank: 1,
    phone: 'price',
  }),
  rate('csmr', 'CSMR, R', 96, {
    help: 'Margin of each leg of a calendar spread, in rand',
    value: ({ classSpreadMargin }) => classSpreadMargin,
    rank: 2,
  }),
  rate('vsr', 'VSR, points', 80, {
    help: 'Volatility scanning range, in points of volatility',
    value: ({ volatilityRange }) => volatilityRange,
    rank: 4,
  }),
  onPhone(
    'summary',
    'Spread',
    ({ classSpreadMargin, volatilityRange }) =>
      `spread ${formatPrice(classSpreadMargin, 2)}, VSR ${formatPrice(volatilityRange, 2)}`,
    { tone: 'second' },
  ),
  onPhone('state', effectiveFrom.title, effectiveFrom.words, { tone: 'second' }),
];

const kindWords = { future: 'Future', option: 'Option' } as const;

export const feesColumns: readonly GridColumn<BfProfileRow>[] = [
  text('instrument', 'Instrument', 80, { weight: 'strong', rank: 0 }),
  text('feeKind', 'Contract', 70, { value: ({ kind }) => kindWords[kind], rank: 2 }),
  text('profile', 'Account', 70, {
    help: 'Whose account it is: the member’s own, or a client’s',
    text: ({ profile }) => agreementWords[profile],
    rank: 3,
  }),
  date('effectiveFrom', effectiveFrom.title, 78, { help: effectiveFrom.help, rank: 4 }),
  rate('feePerTon', 'Per ton, R', 76, { help: 'Fee in rand per ton, before VAT', rank: 5 }),
  rate('vat', 'VAT, %', 58, { value: ({ vatPercent }) => vatPercent, tone: 'second' }),
  rate('feePerContract', 'Per contract, R', 96, {
    help: 'Fee in rand per contract, with VAT',
    weight: 'strong',
    rank: 1,
    phone: 'price',
  }),
  onPhone(
    'contract',
    'Instrument',
    ({ instrument, kind }) => `${instrument} ${kindWords[kind].toLowerCase()}`,
    { weight: 'strong' },
  ),
  onPhone(
    'summary',
    'Account',
    ({ profile, feePerTon }) => `${agreementWords[profile]}, ${formatPrice(feePerTon, 2)} per ton`,
    { tone: 'second' },
  ),
  onPhone('state', effectiveFrom.title, effectiveFrom.words, { tone: 'second' }),
];

/** "1, 10:00:02": the valuations of a day are numbered. */
const valuationName = ({ run, time: at }: EarlyValuationRow) => `${run}, ${exchangeTime(at)}`;
const stateOf = ({ isProvisional }: EarlyValuationRow) => (isProvisional ? 'Provisional' : 'Approved');

/** A price in the decimals of the instrument; the row of an account has no contract. */
function priceOf(row: EarlyValuationRow, value: number | null, write: typeof priceCell = priceCell): string {
  const { contract } = row;
  return contract === null
    ? dash
    : write(value, { contract, instrument: parseContractName(contract).instrument });
}
const changeOf = ({ spotPrice, mtmPrevious }: EarlyValuationRow) =>
  spotPrice === null || mtmPrevious === null ? null : toRand(toCents(spotPrice - mtmPrevious));

export const valuationsColumns: readonly GridColumn<EarlyValuationRow>[] = [
  text('valuation', 'Valuation', 84, {
    help: 'Number and time of the valuation',
    value: valuationName,
    sortValue: ({ run }) => run,
    rank: 4,
  }),
  text('valuationState', 'State', 76, {
    help: 'Provisional until the operator approves the MTM; the end of the day decides',
    value: stateOf,
    tone: ({ isProvisional }) => (isProvisional ? 'warning' : undefined),
    rank: 3,
  }),
  text('principal', 'Account', 70, { weight: 'strong', rank: 0 }),
  text('contract', 'Contract', 90, {
    text: (row) => row.contract ?? 'Whole account',
    tone: (row) => (row.contract === null ? 'second' : undefined),
    minWidth: 90,
    rank: 1,
  }),
  signedLots('net', 'Net', 52, { help: 'Net lots; short is negative', sum: false, rank: 7 }),
  rate('spotPrice', 'MTM', 70, {
    help: 'MTM of the contract by this valuation, in rand per ton',
    weight: 'strong',
    text: (row) => priceOf(row, row.spotPrice),
    rank: 6,
  }),
  rate('mtmPrevious', 'Previous', 70, {
    help: 'MTM of the day before, in rand per ton',
    text: (row) => priceOf(row, row.mtmPrevious),
    tone: 'second',
    rank: 9,
  }),
  rate('mtmChange', 'Change', 66, {
    help: 'Change of the MTM, in rand per ton',
    value: changeOf,
    text: (row) => priceOf(row, changeOf(row), (value, priced) => formatSigned(value, priceDecimals(priced))),
    tone: (row) => gainTone(changeOf(row)),
    rank: 8,
  }),
  text('method', 'Method', 74, { help: 'How the MTM was found', tone: 'second', rank: 10 }),
  signedRand('wouldReceive', 'Variation, R', 108, {
    help: 'Variation margin in rand that the account would receive, or pay if negative, if the day ended now',
    value: ({ variationMargin }) => variationMargin,
    sum: false,
    rank: 2,
  }),
  rate('wouldNeed', 'IM, R', 108, {
    help: 'Initial margin in rand that the account would need if the day ended now',
    value: ({ initialMargin }) => initialMargin,
    rank: 5,
  }),
  onPhone('contract', 'Account', (row) => row.contract ?? row.principal, { weight: 'strong' }),
  onPhone(
    'price',
    'Value',
    (row) => (row.contract === null ? formatSigned(row.variationMargin, 2) : priceOf(row, row.spotPrice)),
    { tone: (row) => (row.contract === null ? gainTone(row.variationMargin) : undefined) },
  ),
  onPhone(
    'summary',
    'Position',
    (row) =>
      row.contract === null
        ? `margin ${formatPrice(row.initialMargin, 2)}`
        : `${row.principal} ${formatSigned(row.net, 0)} lots`,
    { tone: 'second' },
  ),
  onPhone('state', 'Valuation', (row) => `${stateOf(row)}, ${exchangeTime(row.time)}`, {
    tone: ({ isProvisional }) => (isProvisional ? 'warning' : 'second'),
  }),
];

/** Newest valuation first, then by account, each account before its positions. */
export function compareValuations(a: EarlyValuationRow, b: EarlyValuationRow): number {
  if (a.run !== b.run) return b.run - a.run;
  if (a.principal !== b.principal) return a.principal < b.principal ? -1 : 1;
  // The sum of the account is first.
  if (a.contract === null || b.contract === null) return a.contract === null ? -1 : 1;
  return compareContractNames(a.contract, b.contract);
}
