// The live side of this page: the hub connections, the receivers that fill the stores, and the response to a lost
// connection. Start-up and panels use its exports; no connection opens before they ask. A panel subscribes on mount and unsubscribes on
// unmount; the connections follow (HUB-1, HUB-5).
import { announcedCalls, dataSets, type FilledDataSet, type MarketHubEvent } from '@openpit/wire';
import { useConnection } from '../../stores/connection.ts';
import { useSettings } from '../../stores/session.ts';
import { dataSetStores, depthStore, marketStore } from '../../stores/stores.ts';
import { logout } from '../logout.ts';
import { getPrices } from '../static-data.ts';
import {
  answersChanged,
  createDataSetReceiver,
  createDataSetWatch,
  exchangeDayChanged,
  rowsReceived,
} from './data-sets.ts';
import { createDepthFeed, createDepthReceiver } from './depth.ts';
import { createDispatch, createHandlers } from './handlers.ts';
import {
  createMarketReceiver,
  createMarketSubscription,
  createOwnContracts,
  type MarketSource,
  ownSets,
} from './market.ts';
import { connectAgain, openLink } from './open-link.ts';
import { createScreenFeeds } from './screen-feeds.ts';

export { connectAgain } from './open-link.ts';

/** The interval at which the round trip is measured and the session checked (DisconnectCheck). */
const checkEveryMs = 10_000;
/** The interval at which silent connections are noticed. */
const checkLinesEveryMs = 250;
/** The time in which a new connection loads the market. */
const quietAfterMs = 2_000;
const retryOwnOrdersMs = 2_000;

const marketSource: MarketSource = {
  hasWholeMarket: true,
  requestRows: () => marketSubscription.reload('marketRows'),
};

const market = createMarketReceiver({
  store: marketStore,
  onCompleted: (count, { hasWholeMarket }) => {
    if (hasWholeMarket) marketSubscription.loaded('marketRows', count);
    depthFeed.subscribeMissing();
  },
});

const dataSetReceiver = createDataSetReceiver({
  stores: dataSetStores,
  requestAgain: (dataSetId) => marketSubscription.reload(dataSetId),
  onSnapshot(dataSetId, count) {
    if (dataSetId === dataSets.activeOrders.id) useConnection.setState({ ownOrdersLoaded: true });
    marketSubscription.loaded(dataSetId, count);
  },
  onRows: rowsReceived.emit,
});

const depth = createDepthReceiver({
  store: depthStore,
  isKnown: (displaySeq) => marketStore.keys().some((key) => marketStore.get(key)?.displaySeq === displaySeq),
  isMarketLoaded: () => marketStore.status() === 'success',
  isWatched: (displaySeq) => depthFeed.isWatched(displaySeq),
  requestAgain: () => depthFeed.subscribe(),
});

const dispatch = createDispatch({
  handlers: createHandlers({ market, dataSetReceiver, depth, forgetEpoch }),
  onRejected: (event, fault) => {
    console.error(`Invalid data in ${event} was rejected: ${fault}`);
    useConnection.setState((before) => ({ rejectedMessages: before.rejectedMessages + 1 }));
  },
  onFailed: (event, error) => console.error(`${event} could not be handled.`, error),
});

let hasBeenConnected = false;

export const marketSubscription = createMarketSubscription({
  open: () => {
    const link = openLink({
      name: 'market',
      kind: 'market',
      fallbackComponent: 'All',
      onEvent: dispatchFrom(marketSource),
      onConnected: (transport) => {
        // The server is reachable, so the other connections retry immediately, even after their last retry has failed.
        connectAgain();
        market.reset();
        marketSubscription.connected();
        screenFeeds.marketConnected(link, { carriesScreens: transport !== 'WebSockets' });
        // The hub has not reported changes from the time without a connection.
        if (hasBeenConnected) answersChanged.emit(announcedCalls);
        hasBeenConnected = true;
      },
      onGaveUp: () => marketSubscription.gaveUp(),
      onState: () => screenFeeds.checkLines(),
    });
    return link;
  },
  onRequested: (data) => {
    if (data !== 'marketRows') dataSetReceiver.requested(data);
    else if (marketStore.status() !== 'success') {
      marketStore.setStatus('loading');
      void fillPrices();
    }
  },
  onRequestFailed: (data) => {
    // Order entry waits for the user's orders.
    if (data === dataSets.activeOrders.id)
      setTimeout(() => marketSubscription.reload(data), retryOwnOrdersMs);
    if (data !== 'marketRows') dataSetReceiver.requestFailed(data);
    else if (marketStore.status() !== 'success') marketStore.setStatus('error');
  },
  onChecked: ({ roundTripMs, isOver }) => {
    if (roundTripMs !== null) useConnection.setState({ roundTripMs });
    if (isOver)
      logout({
        toast: { type: 'warning', message: 'Your session has ended. Sign in again.' },
        notifyServer: false,
      });
  },
  whenQuiet: (run) => {
    setTimeout(() => {
      // Some browsers lack requestIdleCallback.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: quietAfterMs });
      else run();
    }, quietAfterMs);
  },
  onFailed: logFailedCall,
});

