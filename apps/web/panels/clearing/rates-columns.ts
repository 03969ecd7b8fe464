// The columns of the Margins and Fees tabs (PANEL-14): the parameters of initial margin and the booking fees, as they apply
// and as they are set for the next business day.
import type { BfProfileRow, MarginRow } from '@openpit/wire';
import { formatDate } from '../../ui/date-text.ts';
import { formatPrice } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { contractColumn, textColumn } from '../rows/row-columns.ts';
import { agreementWords } from './movement-words.ts';

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
