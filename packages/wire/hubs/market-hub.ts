// The market hub at `/market` (HUB-1 to 3): the methods that browsers invoke and the events that the server sends.
// Declared once: the server validates arguments with it, and both sides have its types.
import * as z from 'zod/mini';
import { paths } from '../http/paths.ts';
import type { DepthRow, DepthUpdate } from '../rows/depth-row.ts';
import type { MarketRow, MarketRowChange } from '../rows/market-row.ts';
import type {
  Announcement,
  ContractDateRow,
  DailyTrendRow,
  InstrumentRow,
  MtmRow,
} from '../rows/reference-rows.ts';
import { userReads } from '../user-reads.ts';

export const marketHubPath = '/market';

/** The maximum number of contracts in one Subscribe or Unsubscribe. */
export const subscribeBatchSize = 500;
/** The number of rows in one MarketDisplayChunk; small, because encoding a chunk blocks the server. */
export const marketChunkSize = 100;
/** The maximum number of rows in one part of a data set, for the same reason. */
export const dataSetPartSize = 200;

/** The screen that a connection is for: the `component` query parameter of the per-screen hub. */
const screenComponents = ['Futures', 'Options', 'Deltas', 'Splits', 'Spreads', 'All'] as const;
export type ScreenComponent = (typeof screenComponents)[number];
/** The values of `component`: a screen, or the depth connection. A connection without it is the market connection. */
export const connectionComponents = [...screenComponents, 'Depth'] as const;
export type ConnectionComponent = (typeof connectionComponents)[number];

const contractNames = z
  .array(z.string().check(z.minLength(1), z.maxLength(64)))
  .check(
    z.maxLength(
      subscribeBatchSize,
      `At most ${subscribeBatchSize} contracts at a time: send them in batches of ${subscribeBatchSize}.`,
    ),
  );

/** The maximum number of contracts whose depth one connection may watch. */
export const maxWatchedDepths = 5_000;

/** A single number is accepted as a list. */
const displaySeqs = z.pipe(
  z.transform((argument: unknown) => (typeof argument === 'number' ? [argument] : argument)),
  z
    .array(z.int().check(z.positive()))
    .check(
      z.maxLength(
        maxWatchedDepths,
        `A connection watches the depth of at most ${maxWatchedDepths} contracts.`,
      ),
    ),
);

export interface SubscribeReply {
  readonly Status: 'Success';
  /** Names without a contract; the rest of the batch is subscribed. */
  readonly Unknown: readonly string[];
}
export interface GroupsReply {
  readonly Status: 'Success';
  readonly Groups: readonly string[];
}
export interface DisconnectReply {
  /** "True": this session has ended and the client must sign out. */
  readonly Message: 'True' | 'False';
}

export interface OnConnected {
  readonly connectionId: string;
  /** Changes when the server restarts; data of an earlier epoch must be discarded. */
  readonly epoch: string;
  readonly serverTime: number;
}
/**
 * All rows of a data set. A long set arrives in parts, with changes of the set between them. The rows of a part contain the changes that
 * were sent before it, so that later data always replace earlier data.
 */
export interface RowsInit<Row> {
  readonly rows: readonly Row[];
  readonly epoch: string;
  /** The same in all parts: the number of the last command that the first part contains. */
  readonly asOf: number;
  /** The number of the part, from 0; omitted for a set in one message. */
  readonly part?: number;
  /** True if another part follows; omitted for the last part. */
  readonly more?: boolean;
}
export interface DataSetInit extends RowsInit<object> {
  readonly dataSetId: number;
}
export interface DataSetUpdate {
  readonly dataSetId: number;
  readonly rows: readonly object[];
  /** Keys of removed rows. */
  readonly removed: readonly (string | number)[];
  readonly epoch: string;
  /**
   * The `seq` (or `asOf`) of the previous message. If the client has an older one, a message is missing, and it reloads the set. Equal to
   * `seq` for a state between two changes, such as places in queues: it advances nothing, may arrive after a later change, and is dropped
   * if its `seq` is lower than the `seq` of the last change.
   */
  readonly prev: number;
  readonly seq: number;
}
export interface MarketInit {
  readonly epoch: string;
  readonly count: number;
}
export interface MarketDisplayChunk {
  readonly index: number;
  readonly of: number;
  /** The number of contracts that this connection is subscribed to; at 0 no changes of these rows follow. */
  readonly subscribed?: number;
  readonly rows: readonly MarketRow[];
}
export interface MarketDisplayCompleted {
  readonly count: number;
  readonly subscribed?: number;
  readonly asOf: number;
}
export interface MarketDisplay {
  readonly asOf: number;
  readonly rows: readonly MarketRowChange[];
}
export interface DepthSnapshot {
  readonly DisplaySeq: number;
  readonly DepthRows: readonly DepthRow[];
  readonly seq: number;
}
export interface DepthSnapshotUpdate {
  readonly DisplaySeq: number;
  readonly Updates: readonly DepthUpdate[];
  readonly prev: number;
  readonly seq: number;
}
export interface InfoErrorMessage {
  readonly message: string;
}

