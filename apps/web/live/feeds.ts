// The live side of this page, put together: connections, the stores they fill, and what happens when one is lost for good.
// Start-up and panels use what is exported here; nothing opens before they ask.
import { dataSetIds, type MarketHubEvent } from '@openpit/wire';
import { logout } from '../session/logout.ts';
import { useConnection } from '../stores/connection.ts';
import { useSettings } from '../stores/settings.ts';
import {
  activeOrdersStore,
  completedOrdersStore,
  contractDatesStore,
  dailyTrendsStore,
  dealsStore,
  depthStore,
  instrumentsStore,
  marketStore,
  mtmStore,
  positionsStore,
} from '../stores/stores.ts';
import { createDataSetIntake, type KeptDataSet } from './data-set-intake.ts';
import { tellDealsArrived } from './deal-arrivals.ts';
import { createDepthFeed } from './depth-feed.ts';
import { createDepthIntake } from './depth-intake.ts';
import { createDispatch } from './dispatch.ts';
import { createHandlers } from './handlers.ts';
import { createMarketFeed } from './market-feed.ts';
import { createMarketIntake, type MarketSource } from './market-intake.ts';
import { connectAgain, openLink } from './open-link.ts';
import { createScreenFeeds } from './screen-feeds.ts';

export { connectAgain } from './open-link.ts';

/** How often the round trip is measured and the session asked for (DisconnectCheck). */
const checkEveryMs = 10_000;

const keptDataSets = new Map<number, KeptDataSet>([
  [dataSetIds.activeOrders, { store: activeOrdersStore, key: 'activeOrderSeq' }],
  [dataSetIds.completedOrders, { store: completedOrdersStore, key: 'completedOrderSeq' }],
  [dataSetIds.deals, { store: dealsStore, key: 'dealSeq' }],
  [dataSetIds.positions, { store: positionsStore, key: 'positionSeq' }],
  [dataSetIds.instruments, { store: instrumentsStore, key: 'instrument' }],
  [dataSetIds.contractDate, { store: contractDatesStore, key: 'uniqueKey' }],
  [dataSetIds.mtm, { store: mtmStore, key: 'contract' }],
  [dataSetIds.dailyTrends, { store: dailyTrendsStore, key: 'uniqueKey' }],
]);

const marketSource: MarketSource = { hasWholeMarket: true, askRows: () => marketFeed.askAgain('marketRows') };

const market = createMarketIntake({
  store: marketStore,
  onCompleted: (count, { hasWholeMarket }) => {
    if (hasWholeMarket) marketFeed.arrived('marketRows', count);
    depthFeed.subscribeMissing();
  },
});

const dataSets = createDataSetIntake({
  kept: keptDataSets,
  askAgain: (dataSetId) => marketFeed.askAgain(dataSetId),
  onInit: (dataSetId, count) => {
    marketFeed.arrived(dataSetId, count);
    // They come anew with each connection, and a new connection hears of no strikes yet.
    if (dataSetId === dataSetIds.instruments) marketFeed.hearStrikes(instrumentsStore.keys());
  },
  onTaken: (dataSetId) => {
    if (dataSetId === dataSetIds.deals) tellDealsArrived();
  },
});

const depth = createDepthIntake({
  store: depthStore,
  isKnown: (displaySeq) => marketStore.keys().some((key) => marketStore.get(key)?.displaySeq === displaySeq),
  isMarketLoaded: () => marketStore.status() === 'success',
  isWatched: (displaySeq) => depthFeed.isWatched(displaySeq),
  askAgain: () => depthFeed.subscribe(),
});

const dispatch = createDispatch<MarketSource>({
  handlers: createHandlers({
    market,
    dataSets,
    depth,
    forget: forgetEpoch,
    onPermissionsChanged: () => tellPermissionsChanged(),
  }),
  onRejected: (event, fault) => {
    console.error(`Invalid data in ${event} was rejected: ${fault}`);
    useConnection.setState((before) => ({ rejectedMessages: before.rejectedMessages + 1 }));
  },
  onFailed: (event, error) => console.error(`${event} could not be taken.`, error),
});

export const marketFeed = createMarketFeed({
  open: () =>
    openLink({
      name: 'market',
      kind: 'market',
      onEvent: takeFrom(marketSource),
      onConnected: () => {
        market.reset();
        marketFeed.connected();
        void check();
      },
      onGaveUp: () => marketFeed.gaveUp(),
    }),
  onAsked: (wanted) => {
    if (wanted !== 'marketRows') dataSets.asked(wanted);
    else if (marketStore.status() !== 'success') marketStore.setStatus('loading');
  },
  onAskFailed: (wanted) => {
    if (wanted !== 'marketRows') dataSets.notAsked(wanted);
    else if (marketStore.status() !== 'success') marketStore.setStatus('error');
  },
  onFailed: logFailedCall,
});

export const screenFeeds = createScreenFeeds({
  open: (component) =>
    openLink({
      name: component,
      kind: 'screen',
      component,
      onEvent: takeFrom({ hasWholeMarket: false, askRows: () => screenFeeds.askRows(component) }),
      onConnected: () => screenFeeds.connected(component),
    }),
  onFailed: logFailedCall,
});

export const depthFeed = createDepthFeed({
  store: depthStore,
  open: () =>
    openLink({
      name: 'depth',
      kind: 'depth',
      component: 'Depth',
      onEvent: takeFrom({ hasWholeMarket: false, askRows: () => undefined }),
      onConnected: () => depthFeed.subscribeAfresh(),
    }),
  delays: () => {
    const { depthConnectDelayMs, depthSubscribeDelayMs } = useSettings.getState();
    return { connectMs: depthConnectDelayMs, subscribeMs: depthSubscribeDelayMs };
  },
  onFailed: logFailedCall,
});

let tellPermissionsChanged: () => void = () => undefined;

/** Says who reads the user's preferences and account again when an operator has changed what he may do or see. */
export function onPermissionsChanged(listener: () => void): void {
  tellPermissionsChanged = listener;
}

/** Keeps the live side going for the life of the page. */
export function startLive(): void {
  marketFeed.start();
  setInterval(() => void check(), checkEveryMs);
  addEventListener('online', connectAgain);
}

function takeFrom(source: MarketSource) {
  return (event: MarketHubEvent, payload: unknown) => dispatch(event, payload, source);
}

/**
 * The server has started anew: prices, orders, deals, positions and depth from before are gone at once. Reference data stays on screen until
 * its new snapshot takes its place, which the reconnected market connection asks for.
 */
function forgetEpoch(): void {
  market.reset();
  marketStore.clear();
  marketStore.setStatus('loading');
  for (const store of [activeOrdersStore, completedOrdersStore, dealsStore, positionsStore]) {
    store.clear();
    store.setStatus('loading');
  }
  depthStore.clear();
}

async function check(): Promise<void> {
  try {
    const result = await marketFeed.check();
    if (result === null) return;
    useConnection.setState({ roundTripMs: result.roundTripMs });
    if (result.isOver)
      logout({
        toast: { type: 'warning', message: 'Your session has ended. Sign in again.' },
        tellServer: false,
      });
  } catch (error) {
    logFailedCall(error);
  }
}

function logFailedCall(error: unknown): void {
  console.warn('A call to the market hub failed.', error);
}
