// Puts the example rows into the stores and the feed into the state that the page's address asks for.
import { type LayoutDocument, newPreferenceDocument, permissionFlags } from '@openpit/wire';
import { rowsReceived } from '../live/signals.ts';
import { setActiveContract } from '../stores/active-contract.ts';
import { type Connection, useConnection } from '../stores/connection.ts';
import { deviceKind } from '../stores/device-kind.ts';
import { blankLayout, mobileLayout, mobileLayoutNames } from '../stores/layout-choice.ts';
import { setLayout, useLayouts } from '../stores/layouts.ts';
import { usePreferences } from '../stores/preferences.ts';
import { useSession } from '../stores/session.ts';
import {
  activeOrdersStore,
  completedOrdersStore,
  dealsStore,
  depthStore,
  instrumentsStore,
  marketStore,
  positionsStore,
} from '../stores/stores.ts';
import { contractRows } from './example-contract-rows.ts';
import { completedOrders, deals, positions } from './example-own-rows.ts';
import { activeOrders, arbitrary, boardTime, depthRowsOf, instruments, marketRows } from './example-rows.ts';

export type GalleryState =
  | 'live'
  | 'stale'
  | 'reconnecting'
  | 'down'
  | 'notReady'
  | 'empty'
  | 'loading'
  | 'error'
  | 'denied'
  | 'unknownPanel';

const connections: Readonly<Partial<Record<GalleryState, Partial<Connection>>>> = {
  stale: { lastMessageAt: boardTime },
  reconnecting: { market: 'Reconnecting', attempt: 2, lastMessageAt: boardTime },
  down: { market: 'Disconnected', lastMessageAt: boardTime },
  notReady: { venueReady: false },
};

export interface SeedOptions {
  readonly state: GalleryState;
  readonly flash: 'none' | 'text' | 'background';
  readonly isCompact: boolean;
  readonly hasSound: boolean;
}

export function seedStores({ state, flash, isCompact, hasSound }: SeedOptions): void {
  useConnection.setState({
    market: 'Connected',
    screen: 'Connected',
    depth: 'Connected',
    venueReady: true,
    lastMessageAt: Date.now(),
    roundTripMs: 38,
    epoch: 'gallery',
    ...connections[state],
  });
  if (connections[state]?.lastMessageAt === undefined)
    setInterval(() => useConnection.setState({ lastMessageAt: Date.now() }), 200);

  useSession.setState({
    displayName: 'Anna Botha',
    hqAccess: {
      userId: 'gallery',
      userName: 'Anna Botha',
      email: 'anna@kandela.example',
      memberCode: 'KAND',
      memberName: 'Kandela Grain',
      branch: 'JHB',
      dealerCode: 'ABD',
      clients: [
        { code: 'FARM1', name: 'Rietfontein Farms' },
        { code: 'MILL7', name: 'Highveld Mills' },
      ],
      subAccounts: [],
      twoFactorEnabled: false,
    },
  });
  const preferences = newPreferenceDocument();
  usePreferences.setState({
    storedId: 'gallery',
    document: {
      ...preferences,
      flags: {
        ...preferences.flags,
        ...(state === 'denied' ? {} : Object.fromEntries(permissionFlags.map((flag) => [flag, true]))),
      },
      defaults: {
        ...preferences.defaults,
        maxOrderQuantity: 500,
        defaultOrderQuantity: 10,
        colorOnUpdates: flash,
        compact: isCompact,
        soundOnDealExecution: hasSound,
      },
    },
  });

  instrumentsStore.replaceAll(instruments);
  const isLoaded = state !== 'loading' && state !== 'error';
  marketStore.replaceAll(isLoaded && state !== 'empty' ? [...marketRows, ...contractRows] : []);
  activeOrdersStore.replaceAll(isLoaded && state !== 'empty' ? activeOrders() : []);
  const hasOwn = isLoaded && state !== 'empty';
  completedOrdersStore.replaceAll(hasOwn ? completedOrders : []);
  dealsStore.replaceAll(hasOwn ? deals : []);
  positionsStore.replaceAll(hasOwn ? positions : []);
  const ownStores = [activeOrdersStore, completedOrdersStore, dealsStore, positionsStore];
  for (const store of [instrumentsStore, marketStore, ...ownStores])
    store.setStatus(state === 'loading' ? 'loading' : state === 'error' ? 'error' : 'success');
  if (isLoaded)
    for (const row of [...marketRows, ...contractRows])
      depthStore.set(row.displaySeq, { rows: depthRowsOf(row), seq: 1, status: 'success' });
  setActiveContract(state === 'loading' || state === 'error' || state === 'empty' ? null : 'DEC26 WMAZ');

  if (deviceKind() === 'mobile') {
    const asked = new URLSearchParams(location.search).get('panel');
    const column = mobileLayoutNames.find(([, component]) => component === asked)?.[1] ?? 'Futures';
    setLayout({ _id: null, document: mobileLayout(column, (component) => `${component}1`) });
    return;
  }
  const deskName = new URLSearchParams(location.search).get('desk');
  const wholeDesk = deskName === null ? undefined : wholeDesks[deskName];
  if (wholeDesk !== undefined) {
    setLayout({ _id: null, document: wholeDesk });
    return;
  }
  if (new URLSearchParams(location.search).get('desk') === 'blank') {
    setLayout({ _id: null, document: blankLayout });
    return;
  }
  const desk = {
    _id: 'gallery-desk',
    userId: 'gallery',
    document: {
      name: 'Dealer desk',
      isMobile: false,
      columns: [
        { id: 'Futures1', component: 'Futures', coordinates: { x: 0, y: 0, w: 68, h: 66, z: 150 } },
        { id: 'Depth1', component: 'Depth', coordinates: { x: 68.6, y: 0, w: 31.4, h: 52, z: 151 } },
        {
          id: 'ActiveOrders1',
          component: 'ActiveOrders',
          coordinates: { x: 0, y: 67, w: 68, h: 33, z: 152 },
        },
        {
          id: 'Second1',
          component: state === 'unknownPanel' ? 'WeatherMap' : 'Depth',
          coordinates: { x: 68.6, y: 53, w: 20, h: 40, z: 149 },
          props: { contract: 'MAR27 SUNS', view: 'price' },
        },
      ],
    },
  };
  useLayouts.setState({
    saved: [desk, { ...desk, _id: 'gallery-2', document: { ...desk.document, name: 'Deliveries' } }],
  });
  setLayout(desk);
}

