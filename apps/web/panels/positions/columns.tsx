// The columns of the Positions panel (PANEL-8).
import type { PositionRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { averageCell } from '../../market/market-text.ts';
import { dash, formatDate, formatLots, formatPrice } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import { netLotsColumn, netTone, signedLots, valueColumns } from '../own/position-columns.ts';
import { exercisableOf, ofFuture } from '../own/positions.ts';
import { actionsColumn, contractColumn, lotsColumn, randColumn, textColumn } from '../rows/columns.ts';
import type { Prices } from '../sources/prices.ts';

type Column = GridColumn<PositionRow>;

/** "9996S EAST": rows of sub-accounts of one principal differ in it only. */
const accountText = ({ principal, subAccount }: Pick<PositionRow, 'principal' | 'subAccount'>): string =>
  subAccount === null ? principal : `${principal} ${subAccount}`;

export interface PositionsColumnsOptions {
  readonly prices: Pick<Prices, 'get' | 'isLive'>;
  /** The last trading day of a future, `2026-12-23`; null while it is not known. */
  readonly lastTradingDayOf: (contract: string) => string | null;
  /** The initial margin in rand that is shown on the position; null while it is not known, 0 if another position shows it. */
  readonly marginNowOf: (position: PositionRow) => number | null;
  /** Whether several accounts have a position in it: the rows then name their accounts. */
  readonly isShared: (contract: string) => boolean;
  readonly renderActions: (position: PositionRow) => ReactNode;
}

export function positionsColumns(options: PositionsColumnsOptions): readonly Column[] {
  const { prices, lastTradingDayOf, marginNowOf, isShared, renderActions } = options;
  const of = (row: PositionRow) => prices.get(row.contract);
  const expiry = (row: PositionRow) =>
    of(row)?.noticeUntil ?? of(row)?.optionExpiry ?? lastTradingDayOf(row.contract);
  const values = valueColumns<PositionRow>(prices);
  const exercisable = (row: PositionRow) => exercisableOf(row, of(row));
  const columns: readonly Column[] = [
    textColumn<PositionRow>('principal', { title: 'Principal', width: 66 }),
    textColumn<PositionRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    {
      ...contractColumn<PositionRow>(),
      note: ({ contract, principal, subAccount }) =>
        isShared(contract) ? accountText({ principal, subAccount }) : undefined,
    },
    netLotsColumn<PositionRow>('opening', {
      title: 'Opening',
      fullTitle: 'Net lots at the start of the day',
    }),
    lotsColumn<PositionRow>('bought', { title: 'Bought', width: 54 }),
    lotsColumn<PositionRow>('sold', { title: 'Sold', width: 50 }),
    netLotsColumn<PositionRow>('net', {
      title: 'Net',
      fullTitle: 'Net lots now; short is negative. Sums count futures; delta lots count options, too',
      width: 52,
      weight: 'strong',
      tone: netTone,
    }),
    values.deltaLots,
    {
      id: 'averagePrice',
      title: 'Average',
      fullTitle: 'Average price at which the net position was opened',
      width: 70,
      align: 'right',
      text: (row) => averageCell(row.averagePrice, row),
      sortValue: (row) => row.averagePrice,
    },
    ...values.prices,
    ...values.profits,
    {
      id: 'marginNow',
      title: 'Margin now, R',
      fullTitle:
        'Initial margin in rand that all positions of the account in the instrument need now; shown on the first of them',
      width: 98,
      align: 'right',
      text: (row) => {
        const margin = marginNowOf(row);
        return margin === null || margin === 0 ? dash : formatPrice(margin, 2);
      },
      tone: (row) => (marginNowOf(row) ? undefined : 'second'),
      sortValue: marginNowOf,
      sum: marginNowOf,
      sumText: (sum) => formatPrice(sum, 2),
    },
    randColumn<PositionRow>('margin', {
      title: 'Deposited, R',
      width: 98,
      more: {
        fullTitle:
          'Initial margin in rand that was deposited at the last end of day for all positions of the account in the instrument; shown on the first of them',
        text: (row) => (row.margin === 0 ? dash : formatPrice(row.margin, 2)),
        tone: (row) => (row.margin === 0 ? 'second' : undefined),
      },
    }),
    values.premium,
    {
      id: 'expiry',
      title: 'Expiry',
      fullTitle:
        'Expiry of an option, last trading day of a future; in orange the last notice day of a future that no longer trades',
      width: 76,
      align: 'left',
      tone: (row) => (of(row)?.noticeUntil === undefined ? undefined : 'warning'),
      text: (row) => {
        const date = expiry(row);
        return date === null ? dash : formatDate(date);
      },
      exported: expiry,
      groups: true,
      sortValue: expiry,
    },
    {
      id: 'exercisable',
      title: 'Exercisable',
      fullTitle: 'Lots of a long option that may be exercised',
      width: 76,
      align: 'right',
      text: (row) => formatLots(exercisable(row)),
      sortValue: exercisable,
      sum: exercisable,
    },
    {
      id: 'abandoned',
      title: 'Abandoned',
      fullTitle: 'Lots of an option that are not exercised automatically today',
      width: 72,
      align: 'right',
      text: (row) => formatLots(exercisable(row) === null ? null : (row.abandoned ?? 0)),
      tone: (row) => (row.abandoned ? 'warning' : 'second'),
      sortValue: (row) => row.abandoned ?? 0,
      sum: (row) => row.abandoned ?? 0,
    },
    {
      id: 'tons',
      title: 'Tons',
      fullTitle: 'Net position in tons. Sums count futures',
      width: 64,
      align: 'right',
      text: (row) => formatLots(row.net * row.tons),
      tone: () => 'second',
      sortValue: (row) => row.net * row.tons,
      sum: (row) => ofFuture(row, row.net * row.tons),
    },
    actionsColumn(56, renderActions),
  ];
  return byImportance(columns, [
    'contract',
    'net',
    'deltaLots',
    'open',
    'actions',
    'averagePrice',
    'last',
    'principal',
    'realised',
    'marginNow',
    'mtmProfit',
    'margin',
    'mtm',
    'bought sold',
    'opening',
    'subAccount',
  ]);
}

/** The lines of a phone: contract and open profit; net lots at their average price, and the principal; the close-out. */
export function phoneColumns(options: PositionsColumnsOptions): readonly Column[] {
  const all = positionsColumns(options);
  const open = all.find(({ id }) => id === 'open');
  return [
    // The line names the account anyway.
    ...all.filter(({ id }) => id === 'contract').map(({ note: _note, ...column }) => column),
    ...(open === undefined ? [] : [{ ...open, id: 'price' }]),
    {
      id: 'summary',
      title: 'Position',
      width: 120,
      align: 'left',
      text: (row) =>
        row.net === 0 ? 'flat' : `${signedLots(row.net)} at ${averageCell(row.averagePrice, row)}`,
      tone: netTone,
    },
    {
      id: 'state',
      title: 'Account',
      width: 60,
      align: 'right',
      text: accountText,
      tone: () => 'second',
    },
    ...all.filter(({ id }) => id === 'actions'),
  ];
}
