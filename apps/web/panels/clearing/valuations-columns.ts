// The columns of the Valuations tab (PANEL-14): what the market was worth to each account during the day. A valuation is
// provisional until the operator approves it.
import type { EarlyValuationRow } from '@openpit/wire';
import { exchangeTime, priceCell, priceDecimals } from '../../market/market-text.ts';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { textColumn } from '../rows/row-columns.ts';

type Column = GridColumn<EarlyValuationRow>;

const toneOf = (rand: number | null): CellTone | undefined =>
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

const columns: readonly Column[] = [
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
    tone: (row) => toneOf(changeOf(row)),
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
    tone: ({ variationMargin }) => toneOf(variationMargin),
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

export const valuationsColumns = byImportance(columns, [
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
export const phoneValuationsColumns: readonly Column[] = [
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
    tone: (row) => (row.contract === null ? toneOf(row.variationMargin) : undefined),
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
