// The MTM in words: how it was found, whether it is official, and what the panel says of the market's MTM as a whole.
import type { MtmRow } from '@openpit/wire';
import { exchangeTime } from '../../market/market-text.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatLots } from '../../ui/format.ts';

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
