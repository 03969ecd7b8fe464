// For each method and each message of the market hub, for whom it is. Total by type over the hub's names: a new one does not compile
// until it stands here. A data set that is not named must be empty for everybody.
import type { DataSetName, MarketHubEvent, MarketHubMethod } from '@openpit/wire';

export interface Invoked {
  /** Told of the market itself: the same answer to everyone who is signed in. */
  readonly scope: 'market' | 'own';
  readonly args: readonly unknown[];
}

export const methodScopes = {
  Subscribe: { scope: 'market', args: [['DEC26 WMAZ', 'JUL27 WMAZ', 'MAR27 WMAZ 4060 P', 'NONE']] },
  Unsubscribe: { scope: 'market', args: [['MAR27 WMAZ 4060 P']] },
  SubscribeDepth: { scope: 'market', args: [[1001, 1004, 9999]] },
  SubscribeToStrike: { scope: 'market', args: ['WMAZ'] },
  SubscribeToDailyTrend: { scope: 'market', args: ['DEC26 WMAZ'] },
  GetMarketDisplayChunks: { scope: 'market', args: [] },
  DisconnectCheck: { scope: 'market', args: [] },
  SubscribeToGroups: { scope: 'own', args: [['member', 'user', 'announcements', 'instrument:WMAZ']] },
  PublishAllData: { scope: 'own', args: [1, null] },
} as const satisfies Readonly<Record<MarketHubMethod, Invoked>>;

/**
 * `connection`: about the connection itself; `market`: the same to everyone, naming no member; `own`: rows of those whose orders the
 * person sees; `user`: to a single user, whoever else is of his member.
 */
export const eventScopes = {
  onConnected: 'connection',
  DownloadsCompleted: 'connection',
  MarketInit: 'connection',
  MarketAnnouncement: 'market',
  DepthSnapshot: 'market',
  DepthSnapshotUpdate: 'market',
  MarketDisplay: 'market',
  MarketDisplayChunk: 'market',
  MarketDisplayCompleted: 'market',
  NewStrikeAdded: 'market',
  MTMInit: 'market',
  ContractDateInit: 'market',
  InstrumentsInit: 'market',
  DailyTrendsInit: 'market',
  DailyTrendUpdate: 'market',
  DataSetInit: 'own',
  DataSetUpdate: 'own',
  InfoErrorMessage: 'user',
} as const satisfies Readonly<Record<MarketHubEvent, 'connection' | 'market' | 'own' | 'user'>>;

/**
 * `orders`: rows of dealers; `accounts`: rows in which the deals of all dealers are together, so that who is kept to his own has none;
 * `market`: the same to everyone. What stands here with an event of its own comes by that.
 */
export const dataSetScopes: Partial<Readonly<Record<DataSetName, 'orders' | 'accounts' | 'market'>>> = {
  activeOrders: 'orders',
  preMarketOrders: 'orders',
  completedOrders: 'orders',
  deals: 'orders',
  unmatchedDeal: 'orders',
  positions: 'accounts',
  instruments: 'market',
  holidays: 'market',
  contractDate: 'market',
  mtm: 'market',
  prices: 'market',
  dailyTrends: 'market',
};
