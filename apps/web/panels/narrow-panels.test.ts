// The columns of panels that are too narrow for all of them: first the contract, then the signed lots, then the price.
import { describe, expect, it } from 'vitest';
import { dealRow } from '../testing/rows.ts';
import { setFormatLocale } from '../ui/format.ts';
import { columnsFor, fitColumns, type GridColumn } from '../ui/live-grid/grid-column.ts';
import { activeOrdersColumns } from './active-orders/columns.tsx';
import { breakdownColumns } from './breakdown/columns.ts';
import { calendarColumns } from './calendar/rules.ts';
import { completedOrdersColumns } from './completed-orders/columns.ts';
import { consolidatedColumns } from './consolidated-positions/columns.ts';
import { dealsColumns } from './deals/columns.ts';
import { futuresColumns } from './futures/columns.ts';
import { mtmColumns } from './mtm/columns.ts';
import { chainColumns } from './options/columns.ts';
import { pairColumns } from './pairs/columns.ts';
import { fittedColumns } from './parts/market/columns.ts';
import { positionsColumns } from './positions/columns.tsx';
import { unmatchedColumns } from './unmatched-deals/columns.tsx';

const prices = { get: () => undefined, isLive: () => true };
const none = () => new Map<never, never>();
const chain = (show: 'volatility' | 'premium') =>
  chainColumns({ show, kind: 'options', working: none, net: none, orderLots: 10 });
/** The longest name in pixels. */
const [futureName, deltaName, pairName] = [87, 145, 135];

const panels = {
  'Active orders': [
    deltaName,
    activeOrdersColumns({ prices, timeLeftOf: () => '', endOf: () => null, renderActions: () => null }),
  ],
  'Completed orders': [deltaName, completedOrdersColumns],
  Deals: [deltaName, dealsColumns],
  'Unmatched deals': [deltaName, unmatchedColumns({ timeLeftOf: () => '', endOf: () => null })],
  Positions: [
    deltaName,
    positionsColumns({
      ...{ prices, lastTradingDayOf: () => null, marginNowOf: () => null, isShared: () => false },
      renderActions: () => null,
    }),
  ],
  'Consolidated positions': [deltaName, consolidatedColumns(prices)],
  MTM: [futureName, mtmColumns],
  Calendar: [0, calendarColumns],
  Breakdown: [0, breakdownColumns],
  Futures: [41, futuresColumns(none, none)],
  Splits: [pairName, pairColumns('splits', none)],
  Premiums: [0, chain('premium')],
  Volatilities: [0, chain('volatility')],
} as const satisfies Record<string, readonly [number, readonly GridColumn<never>[]]>;

/** The room in a panel of 220, 260, 300 and 400 pixels. */
const rooms = [218, 258, 298, 398];

/** `rowPx`: the longest name in the rows in pixels. */
function idsIn(panel: keyof typeof panels, room: number, rowPx?: number): string[] {
  const [namePx, table] = panels[panel];
  const columns = fittedColumns<never>(
    columnsFor<never>(table as readonly GridColumn<never>[], false),
    namePx === 0 ? {} : { contract: ['longest'] },
    {
      least: { contract: [rowPx === undefined ? 'longest' : 'in a row'] },
      widthOf: ([text]) => (text === 'in a row' ? (rowPx ?? 0) : text === 'longest' ? namePx : 0),
    },
  );
  const { leftOut } = fitColumns(
    columns,
    columns.map(({ width }) => width),
    room,
  );
  return columns.flatMap(({ id }) => (leftOut.has(id) ? [] : [id]));
}

describe('[PANEL-0] a narrow panel keeps', () => {
  it.each<[keyof typeof panels, string[]]>([
    [
      'Active orders',
      [
        'contract remaining',
        'contract remaining',
        'contract remaining price',
        'contract side remaining price',
      ],
    ],
    [
      'Completed orders',
      ['contract dealt', 'contract dealt', 'contract dealt price', 'contract side qty dealt price'],
    ],
    ['Deals', ['contract qty', 'contract qty', 'contract qty price', 'time contract side qty price']],
    [
      'Unmatched deals',
      ['contract qty', 'contract qty', 'contract qty price', 'contract side qty price counterparty'],
    ],
    ['Positions', ['contract net', 'contract net', 'contract net', 'contract net averagePrice open']],
    ['Consolidated positions', ['contract net', 'contract net', 'contract net', 'contract net netTons open']],
    [
      'MTM',
      [
        'contract mtmToday',
        'contract mtmToday mtmPrevious',
        'contract mtmToday mtmPrevious',
        'contract mtmToday mtmPrevious change status',
      ],
    ],
    ['Calendar', ['date about', 'date about', 'date about', 'date event about']],
    ['Breakdown', ['item amount', 'item amount', 'item amount', 'item amount']],
    [
      'Futures',
      [
        'contract bid offer',
        'contract bid offer',
        'contract bid offer',
        'contract bidQty bid offer offerQty last',
      ],
    ],
    ['Splits', ['contract bid', 'contract bid', 'contract bid offer', 'contract bid offer']],
    [
      'Premiums',
      [
        'call-bid call-offer strike',
        'call-bid call-offer strike',
        'call-bid call-offer strike put-bid put-offer',
        'call-bid call-offer strike put-bid put-offer',
      ],
    ],
    [
      'Volatilities',
      [
        'call-bid call-offer strike',
        'call-bid call-offer strike put-bid put-offer',
        'call-bid call-offer strike put-bid put-offer',
        'call-bid call-offer strike put-bid put-offer',
      ],
    ],
  ])('its most important columns: %s', (panel, expected) => {
    expect(rooms.map((room) => idsIn(panel, room).join(' '))).toEqual(expected);
  });
});

it.each([
  ['Active orders', 'contract remaining price'],
  ['Completed orders', 'contract dealt price'],
  ['Deals', 'contract qty price'],
  ['Unmatched deals', 'contract qty price'],
] as const)(
  '[PANEL-0] the narrowest panel shows the price if no row has a long name: %s',
  (panel, expected) => {
    expect(idsIn(panel, 218, futureName).join(' ')).toBe(expected);
  },
);

it('[PANEL-8] a panel in a low window keeps the net lots beside part of a long name', () => {
  expect(idsIn('Positions', 180)).toEqual(['contract', 'net']);
});

it('[PANEL-10] the deals of the Back office name their accounts, in windows of 1280 and 1600 pixels', () => {
  for (const room of [603, 782]) expect(idsIn('Deals', room)).toContain('principal');
});

describe('lots in a panel', () => {
  it('are signed while the column of the side has no room', () => {
    setFormatLocale('en-GB');
    const qty = dealsColumns.find(({ id }) => id === 'qty') ?? expect.fail();
    const sold = dealRow({ side: 'S', qty: 12 });
    const look = (shown?: ReadonlySet<string>) => [qty.text(sold, shown), qty.tone?.(sold, shown)];
    expect(look(new Set(['contract', 'qty']))).toEqual(['−12', 'sell']);
    expect(look(new Set(['contract', 'side', 'qty']))).toEqual(['12', undefined]);
    expect(look()).toEqual(['12', undefined]);
    setFormatLocale(undefined);
  });
});
