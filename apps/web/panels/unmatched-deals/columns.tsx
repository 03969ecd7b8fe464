// The columns of the Unmatched deals panel (PANEL-11): the user's side of each deal that waits for another member, or for the
// user's own.

import type { UnmatchedDealRow, UnmatchedState } from '@openpit/wire';
import { typeText } from '../../actions/unmatched-deals.ts';
import { sideVerb } from '../../market/market-text.ts';
import { dash, formatLots } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  capacity,
  contract,
  date,
  number,
  onPhone,
  price,
  rand,
  side,
  sideLots,
  sideTone,
  text,
  time,
} from '../parts/column-kinds.ts';

interface UnmatchedColumnsOptions {
  readonly timeLeftOf: (item: UnmatchedDealRow) => string;
  /** Epoch milliseconds; null if it is not known. */
  readonly endOf: (item: UnmatchedDealRow) => number | null;
}

const tones: Readonly<Record<UnmatchedState, CellTone | undefined>> = {
  Waiting: 'warning',
  Accepted: undefined,
  Withdrawn: 'second',
  Expired: 'second',
};

export function unmatchedColumns(options: UnmatchedColumnsOptions): readonly GridColumn<UnmatchedDealRow>[] {
  const { timeLeftOf, endOf } = options;
  return [
    number('unmatchedSeq', 'No', 54, {
      help: 'Number of the unmatched deal, the same for both members',
      rank: 11,
    }),
    time('time', 'Time', 66, { rank: 9 }),
    contract({ rank: 0 }),
    side({ help: 'Buy or sell, for your member', rank: 2 }),
    sideLots('qty', 'Qty', 44, { weight: 'strong', rank: 0 }),
    price('price', 'Price', 70, { weight: 'strong', rank: 0, phone: 'price' }),
    text('counterparty', 'With', 56, { help: 'The other member', rank: 3 }),
    text('state', 'State', 74, { tone: ({ state }) => tones[state], rank: 4 }),
    number('timeLeft', 'Left', 68, {
      help: 'Time until it expires, unless it is accepted',
      value: endOf,
      text: timeLeftOf,
      tone: () => undefined,
      rank: 6,
    }),
    text('type', 'Type', 96, {
      help: 'Reported, assigned from member to member, or passed on under a tripartite arrangement',
      value: typeText,
      tone: 'second',
      rank: 7,
    }),
    text('principal', 'For', 62, { help: 'Principal of your member', rank: 8 }),
    text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
    text('theirPrincipal', 'Their principal', 90, {
      help: 'Principal of the other member, once it has accepted',
      rank: 10,
    }),
    text('dealer', 'Dealer', 50, { help: 'Dealer of your member who acted on it' }),
    capacity(),
    rand('value', 'Value, R', 106, { help: 'Value in rand: price times tons times quantity' }),
    date('expires', 'Expires', 78, {
      help: 'Business day at the end of whose administration it expires',
      tone: 'second',
    }),
    text('ref', 'Ref', 64, { help: 'Your reference', clips: true, groups: false }),
    number('dealSeq', 'Deal', 60, { help: 'Number of the deal that is passed on' }),
    onPhone(
      'summary',
      'Deal',
      (row) =>
        `${sideVerb(row.side)} ${formatLots(row.qty)} ${row.side === 'B' ? 'from' : 'to'} ${row.counterparty}`,
      { tone: sideTone },
    ),
    onPhone('state', 'State', (row) => phoneState(row.state, timeLeftOf(row)), {
      tone: ({ state }) => tones[state],
    }),
  ];
}

/** The time left while it is known and the deal waits. */
const phoneState = (state: UnmatchedState, left: string): string =>
  state === 'Waiting' && left !== dash ? `${left} left` : state;
