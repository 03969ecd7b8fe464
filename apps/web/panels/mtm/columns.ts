// The MTM in words: how it was found, whether it is official, and what the panel says of the market's MTM as a whole.
import type { MtmRow } from '@openpit/wire';
import { exchangeTime, isDelta, priceCell, signedCell } from '../../market/market-text.ts';
import { dash, formatDate, formatLots, formatPrice } from '../../ui/format.ts';
import { byImportance, type CellTone, type GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  contractColumn,
  lotsColumn,
  priceColumn,
  randColumn,
  textColumn,
  timeColumn,
  volatilityColumn,
} from '../rows/columns.ts';
import type { MtmKind } from './definition.tsx';

const methods: Readonly<Record<MtmRow['method'], string>> = {
  VWAP: 'VWAP',
  'last deal': 'Last deal',
  bid: 'Closing bid',
  offer: 'Closing offer',
  limit: 'Daily limit',
  previous: 'Previous MTM',
  corrected: 'Corrected by the operator',
  volatility: 'Volatility curve',
  legs: 'Difference of its legs',
  opening: 'As listed',
};

/** "VWAP of 34 deals", "Closing bid". */
export function methodText({ method, deals }: Pick<MtmRow, 'method' | 'deals'>): string {
  if (method !== 'VWAP' || deals === undefined) return methods[method];
  return `VWAP of ${deals === 1 ? '1 deal' : `${formatLots(deals)} deals`}`;
}

export const statusText: Readonly<Record<MtmRow['status'], string>> = {
  provisional: 'Provisional',
  approved: 'Approved',
  official: 'Official',
};

export interface MtmNotice {
  readonly status: 'provisional' | 'approved';
  readonly text: string;
}

/** What must be known of the MTM prices that are not official; null when all of them are. */
export function mtmNotice(
  rows: readonly Pick<MtmRow, 'status' | 'time' | 'businessDay'>[],
): MtmNotice | null {
  const valued = rows.filter(({ status }) => status !== 'official');
  const [first] = valued;
  if (first === undefined) return null;
  const latest = valued.reduce((newest, row) => (row.time > newest.time ? row : newest), first);
  const when = `the valuation of ${formatDate(latest.businessDay)}, ${exchangeTime(latest.time)}`;
  return latest.status === 'approved'
    ? { status: 'approved', text: `Approved: the day ends with the MTM prices of futures of ${when}.` }
    : {
        status: 'provisional',
        text: `Provisional: MTM prices of ${when}. Official ones follow when the day ends.`,
      };
}

// The columns of the MTM panel (PANEL-12), and which contracts belong to which of its kinds.

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
