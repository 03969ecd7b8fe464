// The columns of the Consolidated positions panel (PANEL-9): the positions of a member in a contract, net and gross.
import type { ConsPositionRow } from '@openpit/wire';
import { formatLots, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import { netLotsColumn, netTone, signedLots, valueColumns } from '../own/position-columns.ts';
import { ofFuture } from '../own/positions.ts';
import { contractColumn, lotsColumn, textColumn } from '../rows/columns.ts';
import type { Prices } from '../sources/prices.ts';

type Column = GridColumn<ConsPositionRow>;

export interface ConsolidatedColumnsOptions {
  readonly prices: Pick<Prices, 'get' | 'isLive'>;
}

const signedTons = (tons: number) => formatSigned(tons, 0);
const gross = ({ long, short }: ConsPositionRow) => long + short;

export function consolidatedColumns({ prices }: ConsolidatedColumnsOptions): readonly Column[] {
  const values = valueColumns<ConsPositionRow>(prices);
  const columns: readonly Column[] = [
    contractColumn<ConsPositionRow>(),
    netLotsColumn<ConsPositionRow>('opening', {
      title: 'Opening',
      fullTitle: 'Net lots at the start of the day',
    }),
    lotsColumn<ConsPositionRow>('bought', { title: 'Bought', width: 54 }),
    lotsColumn<ConsPositionRow>('sold', { title: 'Sold', width: 50 }),
    lotsColumn<ConsPositionRow>('long', {
      title: 'Long',
      width: 54,
      more: {
        fullTitle: 'Lots of the accounts that are long. Sums count futures',
        sum: (row) => ofFuture(row, row.long),
      },
    }),
    lotsColumn<ConsPositionRow>('short', {
      title: 'Short',
      width: 54,
      more: {
        fullTitle: 'Lots of the accounts that are short. Sums count futures',
        sum: (row) => ofFuture(row, row.short),
      },
    }),
    {
      id: 'gross',
      title: 'Gross',
      fullTitle: 'Lots of all accounts, long and short added up. Sums count futures',
      width: 54,
      align: 'right',
      text: (row) => formatLots(gross(row)),
      sortValue: gross,
      sum: (row) => ofFuture(row, gross(row)),
    },
    netLotsColumn<ConsPositionRow>('net', {
      title: 'Net',
      fullTitle:
        'Net lots of the member now; short is negative. Sums count futures; delta lots count options, too',
      weight: 'strong',
      tone: netTone,
    }),
    values.deltaLots,
    {
      id: 'netTons',
      title: 'Net, t',
      fullTitle: 'Net position in tons; short is negative. Sums count futures',
      width: 68,
      align: 'right',
      text: (row) => signedTons(row.netTons),
      tone: netTone,
      sortValue: (row) => row.netTons,
      sum: (row) => ofFuture(row, row.netTons),
      sumText: signedTons,
    },
    ...values.prices,
    ...values.profits,
    values.premium,
    lotsColumn<ConsPositionRow>('accounts', {
      title: 'Accounts',
      width: 62,
      more: { fullTitle: 'Number of accounts with a position or a deal today', sum: () => null },
    }),
    textColumn<ConsPositionRow>('instrument', { title: 'Instrument', width: 74 }),
  ];
  return byImportance(columns, [
    'contract',
    'net',
    'deltaLots',
    'netTons',
    'open',
    'long short',
    'gross',
    'last',
    'realised',
    'mtmProfit',
    'accounts',
    'mtm',
    'bought sold',
    'opening',
  ]);
}

/** The lines of a phone: contract and open profit; net lots and tons, and the gross lots. */
export function phoneColumns(options: ConsolidatedColumnsOptions): readonly Column[] {
  const all = consolidatedColumns(options);
  return [
    ...all.filter(({ id }) => id === 'contract'),
    ...all.filter(({ id }) => id === 'open').map((column) => ({ ...column, id: 'price' })),
    {
      id: 'summary',
      title: 'Net',
      width: 120,
      align: 'left',
      text: (row) => (row.net === 0 ? 'flat' : `${signedLots(row.net)} lots, ${signedTons(row.netTons)} t`),
      tone: netTone,
    },
    {
      id: 'state',
      title: 'Long and short',
      width: 100,
      align: 'right',
      text: grossText,
      tone: () => 'second',
    },
  ];
}

/** "long 8, short 3", without the side on which no account is. */
function grossText({ long, short }: ConsPositionRow): string {
  const sides = [long > 0 && `long ${formatLots(long)}`, short > 0 && `short ${formatLots(short)}`];
  return sides.filter((side) => side !== false).join(', ');
}
