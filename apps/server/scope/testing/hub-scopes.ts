// The scope of each method and each message of the market hub. Total by type over the hub's names: a new one does not compile
// until it has an entry.
import type { MarketHubEvent, MarketHubMethod } from '@openpit/wire';

interface MethodScope {
  /** `market`: the same answer for all who are signed in. */
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
  SubscribeToGroups: { scope: 'own', args: [['member', 'user', 'announcements']] },
  PublishAllData: { scope: 'own', args: [1, null] },
} as const satisfies Readonly<Record<MarketHubMethod, MethodScope>>;

/**
 * `connection`: about the connection itself; `market`: the same for everyone, without names of members; `own`: rows of the users whose
 * orders the user sees; `user`: for a single user.
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
  AnswersChanged: 'user',
} as const satisfies Readonly<Record<MarketHubEvent, 'connection' | 'market' | 'own' | 'user'>>;
