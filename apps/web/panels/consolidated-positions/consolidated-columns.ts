// The columns of the Consolidated positions panel (PANEL-9): the positions of a member in a contract, net and gross.
import type { ConsPositionRow, MarketRow } from '@openpit/wire';
import { dash, formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { priceCell } from '../market/market-text.ts';
import { netLotsColumn, profitColumn, signedLots } from '../own-positions/position-columns.ts';
import { deltaLotsOf, mtmProfitOf, openProfitOf, premiumValueOf } from '../own-positions/position-values.ts';
import { contractColumn, lotsColumn, textColumn } from '../rows/row-columns.ts';

type Column = GridColumn<ConsPositionRow>;

export interface ConsolidatedColumnsOptions {
  readonly marketOf: (contract: string) => MarketRow | undefined;
}

const sideTone = ({ net }: ConsPositionRow): CellTone => (net === 0 ? 'second' : net > 0 ? 'buy' : 'sell');
const signedTons = (tons: number) => formatSigned(tons, 0);
const signedPart = (lots: number) => formatSigned(lots, 1);
const gross = ({ long, short }: ConsPositionRow) => long + short;

export function consolidatedColumns({ marketOf }: ConsolidatedColumnsOptions): readonly Column[] {
  const of = (row: ConsPositionRow) => marketOf(row.contract);
  const market = (id: 'last' | 'mtm', title: string, fullTitle: string): Column => ({
    id,
    title,
    fullTitle,
    width: 66,
    align: 'right',
    text: (row) => priceCell(of(row)?.[id] ?? null, row),
    sortValue: (row) => of(row)?.[id] ?? null,
  });
  const deltaLots = (row: ConsPositionRow) => deltaLotsOf(row, of(row));
  const premium = (row: ConsPositionRow) => premiumValueOf(row, of(row));
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
      more: { fullTitle: 'Lots of the accounts that are long' },
    }),
    lotsColumn<ConsPositionRow>('short', {
      title: 'Short',
      width: 54,
      more: { fullTitle: 'Lots of the accounts that are short' },
    }),
    {
      id: 'gross',
      title: 'Gross',
      fullTitle: 'Lots of all accounts, long and short added up',
      width: 54,
      align: 'right',
      text: (row) => formatLots(gross(row)),
      sortValue: gross,
      sum: gross,
    },
    netLotsColumn<ConsPositionRow>('net', {
      title: 'Net',
      fullTitle: 'Net lots of the member now; short is negative',
      weight: 'strong',
      tone: sideTone,
    }),
    {
      id: 'netTons',
      title: 'Net, t',
      fullTitle: 'Net position in tons; short is negative',
      width: 68,
      align: 'right',
      text: (row) => signedTons(row.netTons),
      tone: sideTone,
      sortValue: (row) => row.netTons,
      sum: (row) => row.netTons,
      sumText: signedTons,
    },
    market('mtm', 'MTM', 'Previous mark-to-market price'),
    market('last', 'Last', 'Last price of the contract'),
    profitColumn<ConsPositionRow>('open', (row) => openProfitOf(row, of(row)), {
      title: 'Open P/L, R',
      fullTitle: 'Open profit in rand at the last price, or at the MTM before the first deal',
      weight: 'strong',
    }),
    profitColumn<ConsPositionRow>('mtmProfit', (row) => mtmProfitOf(row, of(row)), {
      title: 'MTM P/L, R',
      fullTitle: 'Profit in rand of the net position at the previous MTM',
    }),
    profitColumn<ConsPositionRow>('realised', (row) => row.realised, {
      title: 'Realised, R',
      fullTitle: 'Profit in rand of lots that were closed today',
    }),
    {
      id: 'deltaLots',
      title: 'Delta lots',
      fullTitle: 'Delta-equivalent lots: lots of the future that move like this position',
      width: 70,
      align: 'right',
      text: (row) => {
        const is = deltaLots(row);
        return is === null ? dash : signedPart(is);
      },
      sortValue: deltaLots,
      sum: deltaLots,
      sumText: signedPart,
    },
    {
      id: 'premium',
      title: 'Premium, R',
      fullTitle: 'Premium value of an option position, in rand',
      width: 98,
      align: 'right',
      text: (row) => formatPrice(premium(row), 2),
      sortValue: premium,
      sum: premium,
      sumText: (sum) => formatPrice(sum, 2),
    },
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
    'netTons',
    'open',
    'long short',
    'gross',
    'last',
    'realised',
    'mtmProfit',
    'accounts',
    'deltaLots',
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
      tone: sideTone,
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
