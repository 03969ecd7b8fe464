// Fills the stores with the example rows and puts the feed into the state that the page's address names.
import { newPreferenceDocument, permissionFlags } from '@openpit/wire';
import { panelEntry } from '../web/panels/registry.ts';
import { rowsReceived } from '../web/server/hub/data-sets.ts';
import { setActiveContract } from '../web/stores/chosen.ts';
import { type Connection, useConnection } from '../web/stores/connection.ts';
import { deviceKind } from '../web/stores/device-kind.ts';
import { mobileLayout } from '../web/stores/layout-choice.ts';
import { setLayout, useLayouts } from '../web/stores/layouts.ts';
import { usePreferences, useSession } from '../web/stores/session.ts';
import { dataSetStores, depthStore, marketStore, membersStore } from '../web/stores/stores.ts';
import { consPositions, mtmRows, unmatchedDeals } from './example-back-office-rows.ts';
import { contractRows } from './example-contract-rows.ts';
import { dealerLayout, layoutsByName } from './example-layouts.ts';
import * as money from './example-money.ts';
import { completedOrders, deals, positions } from './example-own-rows.ts';
import {
  activeOrders,
  arbitrary,
  depthRowsOf,
  instruments,
  marketRows,
  marketTime,
  members,
} from './example-rows.ts';
import * as silo from './example-silo.ts';
import { dailyTrends } from './example-trends.ts';

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
  stale: { lastMessageAt: marketTime },
  reconnecting: { market: 'Reconnecting', attempt: 2, lastMessageAt: marketTime },
  down: { market: 'Disconnected', lastMessageAt: marketTime },
  notReady: { venueReady: false },
};

export interface SeedOptions {
  readonly state: GalleryState;
  readonly flash: 'none' | 'text' | 'background';
  readonly isCompact: boolean;
  readonly hasSound: boolean;
  /** Whether the user has chosen steps for prices, volatilities and rates. */
  readonly hasSteps: boolean;
}

export function seedStores({ state, flash, isCompact, hasSound, hasSteps }: SeedOptions): void {
  useConnection.setState({
    market: 'Connected',
    screen: 'Connected',
    depth: 'Connected',
    venueReady: true,
    ownOrdersLoaded: true,
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
      dealers: [
        { code: 'ABD', name: 'Abdul Davids', branch: 'JHB' },
        { code: 'DEN', name: 'Denise Naidoo', branch: 'CPT' },
      ],
      clients: [
        { code: 'FARM1', name: 'Rietfontein Farms' },
        { code: 'MILL7', name: 'Highveld Mills' },
      ],
      subAccounts: [
        { code: 'NORTH', principal: 'FARM1' },
        { code: 'SOUTH', principal: 'FARM1' },
      ],
      twoFactorEnabled: false,
      scope: hasOwnOnlyVisibility() ? 'own' : 'member',
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
        ...(hasSteps && { priceChangeMop: 1, volChangeMop: 0.5, rateChangeMop: 0.1 }),
      },
    },
  });

  const isLoaded = state !== 'loading' && state !== 'error';
  const hasRows = isLoaded && state !== 'empty';
  dataSetStores.instruments.replaceAll(instruments);
  membersStore.replaceAll(members);
  marketStore.replaceAll(hasRows ? [...marketRows, ...contractRows] : []);
  dataSetStores.activeOrders.replaceAll(hasRows ? activeOrders() : []);
  dataSetStores.completedOrders.replaceAll(hasRows ? completedOrders : []);
  dataSetStores.deals.replaceAll(hasRows ? deals : []);
  const hasAccounts = hasRows && !hasOwnOnlyVisibility();
  dataSetStores.positions.replaceAll(hasAccounts ? positions : []);
  dataSetStores.clearing.replaceAll(hasAccounts ? money.clearing : []);
  dataSetStores.clearingInfo.replaceAll(hasAccounts ? money.clearingInfo : []);
  dataSetStores.movements.replaceAll(hasAccounts ? money.movements : []);
  dataSetStores.earlyValuations.replaceAll(hasAccounts ? money.earlyValuations : []);
  dataSetStores.breakDownAnalysis.replaceAll(hasAccounts ? money.breakdown : []);
  dataSetStores.margins.replaceAll(hasRows ? money.margins : []);
  dataSetStores.bfProfiles.replaceAll(hasRows ? money.bookingFees : []);
  dataSetStores.consPositions.replaceAll(hasAccounts ? consPositions : []);
  dataSetStores.contractDate.replaceAll(silo.contractDates);
  dataSetStores.siloCerts.replaceAll(hasAccounts ? silo.certs : []);
  dataSetStores.siloAuctions.replaceAll(hasRows ? silo.auctions : []);
  dataSetStores.siloOffers.replaceAll(hasRows ? silo.offers : []);
  dataSetStores.siloBids.replaceAll(hasRows ? silo.bids : []);
  dataSetStores.siloInvoices.replaceAll(hasAccounts ? silo.invoices : []);
  dataSetStores.siloAllocations.replaceAll(hasAccounts ? silo.allocations : []);
  dataSetStores.siloPositions.replaceAll(hasAccounts ? silo.siloPositions : []);
  dataSetStores.unmatchedDeal.replaceAll(hasRows ? unmatchedDeals : []);
  dataSetStores.mtm.replaceAll(hasRows ? mtmRows : []);
  dataSetStores.dailyTrends.replaceAll(hasRows ? dailyTrends() : []);
  for (const store of [marketStore, ...Object.values(dataSetStores)])
    store.setStatus(state === 'loading' ? 'loading' : state === 'error' ? 'error' : 'success');
  if (isLoaded)
    for (const row of [...marketRows, ...contractRows])
      depthStore.set(row.displaySeq, { rows: depthRowsOf(row), seq: 1, status: 'success' });
  setActiveContract(hasRows ? 'DEC26 WMAZ' : null);

  showLayout(state);
}

const hasOwnOnlyVisibility = () => new URLSearchParams(location.search).get('scope') === 'own';

function showLayout(state: GalleryState): void {
  const query = new URLSearchParams(location.search);
  if (deviceKind() === 'mobile') {
    const panel = query.get('panel') ?? 'Futures';
    setLayout({
      _id: null,
      document: mobileLayout(panel, (component) => `${component}1`, panelEntry(panel)?.title),
    });
    return;
  }
  const named = layoutsByName.get(query.get('layout') ?? '');
  if (named !== undefined) {
    setLayout({ _id: null, document: named });
    return;
  }
  const document = dealerLayout(state === 'unknownPanel' ? 'WeatherMap' : 'Depth');
  const dealer = { _id: 'gallery-1', userId: 'gallery', document };
  useLayouts.setState({
    saved: [dealer, { ...dealer, _id: 'gallery-2', document: { ...document, name: 'Deliveries' } }],
  });
  setLayout(dealer);
}

/** Adds two own deals of one order at one price, as if the hub had sent them. */
export function addDeals(): void {
  const [first] = deals;
  if (first === undefined) return;
  const order = { activeOrderSeq: 1_250, time: marketTime, price: 4035.2 };
  const of = (dealSeq: number, qty: number) => ({ ...first, ...order, dealSeq, qty });
  dataSetStores.deals.merge([of(70_500, 3), of(70_502, 2)]);
  rowsReceived.emit('deals');
}

/** Changes the prices of one contract at a time, `perSecond` times per second. */
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