// A new connection receives the instruments again, and has no subscriptions yet.
rowsReceived.on((name) => {
  if (name === 'instruments') marketSubscription.subscribeToStrikes(dataSetStores.instruments.keys());
});

const screenFeeds = createScreenFeeds({
  open: (component) =>
    openLink({
      name: component,
      kind: 'screen',
      component,
      onEvent: dispatchFrom({ hasWholeMarket: false, requestRows: () => screenFeeds.requestRows(component) }),
      onConnected: () => screenFeeds.connected(component),
      onState: () => screenFeeds.checkLines(),
    }),
  onFailed: logFailedCall,
});

export const ownContracts = createOwnContracts({
  stores: [dataSetStores.positions, dataSetStores.consPositions, dataSetStores.activeOrders],
  watch: (contracts) => screenFeeds.watch('Market', contracts),
});

rowsReceived.on((name) => {
  if (ownSets.includes(name)) ownContracts.update();
});

const depthFeed = createDepthFeed({
  store: depthStore,
  open: () =>
    openLink({
      name: 'depth',
      kind: 'depth',
      component: 'Depth',
      fallbackComponent: 'Depth',
      onEvent: dispatchFrom({ hasWholeMarket: false, requestRows: () => undefined }),
      onState: () => depthFeed.checkConnection(),
    }),
  delays: () => {
    const { depthConnectDelayMs, depthSubscribeDelayMs } = useSettings.getState();
    return { connectMs: depthConnectDelayMs, subscribeMs: depthSubscribeDelayMs };
  },
  onFailed: logFailedCall,
});

/** Keeps this contract's depth in depthStore up to date until the returned function is called. */
export const watchDepth = depthFeed.watch;

/**
 * Keeps the rows of these contracts in marketStore up to date over this connection until the returned function is called. Panels
 * use it through `market/prices.ts`.
 */
export const watchContracts = screenFeeds.watch;

export const { isLineLive, isWatched, isReceived, onReceived } = screenFeeds;

/** True if the user or the member has a position or an order in this contract, which is therefore always watched. */
export const isOwnContract = ownContracts.has;

/** Keeps today's row of this contract in dataSetStores.dailyTrends up to date until the returned function is called. */
export const { watchTrend } = marketSubscription;

/** Loads the data set if it is not yet followed, and keeps its store up to date until the returned function is called. */
export const watchDataSet = createDataSetWatch({
  statusOf: (name) => dataSetStores[name].status(),
  load: marketSubscription.load,
  dayChanged: exchangeDayChanged,
});

/** Opens the market connection and keeps it checked for as long as the page is open. */
export function startLive(): void {
  marketSubscription.start();
  setInterval(() => void marketSubscription.check(), checkEveryMs);
  setInterval(() => {
    screenFeeds.checkLines();
    depthFeed.checkConnection();
  }, checkLinesEveryMs);
  addEventListener('online', connectAgain);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connectAgain();
  });
  // Start-up reloads everything when the browser is online again.
  addEventListener('offline', () => useConnection.setState({ ownOrdersLoaded: false }));
}

function dispatchFrom(source: MarketSource) {
  return (event: MarketHubEvent, payload: unknown) => dispatch(event, payload, source);
}

/**
 * The server has restarted: earlier prices, depth and rows of this user and member are cleared immediately. Data sets that
 * are the same for everyone stay on screen until their new snapshots replace them.
 */
function forgetEpoch(): void {
  market.reset();
  marketStore.clear();
  marketStore.setStatus('loading');
  for (const name of Object.keys(dataSets) as FilledDataSet[]) {
    if (dataSets[name].owner === 'market' || dataSetStores[name].status() === 'notStarted') continue;
    dataSetStores[name].clear();
    dataSetStores[name].setStatus('loading');
  }
  depthStore.clear();
}

/** Loads prices over HTTP until the rows of the market arrive (API-7). Never rejects. */
async function fillPrices(): Promise<void> {
  const result = await getPrices();
  if (result.kind === 'ok') market.prices(result.value);
  else console.warn(`The prices could not be loaded: ${result.errorText}`);
}

function logFailedCall(error: unknown): void {
  console.warn('A call to the market hub failed.', error);
}