/** A desk of one's own rows. */
const ownDesk: LayoutDocument = {
  name: 'Own',
  isMobile: false,
  columns: [
    { id: 'Deals1', component: 'Deals', coordinates: { x: 0, y: 0, w: 66, h: 32, z: 150 } },
    { id: 'Positions1', component: 'Positions', coordinates: { x: 0, y: 33, w: 66, h: 32, z: 151 } },
    {
      id: 'CompletedOrders1',
      component: 'CompletedOrders',
      coordinates: { x: 0, y: 66, w: 66, h: 34, z: 152 },
    },
    { id: 'Depth1', component: 'Depth', coordinates: { x: 66.6, y: 0, w: 20, h: 65, z: 153 } },
  ],
};

/** A desk of what stands beside the futures. */
const marketDesk: LayoutDocument = {
  name: 'Market',
  isMobile: false,
  columns: [
    {
      id: 'TVChartContainer1',
      component: 'TVChartContainer',
      coordinates: { x: 0, y: 0, w: 40, h: 50, z: 150 },
    },
    {
      id: 'TVChartContainer2',
      component: 'TVChartContainer',
      coordinates: { x: 0, y: 51, w: 20.5, h: 49, z: 151 },
      props: { contract: 'MAR27 SUNS', interval: 'day' },
    },
    {
      id: 'TVChartContainer3',
      component: 'TVChartContainer',
      coordinates: { x: 40.6, y: 0, w: 24, h: 40, z: 152 },
      props: { look: 'table', interval: 'day' },
    },
    { id: 'Clock1', component: 'Clock', coordinates: { x: 21, y: 51, w: 19, h: 23, z: 157 } },
    {
      id: 'Spreads1',
      component: 'Spreads',
      coordinates: { x: 40.6, y: 82, w: 59.4, h: 18, z: 155 },
    },
    {
      id: 'Splits1',
      component: 'Splits',
      coordinates: { x: 40.6, y: 64, w: 59.4, h: 17.6, z: 156 },
    },
    {
      id: 'Deltas1',
      component: 'Deltas',
      coordinates: { x: 65, y: 0, w: 35, h: 40, z: 154 },
    },
    {
      id: 'Options1',
      component: 'Options',
      coordinates: { x: 40.6, y: 40.6, w: 59.4, h: 23, z: 153 },
      props: { series: 'MAR27 WMAZ 2027-02-19' },
    },
  ],
};

/** Depth with time and sales, wide and narrow. */
const salesDesk: LayoutDocument = {
  name: 'Tape',
  isMobile: false,
  columns: [
    {
      id: 'Depth1',
      component: 'Depth',
      coordinates: { x: 0, y: 0, w: 46, h: 60, z: 150 },
      props: { showsSales: true },
    },
    {
      id: 'Depth2',
      component: 'Depth',
      coordinates: { x: 47, y: 0, w: 22, h: 90, z: 151 },
      props: { contract: 'MAR27 SUNS', view: 'price', showsSales: true },
    },
  ],
};

const wholeDesks: Readonly<Record<string, LayoutDocument>> = {
  own: ownDesk,
  market: marketDesk,
  sales: salesDesk,
};

/** Two own deals at one price come in, as the hub would bring them. */
export function dealComes(): void {
  const [first] = deals;
  if (first === undefined) return;
  const of = (dealSeq: number, qty: number) => ({ ...first, dealSeq, qty, time: boardTime, price: 4035.2 });
  dealsStore.merge([of(70_500, 3), of(70_502, 2)]);
  rowsReceived.emit('deals');
}

/** Keeps prices moving a few times a second, for looking at flashes and at what jumps. */
export function startTicking(perSecond: number): void {
  let turn = 0;
  setInterval(() => {
    turn += 1;
    const at = arbitrary(turn, marketRows.length);
    const row = marketRows[at];
    const now = row === undefined ? undefined : marketStore.get(row.contract);
    if (row === undefined || now === undefined || row.bid === null || row.offer === null) return;
    const tick = instruments.find((one) => one.instrument === row.instrument)?.tick ?? 0.2;
    const shift = (arbitrary(turn * 7, 5) - 2) * tick;
    const price = (from: number) => Math.round((from + shift) * 100) / 100;
    const last = arbitrary(turn * 3, 2) === 0 ? price(row.offer) : now.last;
    const next = {
      ...now,
      version: now.version + 1,
      bid: price(row.bid),
      offer: price(row.offer),
      bidQty: 1 + arbitrary(turn * 11, 40),
      offerQty: 1 + arbitrary(turn * 13, 40),
      last,
      change: last === null || row.mtm === null ? null : Math.round((last - row.mtm) * 100) / 100,
      volume: now.volume + 1,
    };
    marketStore.merge([next]);
    depthStore.set(row.displaySeq, { rows: depthRowsOf(next), seq: turn, status: 'success' });
  }, 1000 / perSecond);
}
