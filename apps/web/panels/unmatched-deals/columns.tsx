// The columns of the Unmatched deals panel (PANEL-11): the own side of each deal that waits for another member, or for ours.
import type { UnmatchedDealRow, UnmatchedState } from '@openpit/wire';
import type { ReactNode } from 'react';
import { sideVerb } from '../../actions/order-actions.ts';
import { typeText } from '../../actions/unmatched-deals.ts';
import { dash, formatLots } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import {
  actionsColumn,
  contractColumn,
  lotsColumn,
  numberColumn,
  priceColumn,
  randColumn,
  sideColumn,
  textColumn,
  timeColumn,
} from '../rows/columns.ts';

type Column = GridColumn<UnmatchedDealRow>;

export interface UnmatchedColumnsOptions {
  readonly timeLeftOf: (item: UnmatchedDealRow) => string;
  /** Epoch milliseconds; null when it is not known. */
  readonly endOf: (item: UnmatchedDealRow) => number | null;
  readonly renderActions: (item: UnmatchedDealRow) => ReactNode;
}

const tones: Readonly<Record<UnmatchedState, CellTone | undefined>> = {
  Waiting: 'warning',
  Accepted: undefined,
  Withdrawn: 'second',
  Expired: 'second',
};

export function unmatchedColumns(options: UnmatchedColumnsOptions): readonly Column[] {
  const { timeLeftOf, endOf, renderActions } = options;
  const columns: readonly Column[] = [
    numberColumn<UnmatchedDealRow>('unmatchedSeq', {
      title: 'No',
      width: 54,
      more: { fullTitle: 'Number of the unmatched deal at your member' },
    }),
    timeColumn<UnmatchedDealRow>('time', { title: 'Time', width: 66 }),
    contractColumn<UnmatchedDealRow>(),
    { ...sideColumn<UnmatchedDealRow>(), fullTitle: 'Buy or sell, for your member' },
    lotsColumn<UnmatchedDealRow>('qty', { title: 'Qty', width: 48, more: { weight: 'strong' } }),
    priceColumn<UnmatchedDealRow>('price', { title: 'Price', width: 70, more: { weight: 'strong' } }),
    textColumn<UnmatchedDealRow>('counterparty', {
      title: 'With',
      width: 56,
      more: { fullTitle: 'The other member' },
    }),
    textColumn<UnmatchedDealRow>('state', {
      title: 'State',
      width: 74,
      more: { tone: ({ state }) => tones[state] },
    }),
    {
      id: 'timeLeft',
      title: 'Left',
      fullTitle: 'Time until it expires, unless it is accepted',
      width: 60,
      align: 'right',
      text: timeLeftOf,
      sortValue: endOf,
    },
    {
      id: 'type',
      title: 'Type',
      fullTitle: 'Reported, assigned from member to member, or passed on under a tripartite arrangement',
      width: 96,
      align: 'left',
      text: typeText,
      tone: () => 'second',
      groups: true,
      sortValue: typeText,
    },
    textColumn<UnmatchedDealRow>('principal', {
      title: 'For',
      width: 62,
      more: { fullTitle: 'Principal of your member' },
    }),
    textColumn<UnmatchedDealRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    textColumn<UnmatchedDealRow>('theirPrincipal', {
      title: 'Their principal',
      width: 90,
      more: { fullTitle: 'Principal of the other member, once it has accepted' },
    }),
    textColumn<UnmatchedDealRow>('dealer', {
      title: 'Dealer',
      width: 50,
      more: { fullTitle: 'Dealer of your member who acted on it' },
    }),
    {
      id: 'capacity',
      title: 'P/A',
      fullTitle: 'Principal or agency',
      width: 38,
      align: 'left',
      text: ({ capacity }) => capacity ?? dash,
      groups: true,
      sortValue: ({ capacity }) => capacity,
    },
    randColumn<UnmatchedDealRow>('value', {
      title: 'Value, R',
      width: 106,
      more: { fullTitle: 'Value in rand: price times tons times quantity' },
    }),
    textColumn<UnmatchedDealRow>('expires', {
      title: 'Expires',
      width: 76,
      more: { fullTitle: 'Business day at the end of whose administration it expires', tone: () => 'second' },
    }),
    textColumn<UnmatchedDealRow>('ref', {
      title: 'Ref',
      width: 64,
      more: { fullTitle: 'Your reference', clips: true, groups: false },
    }),
    numberColumn<UnmatchedDealRow>('dealSeq', {
      title: 'Deal',
      width: 60,
      more: { fullTitle: 'Number of the deal that is passed on' },
    }),
    actionsColumn(84, renderActions),
  ];
  return byImportance(columns, [
    'contract',
    'side qty',
    'price',
    'counterparty',
    'state',
    'actions',
    'timeLeft',
    'type',
    'principal',
    'time',
    'theirPrincipal',
    'unmatchedSeq',
  ]);
}

/** The lines of a phone: contract and price; side, quantity and other member, and the state; the buttons. */
export function phoneColumns(options: UnmatchedColumnsOptions): readonly Column[] {
  const all = unmatchedColumns(options);
  return [
    ...all.filter(({ id }) => id === 'contract' || id === 'price'),
    {
      id: 'summary',
      title: 'Deal',
      width: 120,
      align: 'left',
      text: ({ side, qty, counterparty }) =>
        `${sideVerb(side)} ${formatLots(qty)} ${side === 'B' ? 'from' : 'to'} ${counterparty}`,
      tone: ({ side }) => (side === 'B' ? 'buy' : 'sell'),
    },
    {
      id: 'state',
      title: 'State',
      width: 80,
      align: 'right',
      text: (row) => phoneState(row.state, options.timeLeftOf(row)),
      tone: ({ state }) => tones[state],
    },
    ...all.filter(({ id }) => id === 'actions'),
  ];
}

/** The time left while it is known and the deal waits. */
const phoneState = (state: UnmatchedState, left: string): string =>
  state === 'Waiting' && left !== dash ? `${left} left` : state;
