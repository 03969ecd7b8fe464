// The columns of the Consolidated positions panel (PANEL-9): the positions of a member in a contract, net and gross.
import type { ConsPositionRow } from '@openpit/wire';
import type { Prices } from '../../market/prices.ts';
import { formatLots, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { contract, lots, onPhone, signedLots, text } from '../parts/column-kinds.ts';
import { netTone, positionColumns } from '../parts/own/position-columns.ts';
import { ofFuture } from '../parts/own/positions.ts';

const gross = ({ long, short }: ConsPositionRow) => long + short;

export function consolidatedColumns(
  prices: Pick<Prices, 'get' | 'isLive'>,
): readonly GridColumn<ConsPositionRow>[] {
  const { opening, dealt, deltaLots, values, premium } = positionColumns<ConsPositionRow>(prices);
  return [
    contract({ rank: 0 }),
    opening,
    ...dealt,
    lots('long', 'Long', 54, {
      help: 'Lots of the accounts that are long. Sums count futures',
      sum: (row) => ofFuture(row, row.long),
      rank: 5,
    }),
    lots('short', 'Short', 54, {
      help: 'Lots of the accounts that are short. Sums count futures',
      sum: (row) => ofFuture(row, row.short),
      rank: 5,
    }),
    lots('gross', 'Gross', 54, {
      help: 'Lots of all accounts, long and short added up. Sums count futures',
      value: gross,
      sum: (row) => ofFuture(row, gross(row)),
      rank: 6,
    }),
    signedLots('net', 'Net', 58, {
      help: 'Net lots of the member now; short is negative. Sums count futures; delta lots count options, too',
      weight: 'strong',
      tone: netTone,
      sum: (row) => ofFuture(row, row.net),
      rank: 0,
    }),
    deltaLots,
    signedLots('netTons', 'Net, t', 68, {
      help: 'Net position in tons; short is negative. Sums count futures',
      tone: netTone,
      sum: (row) => ofFuture(row, row.netTons),
      rank: 3,
    }),
    ...values,
    premium,
    lots('accounts', 'Accounts', 62, {
      help: 'Number of accounts with a position or a deal today',
      sum: false,
      rank: 12,
    }),
    text('instrument', 'Instrument', 74),
    onPhone(
      'summary',
      'Net',
      (row) =>
        row.net === 0 ? 'flat' : `${formatSigned(row.net, 0)} lots, ${formatSigned(row.netTons, 0)} t`,
      { tone: netTone },
    ),
    onPhone('state', 'Long and short', grossText, { tone: 'second' }),
  ];
}

/** "long 8, short 3", without an empty side. */
function grossText({ long, short }: ConsPositionRow): string {
  const sides = [long > 0 && `long ${formatLots(long)}`, short > 0 && `short ${formatLots(short)}`];
  return sides.filter((side) => side !== false).join(', ');
}
