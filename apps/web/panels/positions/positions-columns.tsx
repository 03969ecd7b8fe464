// The columns of the Positions panel (PANEL-8, domain §4.10), with the open profit as the market moves.
import type { MarketRow, PositionRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { formatLots, formatPrice, formatSigned } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { averageCell, priceCell } from '../market-words.ts';
import { contractWidth, lotsColumn, textColumn } from '../row-columns.ts';
import { openProfitOf } from './position-values.ts';

type Column = GridColumn<PositionRow>;

export interface PositionsColumnsOptions {
  readonly marketOf: (contract: string) => MarketRow | undefined;
  readonly renderActions: (position: PositionRow) => ReactNode;
}

const toneOf = (rand: number | null): CellTone | undefined =>
  rand === null || rand === 0 ? 'second' : rand > 0 ? 'up' : 'down';

/** Signed lots: "+5", "−3". */
const signedLots = (lots: number) => formatSigned(lots, 0);

export function positionsColumns({ marketOf, renderActions }: PositionsColumnsOptions): readonly Column[] {
  const open = (row: PositionRow) => openProfitOf(row, marketOf(row.contract));
  const market = (id: 'last' | 'mtm', title: string, fullTitle: string): Column => ({
    id,
    title,
    fullTitle,
    width: 66,
    align: 'right',
    text: (row) => priceCell(marketOf(row.contract)?.[id] ?? null, row),
    sortValue: (row) => marketOf(row.contract)?.[id] ?? null,
  });
  return [
    textColumn<PositionRow>('contract', {
      title: 'Contract',
      width: contractWidth,
      more: { weight: 'strong', pinned: true, clips: true },
    }),
    textColumn<PositionRow>('principal', { title: 'Principal', width: 66 }),
    {
      id: 'net',
      title: 'Net',
      fullTitle: 'Net lots now; short is negative',
      width: 52,
      align: 'right',
      weight: 'strong',
      text: (row) => signedLots(row.net),
      tone: (row) => (row.net === 0 ? 'second' : row.net > 0 ? 'buy' : 'sell'),
      sortValue: (row) => row.net,
      sum: (row) => row.net,
      sumText: signedLots,
    },
    {
      id: 'averagePrice',
      title: 'Average',
      fullTitle: 'Average price at which the net position was opened',
      width: 70,
      align: 'right',
      text: (row) => averageCell(row.averagePrice, row),
      sortValue: (row) => row.averagePrice,
    },
    market('last', 'Last', 'Last price of the contract'),
    {
      id: 'open',
      title: 'Open P/L, R',
      fullTitle: 'Open profit in rand at the last price, or at the MTM while nothing has dealt',
      width: 98,
      align: 'right',
      weight: 'strong',
      text: (row) => formatSigned(open(row), 2),
      tone: (row) => toneOf(open(row)),
      sortValue: open,
      sum: open,
      sumText: (sum) => formatSigned(sum, 2),
    },
    {
      id: 'realised',
      title: 'Realised, R',
      fullTitle: 'Profit in rand of what was closed today',
      width: 98,
      align: 'right',
      text: (row) => formatSigned(row.realised, 2),
      tone: (row) => toneOf(row.realised),
      sortValue: (row) => row.realised,
      sum: (row) => row.realised,
      sumText: (sum) => formatSigned(sum, 2),
    },
    {
      id: 'actions',
      title: 'Actions',
      width: 56,
      align: 'left',
      text: () => '',
      render: renderActions,
    },
    {
      id: 'opening',
      title: 'Opening',
      fullTitle: 'Net lots with which the day began',
      width: 58,
      align: 'right',
      text: (row) => signedLots(row.opening),
      sortValue: (row) => row.opening,
      sum: (row) => row.opening,
      sumText: signedLots,
    },
    lotsColumn<PositionRow>('bought', { title: 'Bought', width: 54 }),
    lotsColumn<PositionRow>('sold', { title: 'Sold', width: 50 }),
    market('mtm', 'MTM', 'Previous mark-to-market price'),
    {
      id: 'margin',
      title: 'Margin, R',
      fullTitle: 'Initial margin of the net position, in rand',
      width: 98,
      align: 'right',
      text: (row) => formatPrice(row.margin, 2),
      tone: (row) => (row.margin === 0 ? 'second' : undefined),
      sortValue: (row) => row.margin,
      sum: (row) => row.margin,
      sumText: (sum) => formatPrice(sum, 2),
    },
    textColumn<PositionRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    {
      id: 'tons',
      title: 'Tons',
      fullTitle: 'Net position in tons',
      width: 64,
      align: 'right',
      text: (row) => formatLots(row.net * row.tons),
      tone: () => 'second',
      sortValue: (row) => row.net * row.tons,
      sum: (row) => row.net * row.tons,
    },
  ];
}

/** A phone's lines: contract and open profit; net lots at their average, and for whom. */
export function phoneColumns(options: PositionsColumnsOptions): readonly Column[] {
  const all = positionsColumns(options);
  const open = all.find(({ id }) => id === 'open');
  return [
    ...all.filter(({ id }) => id === 'contract'),
    ...(open === undefined ? [] : [{ ...open, id: 'price' }]),
    {
      id: 'summary',
      title: 'Position',
      width: 120,
      align: 'left',
      text: (row) =>
        row.net === 0 ? 'flat' : `${signedLots(row.net)} at ${averageCell(row.averagePrice, row)}`,
      tone: (row) => (row.net === 0 ? 'second' : row.net > 0 ? 'buy' : 'sell'),
    },
    {
      id: 'state',
      title: 'Principal',
      width: 60,
      align: 'right',
      text: (row) => row.principal,
      tone: () => 'second',
    },
  ];
}
