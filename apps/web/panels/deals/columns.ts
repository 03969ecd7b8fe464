// The columns of the Deals panel (PANEL-10): the user's side of each deal. A deal that was replaced or cancelled
// stays in the list and counts in no sum.

import { type DealRow, type DealState, isCountedDeal, toCents, toRand } from '@openpit/wire';
import { sideVerb } from '../../market/market-text.ts';
import { dash, formatLots, formatPrice } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import {
  capacity,
  contract,
  match,
  number,
  onPhone,
  price,
  rand,
  side,
  sideLots,
  sideTone,
  text,
  time,
  volatility,
  withGreyRows,
} from '../parts/column-kinds.ts';

const tones: Readonly<Record<DealState, CellTone | undefined>> = {
  Open: undefined,
  Assigning: 'warning',
  Split: 'second',
  Cumulated: 'second',
  Assigned: 'second',
  Tripartite: 'second',
  Cancelled: 'warning',
};

const ifCounted = (value: 'qty' | 'value' | 'fee') => (deal: DealRow) =>
  isCountedDeal(deal) ? deal[value] : null;

const columns: readonly GridColumn<DealRow>[] = [
  number('dealSeq', 'Deal', 60, { help: 'Number of this side of the deal', rank: 4 }),
  match({ rank: 6 }),
  // As narrow as its text, like side and quantity, so that a panel a third of 1280 pixels wide shows all four.
  time('time', 'Time', 62, { rank: 3, phone: 'time' }),
  // A deal that is not simply open shows its state next to its contract at every width.
  contract({ note: ({ state }) => (state === 'Open' ? undefined : state.toLowerCase()), rank: 0 }),
  side({ width: 36, rank: 2 }),
  sideLots('qty', 'Qty', 44, { weight: 'strong', sum: ifCounted('qty'), rank: 0 }),
  price('price', 'Price', 68, { weight: 'strong', rank: 0, phone: 'price' }),
  volatility((deal) => deal.volatility ?? null, {
    title: 'Vol / prem',
    help: 'Volatility and premium',
    width: 106,
    // The price of an option is its premium. A premium below the intrinsic value has no volatility.
    text: (deal) =>
      deal.volatility === undefined
        ? dash
        : `${formatPrice(deal.volatility, 2)} / ${formatPrice(deal.price, 2)}`,
    exported: (deal) =>
      deal.volatility === undefined
        ? null
        : `${deal.volatility?.toFixed(2) ?? ''} / ${deal.price.toFixed(2)}`,
    rank: 9,
  }),
  rand('value', 'Value, R', 106, {
    help: 'Value in rand: price times tons times quantity',
    sum: ifCounted('value'),
    rank: 8,
  }),
  text('principal', 'Principal', 66, { rank: 5 }),
  text('subAccount', 'Sub-acc', 58, { help: 'Sub-account' }),
  text('dealer', 'Dealer', 50),
  capacity(),
  text('counterparty', 'With', 56, { help: 'Counterparty', rank: 7 }),
  text('origin', 'Origin', 62, { tone: 'second' }),
  text('state', 'State', 74, { help: 'State of the deal', tone: ({ state }) => tones[state], rank: 10 }),
  number('linkedGroup', 'Linked', 60, { help: 'Linked group, such as a delta and its hedge', groups: true }),
  text('ref', 'Ref', 64, { help: 'Reference of the order', clips: true, groups: false }),
  rand('fee', 'Fee, R', 72, { help: 'Booking fee in rand', sum: ifCounted('fee') }),
  text('isAggressor', 'Role', 66, {
    help: 'Aggressor, or passive: the order that rested',
    value: (deal) => (deal.isAggressor ? 'Aggressor' : 'Passive'),
    tone: 'second',
    groups: false,
  }),
  number('activeOrderSeq', 'Order', 60, { help: 'Number of the order' }),
  onPhone('summary', 'Deal', (deal) => `${sideVerb(deal.side)} ${formatLots(deal.qty)}`, { tone: sideTone }),
  onPhone(
    'state',
    'For and with',
    ({ state, principal, counterparty }) =>
      state === 'Open' ? `${principal} with ${counterparty}` : `${state}, ${principal}`,
    { tone: ({ state }) => tones[state] ?? 'second' },
  ),
];

export const dealsColumns = withGreyRows(columns, ({ state }) => state !== 'Open');

/** The sums of the deals that count, and how many others there are. */
interface DealTotals {
  readonly bought: number;
  readonly sold: number;
  /** The value of all bought and sold lots together, in rand. */
  readonly value: number;
  /** Deals that other deals have replaced. */
  readonly replaced: number;
  readonly cancelled: number;
}

export function sumsOf(deals: readonly Pick<DealRow, 'side' | 'qty' | 'value' | 'state'>[]): DealTotals {
  let bought = 0;
  let sold = 0;
  let cents = 0;
  for (const { side, qty, value } of deals.filter(isCountedDeal)) {
    if (side === 'B') bought += qty;
    else sold += qty;
    cents += toCents(value);
  }
  const dead = deals.filter((deal) => !isCountedDeal(deal));
  const cancelled = dead.filter(({ state }) => state === 'Cancelled').length;
  return { bought, sold, value: toRand(cents), replaced: dead.length - cancelled, cancelled };
}
