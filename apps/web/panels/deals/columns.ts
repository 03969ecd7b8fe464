// The columns of the Deals panel (PANEL-10): the own side of each deal. A deal that was replaced or cancelled
// stays in the list and counts in no sum.
import type { DealRow, DealState } from '@openpit/wire';
import { sideVerb } from '../../actions/order-actions.ts';
import { dash, formatLots, formatPrice } from '../../ui/format.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { byImportance } from '../../ui/live-grid/grid-column.ts';
import {
  capacityColumn,
  contractColumn,
  lotsColumn,
  matchColumn,
  numberColumn,
  priceColumn,
  randColumn,
  sideColumn,
  textColumn,
  timeColumn,
  volatilityColumn,
} from '../rows/columns.ts';

type Column = GridColumn<DealRow>;

const tones: Readonly<Record<DealState, CellTone | undefined>> = {
  Open: undefined,
  Assigning: 'warning',
  Split: 'second',
  Cumulated: 'second',
  Assigned: 'second',
  Tripartite: 'second',
  Cancelled: 'warning',
};

/** Whether the deal counts in sums and positions: it was neither replaced by other deals nor cancelled. */
export const counts = ({ state }: Pick<DealRow, 'state'>) => state === 'Open' || state === 'Assigning';

const columns: readonly Column[] = [
  numberColumn<DealRow>('dealSeq', {
    title: 'Deal',
    width: 60,
    more: { fullTitle: 'Number of this side of the deal' },
  }),
  matchColumn(),
  // As narrow as its text, and so are side and quantity: a panel of a third of 1280 pixels has all four.
  timeColumn<DealRow>('time', { title: 'Time', width: 62 }),
  contractColumn<DealRow>(),
  { ...sideColumn<DealRow>(), width: 38 },
  lotsColumn<DealRow>('qty', {
    title: 'Qty',
    width: 44,
    more: { weight: 'strong', sum: (row) => (counts(row) ? row.qty : null) },
  }),
  priceColumn<DealRow>('price', { title: 'Price', width: 68, more: { weight: 'strong' } }),
  {
    ...volatilityColumn<DealRow>(({ volatility = null }) => volatility),
    title: 'Vol / prem',
    fullTitle: 'Volatility and premium',
    width: 92,
    // The price of an option is its premium. A premium below the intrinsic value has no volatility.
    text: ({ volatility, price }) =>
      volatility === undefined ? dash : `${formatPrice(volatility, 2)} / ${formatPrice(price, 2)}`,
    exported: ({ volatility, price }) =>
      volatility === undefined ? null : `${volatility?.toFixed(2) ?? ''} / ${price.toFixed(2)}`,
  },
  randColumn<DealRow>('value', {
    title: 'Value, R',
    width: 106,
    more: {
      fullTitle: 'Value in rand: price times tons times quantity',
      sum: (row) => (counts(row) ? row.value : null),
    },
  }),
  textColumn<DealRow>('principal', { title: 'Principal', width: 66 }),
  textColumn<DealRow>('subAccount', { title: 'Sub-acc', width: 58, more: { fullTitle: 'Sub-account' } }),
  textColumn<DealRow>('dealer', { title: 'Dealer', width: 50 }),
  capacityColumn(),
  textColumn<DealRow>('counterparty', {
    title: 'With',
    width: 56,
    more: { fullTitle: 'Counterparty' },
  }),
  textColumn<DealRow>('origin', { title: 'Origin', width: 62, more: { tone: () => 'second' } }),
  textColumn<DealRow>('state', {
    title: 'State',
    width: 74,
    more: {
      fullTitle: 'State of the deal',
      tone: (row) => tones[row.state],
    },
  }),
  numberColumn<DealRow>('linkedGroup', {
    title: 'Linked',
    width: 60,
    more: { fullTitle: 'Linked group, such as a delta and its hedge', groups: true },
  }),
  textColumn<DealRow>('ref', {
    title: 'Ref',
    width: 64,
    more: { fullTitle: 'Reference of the order', clips: true, groups: false },
  }),
  randColumn<DealRow>('fee', {
    title: 'Fee, R',
    width: 72,
    more: { fullTitle: 'Booking fee in rand', sum: (row) => (counts(row) ? row.fee : null) },
  }),
  {
    id: 'isAggressor',
    title: 'Role',
    fullTitle: 'Aggressor, or passive: the order that rested',
    width: 66,
    align: 'left',
    text: (row) => (row.isAggressor ? 'Aggressor' : 'Passive'),
    tone: () => 'second',
    sortValue: (row) => (row.isAggressor ? 0 : 1),
  },
  numberColumn<DealRow>('activeOrderSeq', {
    title: 'Order',
    width: 60,
    more: { fullTitle: 'Number of the order' },
  }),
];

/** A deal that is not simply open steps back, and says its state beside its contract at every width. */
const withState: readonly Column[] = columns.map((column) => ({
  ...column,
  tone: (row: DealRow) => (row.state === 'Open' || column.id === 'state' ? column.tone?.(row) : 'second'),
  ...(column.id === 'contract' && {
    note: ({ state }: DealRow) => (state === 'Open' ? undefined : state.toLowerCase()),
  }),
}));

export const dealsColumns = byImportance(withState, [
  'contract',
  'price',
  'side qty',
  'time',
  'dealSeq',
  'matchSeq',
  'counterparty',
  'value',
  'volatility',
  'principal',
  'state',
]);

/** The lines of a phone: contract, price and time; side and quantity, principal and counterparty. */
export const phoneColumns: readonly Column[] = [
  ...dealsColumns
    .filter(({ id }) => id === 'contract' || id === 'price' || id === 'time')
    // The line below has the state.
    .map(({ note: _note, ...column }) => column),
  {
    id: 'summary',
    title: 'Deal',
    width: 100,
    align: 'left',
    text: ({ side, qty }) => `${sideVerb(side)} ${formatLots(qty)}`,
    tone: (row) => (row.state !== 'Open' ? 'second' : row.side === 'B' ? 'buy' : 'sell'),
  },
  {
    id: 'state',
    title: 'For and with',
    width: 100,
    align: 'right',
    text: (row) =>
      row.state === 'Open' ? `${row.principal} with ${row.counterparty}` : `${row.state}, ${row.principal}`,
    tone: (row) => tones[row.state] ?? 'second',
  },
];

/** The sums of the deals that count, and how many others there are. */
export interface DealSums {
  readonly bought: number;
  readonly sold: number;
  /** The value of all bought and sold lots together, in rand. */
  readonly value: number;
  /** Deals in whose place there are others. */
  readonly replaced: number;
  readonly cancelled: number;
}

export function sumsOf(deals: readonly Pick<DealRow, 'side' | 'qty' | 'value' | 'state'>[]): DealSums {
  let bought = 0;
  let sold = 0;
  let cents = 0;
  for (const { side, qty, value } of deals.filter(counts)) {
    if (side === 'B') bought += qty;
    else sold += qty;
    cents += Math.round(value * 100);
  }
  const dead = deals.filter((deal) => !counts(deal));
  const cancelled = dead.filter(({ state }) => state === 'Cancelled').length;
  return { bought, sold, value: cents / 100, replaced: dead.length - cancelled, cancelled };
}