/** Calls whose answers clients cache, although the operator can change them during a business day. */
export const announcedCalls = [
  userReads.getAllMembers.path,
  paths.getHqAccess,
  paths.getUserPreference,
  userReads.getContractDetails.path,
  userReads.getPhases.path,
] as const;
export type AnnouncedCall = (typeof announcedCalls)[number];

/** The answers of these calls have changed for the receiver, who must request them again. */
export interface AnswersChanged {
  readonly calls: readonly AnnouncedCall[];
}

export const marketHub = {
  methods: {
    SubscribeToGroups: {
      args: [z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(100))],
      result: z.custom<GroupsReply>(),
    },
    SubscribeDepth: {
      args: [displaySeqs],
      result: z.custom<SubscribeReply>(),
    },
    SubscribeToStrike: { args: [z.string().check(z.maxLength(64))], result: z.custom<SubscribeReply>() },
    SubscribeToDailyTrend: { args: [z.string().check(z.maxLength(64))], result: z.custom<SubscribeReply>() },
    DisconnectCheck: { args: [], result: z.custom<DisconnectReply>() },
    PublishAllData: { args: [z.int().check(z.minimum(1), z.maximum(27)), z.nullish(z.unknown())] },
    GetMarketDisplayChunks: { args: [] },
    Subscribe: { args: [contractNames], result: z.custom<SubscribeReply>() },
    Unsubscribe: { args: [contractNames], result: z.custom<SubscribeReply>() },
  },
  events: {
    onConnected: [z.custom<OnConnected>()],
    InfoErrorMessage: [z.custom<InfoErrorMessage>()],
    AnswersChanged: [z.custom<AnswersChanged>()],
    MarketAnnouncement: [z.custom<Announcement>()],
    DepthSnapshot: [z.custom<DepthSnapshot>()],
    DepthSnapshotUpdate: [z.custom<DepthSnapshotUpdate>()],
    MarketInit: [z.custom<MarketInit>()],
    MarketDisplay: [z.custom<MarketDisplay>()],
    MarketDisplayChunk: [z.custom<MarketDisplayChunk>()],
    MarketDisplayCompleted: [z.custom<MarketDisplayCompleted>()],
    NewStrikeAdded: [z.custom<{ readonly rows: readonly MarketRow[] }>()],
    MTMInit: [z.custom<RowsInit<MtmRow>>()],
    ContractDateInit: [z.custom<RowsInit<ContractDateRow>>()],
    InstrumentsInit: [z.custom<RowsInit<InstrumentRow>>()],
    DailyTrendsInit: [z.custom<RowsInit<DailyTrendRow>>()],
    DailyTrendUpdate: [z.custom<{ readonly rows: readonly DailyTrendRow[]; readonly asOf: number }>()],
    DataSetInit: [z.custom<DataSetInit>()],
    DataSetUpdate: [z.custom<DataSetUpdate>()],
    DownloadsCompleted: [z.custom<'True' | 'False'>()],
  },
} as const;

type MarketHub = typeof marketHub;
export type MarketHubMethod = keyof MarketHub['methods'];
export type MarketHubEvents = {
  readonly [E in keyof MarketHub['events']]: z.output<MarketHub['events'][E][0]>;
};
export type MarketHubEvent = keyof MarketHubEvents;
