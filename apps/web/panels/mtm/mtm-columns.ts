// The columns of the MTM panel (PANEL-12), and which contracts belong to which of its kinds.
import type { MtmRow } from '@openpit/wire';
import { isDelta, priceCell, signedCell } from '../../market/market-text.ts';
import { dash, formatPrice } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  contractColumn,
  lotsColumn,
  priceColumn,
  randColumn,
  textColumn,
  timeColumn,
  volatilityColumn,
} from '../rows/row-columns.ts';
import type { MtmKind } from './mtm-settings.ts';
import { methodText, statusText } from './mtm-words.ts';

type Column = GridColumn<MtmRow>;

/** By the name of the contract (market.md, Contract names). */
export function isOfKind(row: Pick<MtmRow, 'contract' | 'instrument'>, kind: MtmKind): boolean {
  if (kind === 'All') return true;
  const isOption = / [CP]( D)?$/.test(row.contract);
  if (kind === 'Deltas') return isDelta(row);
  if (kind === 'Options') return isOption && !isDelta(row);
  return !isOption && (kind === 'Pairs') === row.contract.includes('-');
}

const statusTone = ({ status }: MtmRow): CellTone | undefined =>
  status === 'provisional' ? 'warning' : status === 'official' ? 'second' : undefined;
const changeTone = ({ change }: MtmRow): CellTone | undefined =>
  change === null || change === 0 ? 'second' : change > 0 ? 'up' : 'down';

/** The MTM of an option is its premium. That of a delta is a volatility. */
const premiumOf = (row: MtmRow): number | null => (isOfKind(row, 'Options') ? row.mtmToday : null);

const columns: readonly Column[] = [
  contractColumn<MtmRow>(),
  priceColumn<MtmRow>('mtmToday', {
    title: 'MTM',
    width: 74,
    more: {
      fullTitle: 'Mark-to-market price in rand per ton, of a delta the volatility in percent',
      weight: 'strong',
    },
  }),
  priceColumn<MtmRow>('mtmPrevious', {
    title: 'Previous',
    width: 74,
    more: { fullTitle: 'MTM of the business day before', tone: () => 'second' },
  }),
  {
    id: 'change',
    title: 'Change',
    fullTitle: 'Change from the previous MTM',
    width: 66,
    align: 'right',
    text: (row) => signedCell(row.change, row),
    tone: changeTone,
    sortValue: (row) => row.change,
  },
  {
    ...volatilityColumn<MtmRow>(({ volatility = null }) => volatility),
    fullTitle: 'Volatility of the MTM, in percent',
  },
  {
    id: 'premium',
    title: 'Premium',
    fullTitle: 'Premium of an option at the MTM, in rand per ton',
    width: 70,
    align: 'right',
    text: (row) => {
      const premium = premiumOf(row);
      return premium === null ? dash : priceCell(premium, row);
    },
    sortValue: premiumOf,
  },
  {
    id: 'method',
    title: 'Method',
    fullTitle: 'How the MTM was found',
    width: 158,
    align: 'left',
    text: (row) => (row.mtmToday === null ? dash : methodText(row)),
    groups: true,
    sortValue: methodText,
  },
  {
    id: 'status',
    title: 'Status',
    fullTitle: 'Provisional, approved by the operator, or official since the end of the day',
    width: 76,
    align: 'left',
    text: ({ status, mtmToday }) => (mtmToday === null ? dash : statusText[status]),
    tone: statusTone,
    groups: true,
    sortValue: ({ status }) => statusText[status],
  },
  randColumn<MtmRow>('initialMargin', {
    title: 'IMR, R',
    width: 84,
    more: {
      fullTitle: 'Initial margin rate: rand for one contract of a future',
      sum: () => null,
      sumText: () => formatPrice(null, 2),
    },
  }),
  lotsColumn<MtmRow>('openInterest', {
    title: 'OI',
    width: 64,
    more: { fullTitle: 'Open interest at that time, in lots' },
  }),
  lotsColumn<MtmRow>('volume', {
    title: 'Volume',
    width: 60,
    more: { fullTitle: 'Lots dealt on that day until then' },
  }),
  timeColumn<MtmRow>('time', {
    title: 'Time',
    width: 66,
    more: { fullTitle: 'When it was valued, or the day ended' },
  }),
  textColumn<MtmRow>('businessDay', {
    title: 'Day',
    width: 76,
    more: { fullTitle: 'Business day of the MTM', tone: () => 'second' },
  }),
  textColumn<MtmRow>('instrument', { title: 'Instrument', width: 74, more: { tone: () => 'second' } }),
];

export const mtmColumns = byImportance(columns, [
  'contract',
  'mtmToday',
  'mtmPrevious',
  'change',
  'status',
  'method',
  'initialMargin',
  'time',
  'volatility',
  'openInterest',
  'volume',
]);

/** The lines of a phone: contract and MTM with its change; method, status and time. */
export const phoneColumns: readonly Column[] = [
  ...columns.filter(({ id }) => id === 'contract'),
  ...columns.filter(({ id }) => id === 'mtmToday').map((column) => ({ ...column, id: 'price' })),
  ...columns.filter(({ id }) => id === 'change').map((column) => ({ ...column, id: 'time' })),
  {
    id: 'summary',
    title: 'Method',
    width: 120,
    align: 'left',
    text: (row) => (row.mtmToday === null ? dash : methodText(row)),
    tone: () => 'second',
  },
  {
    id: 'state',
    title: 'Status',
    width: 80,
    align: 'right',
    text: ({ status, mtmToday }) => (mtmToday === null ? dash : statusText[status]),
    tone: statusTone,
  },
];
