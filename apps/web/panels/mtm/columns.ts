// The columns of the MTM panel (PANEL-12), which contracts belong to which of its kinds, and the words for the source of an MTM
// and whether it is official.
import { type ContractKind, kindOfContractName, type MtmRow } from '@openpit/wire';
import { exchangeTime } from '../../market/market-text.ts';
import { latestValuation, withDayUnlessToday } from '../../stores/market-days.ts';
import { countText, dash } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  change,
  contract,
  date,
  lots,
  onPhone,
  price,
  rand,
  text,
  time,
  volatility,
} from '../parts/column-kinds.ts';
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
  return `VWAP of ${countText(deals, 'deal')}`;
}

const mtmStatusText: Readonly<Record<MtmRow['status'], string>> = {
  provisional: 'Provisional',
  approved: 'Approved',
  official: 'Official',
};

interface MtmNotice {
  readonly status: 'provisional' | 'approved';
  readonly text: string;
}

/** The notice about MTM prices that are not official at `now`; null if all are official. */
export function mtmNotice(
  rows: readonly Pick<MtmRow, 'status' | 'time' | 'businessDay'>[],
  now: number,
): MtmNotice | null {
  const latest = latestValuation(rows);
  if (latest === null) return null;
  const time = withDayUnlessToday(exchangeTime(latest.time), latest.time, now);
  const when = `the valuation at ${time}`;
  return latest.status === 'approved'
    ? { status: 'approved', text: `Approved: the day ends with the MTM prices of futures of ${when}.` }
    : {
        status: 'provisional',
        text: `Provisional: MTM prices of ${when}. Official ones follow when the day ends.`,
      };
}

const mtmKindOf: Readonly<Record<ContractKind, MtmKind>> = {
  future: 'Futures',
  option: 'Options',
  delta: 'Deltas',
  split: 'Pairs',
  spread: 'Pairs',
};

/** The kind follows from the name of the contract (market/contracts.md, Contract names). */
export function isOfKind(row: Pick<MtmRow, 'contract' | 'instrument'>, kind: MtmKind): boolean {
  return kind === 'All' || kind === mtmKindOf[kindOfContractName(row.contract)];
}

const statusTone = ({ status }: MtmRow): CellTone | undefined =>
  status === 'provisional' ? 'warning' : status === 'official' ? 'second' : undefined;
const statusOf = (row: MtmRow) => (row.mtmToday === null ? dash : mtmStatusText[row.status]);
const methodOf = (row: MtmRow) => (row.mtmToday === null ? dash : methodText(row));

export const mtmColumns: readonly GridColumn<MtmRow>[] = [
  contract({ rank: 0 }),
  price('mtmToday', 'MTM', 74, {
    help: 'Mark-to-market price in rand per ton, of a delta the volatility in percent',
    weight: 'strong',
    rank: 0,
    phone: 'price',
  }),
  price('mtmPrevious', 'Previous', 74, { help: 'MTM of the business day before', tone: 'second', rank: 2 }),
  change('change', 'Change', 66, { help: 'Change from the previous MTM', rank: 3, phone: 'time' }),
  volatility((row) => row.volatility ?? null, { help: 'Volatility of the MTM, in percent', rank: 8 }),
  price('premium', 'Premium', 70, {
    help: 'Premium of an option at the MTM, in rand per ton',
    // The MTM of an option is its premium. The MTM of a delta is a volatility.
    value: (row) => (isOfKind(row, 'Options') ? row.mtmToday : null),
  }),
  text('method', 'Method', 158, {
    help: 'How the MTM was found',
    text: methodOf,
    sortValue: methodText,
    rank: 5,
  }),
  text('status', 'Status', 76, {
    help: 'Provisional, approved by the operator, or official since the end of the day',
    text: statusOf,
    tone: statusTone,
    sortValue: ({ status }) => mtmStatusText[status],
    rank: 4,
  }),
  rand('initialMargin', 'IMR, R', 84, {
    help: 'Initial margin rate: rand for one contract of a future',
    sum: false,
    rank: 6,
  }),
  lots('openInterest', 'OI', 64, { help: 'Open interest at that time, in lots', rank: 9 }),
  lots('volume', 'Volume', 60, { help: 'Lots dealt on that day until then', rank: 10 }),
  time('time', 'Time', 66, { help: 'When it was valued, or the day ended', rank: 7 }),
  date('businessDay', 'Day', 78, { help: 'Business day of the MTM', tone: 'second' }),
  text('instrument', 'Instrument', 74, { tone: 'second' }),
  onPhone('summary', 'Method', methodOf, { tone: 'second' }),
  onPhone('state', 'Status', statusOf, { tone: statusTone }),
];
