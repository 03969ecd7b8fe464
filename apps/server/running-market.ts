// The market with its record: journal, snapshots, venue, projections and the sequencer in front of them, opened and closed
// together. The server runs one. The operator's command line opens one if no server is running.
import type { MarketAccess } from '@openpit/market';
import type { DataSetChange, FeedSource, OutcomeChanges, Projections } from '@openpit/projections';
import {
  type ChunkFile,
  type Journal,
  openChunkFile,
  openSnapshots,
  type Snapshots,
  type ThreadWatch,
} from '@openpit/storage';
import { type Clock, chunkSize, type Outcome, type Venue } from '@openpit/venue';
import { ClosedDays, type ClosedDaysOptions } from './sequencer/closed-days.ts';
import { Follower, FollowerFailed } from './sequencer/follower.ts';
import { type Recovered, recover } from './sequencer/recovery.ts';
import { isLong, Sequencer, type SequencerMetrics } from './sequencer/sequencer.ts';
import { storedContents } from './sequencer/snapshot-contents.ts';

/** The maximum number of commands between two snapshots, so that a start after kill -9 has little to replay. */
const defaultSnapshotEvery = 50_000;
/**
 * How much time the follower may spend on commands between snapshots. A start takes about twice as long to replay them, because
 * it also reads and compares them.
 */
const defaultSnapshotAfterMs = 500;
/** The follower is asked for that time after this many commands. */
const askEvery = 500;
/** Milliseconds. */
const overdueEveryMs = 100;
/** The pause after a snapshot, as a multiple of its duration, so that snapshots of a large market do not keep the follower busy. */
const pauseAfterSnapshot = 10;

/** Queries to the venue itself, because it has more data than the screens show. */
export type MarketQueries = Pick<MarketAccess, 'previewMargin' | 'presentMargins' | 'firstUseOf'> &
  Pick<Venue, 'compareReferenceData' | 'previewErrorTrade' | 'hasTimedOutOrders'>;

export interface RunningMarket {
  readonly gateway: Sequencer;
  readonly view: FeedSource;
  readonly queries: MarketQueries;
  readonly recovered: Omit<Recovered, 'beginning'>;
  /**
   * Has `work` execute commands of the past (`Sequencer.execute`), and resolves when they are on disk, with a snapshot. Only for a market that is
   * not in use yet. Rejects as `work` does, or when the market has stopped.
   */
  simulatePast(work: () => Promise<void>): Promise<void>;
  /** Handles the queued commands, takes a snapshot and closes the journal. A second call does nothing. */
  close(): Promise<void>;
  /** Closes the journal and ends the follower immediately, even during `close`: queued commands are rejected. */
  abandon(): Promise<void>;
}

export interface MarketOptions extends Omit<ClosedDaysOptions, 'journal'> {
  /** The market owns it and closes it. */
  readonly journal: Journal;
  readonly snapshotFolder: string;
  readonly clock: Clock;
  /** By default the process's own. */
  readonly monotonicMs?: (() => number) | undefined;
  /** Draws the seeds of random decisions; by default from the system's source of randomness. */
  readonly drawSeed?: () => number;
  readonly snapshotEvery?: number;
  readonly snapshotAfterMs?: number;
  /** Called with each outcome and its changes after the projections have it, and before its sender has the answer. */
  readonly onOutcome?: (outcome: Outcome, changes: OutcomeChanges) => void;
  /** Called with the changed data sets of a long outcome, one by one in slices, before `onOutcome`, which then gets none. */
  readonly onDataSet?: (change: DataSetChange) => void;
  /** Called when outcomes are on disk, for readers of the outcome log. */
  readonly onOutcomesWritten?: () => void;
  readonly onStopped: (cause: Error) => void;
  /** The journal is temporarily unavailable, and commands are rejected until it is back. `why` is for the operator. */
  readonly onInterrupted?: (why: string) => void;
  readonly onResumed?: () => void;
  /** A snapshot failed. The next is tried after the same number of commands. The market itself is not affected. */
  readonly onSnapshotFailed?: (cause: Error) => void;
  /** Watches the follower's thread. */
  readonly watch?: ThreadWatch;
  readonly metrics?: SequencerMetrics;
}

/** Rejects with DataFolderError, JournalDamagedError or RecoveryError, each with a readable sentence. */
export async function runMarket(options: MarketOptions): Promise<RunningMarket> {
  const { journal, snapshotFolder } = options;
  try {
    const snapshots = await openSnapshots(snapshotFolder);
    const chunks = openChunkFile({ folder: snapshotFolder, chunkSize });
    try {
      return await openFrom({ snapshots, chunks }, options);
    } catch (error) {
      await chunks.close();
      throw error;
    }
  } catch (error) {
    await journal.close();
    throw error;
  }
}

async function openFrom(
  { snapshots, chunks }: { readonly snapshots: Snapshots; readonly chunks: ChunkFile },
  options: MarketOptions,
): Promise<RunningMarket> {
  const { journal, snapshotFolder, clock, onStopped } = options;
  const { snapshotEvery = defaultSnapshotEvery, snapshotAfterMs = defaultSnapshotAfterMs } = options;
  const { beginning, ...recovered } = await recover(journal, snapshots, chunks);
  chunks.writes = 'later';
  const { venue, projections } = recovered;
  // Otherwise the first publication would change all waiting orders at the same time.
  projections.settleQueuePlaces();
  const follower = new Follower({ snapshotFolder, venue, projections, watch: options.watch }, beginning);
  const closedDays = new ClosedDays(options);
  const published = { ...options, closedDays };
  let snapshotSeq = recovered.snapshotSeq;
  let isTakingSnapshot = false;
  let failed = false;
  let isAbandoned = false;
  let askedSeq = recovered.snapshotSeq;
  let isAsking = false;
  let nextSnapshotAt = 0;

  const takeSnapshot = async () => {
    isTakingSnapshot = true;
    const begunAt = performance.now();
    try {
      const { seq } = await follower.keep();
      await gateway.outcomesWritten();
      // The wait also ends when the outcomes could not be written, which has stopped the market.
      if (failed) return;
      await follower.write();
      snapshotSeq = seq;
    } catch (error) {
      if (!(error instanceof FollowerFailed)) throw error;
      snapshotSeq = venue.lastSeq;
      options.onSnapshotFailed?.(error);
    } finally {
      isTakingSnapshot = false;
      const endedAt = performance.now();
      nextSnapshotAt = endedAt + pauseAfterSnapshot * (endedAt - begunAt);
    }
  };

  /** Begins a snapshot if replaying the commands since the last one would take too long. */
  const askFollower = async () => {
    isAsking = true;
    askedSeq = venue.lastSeq;
    try {
      const spentMs = await follower.spentMs();
      if (spentMs >= snapshotAfterMs && performance.now() >= nextSnapshotAt) beginSnapshot();
    } catch (error) {
      if (!(error instanceof FollowerFailed)) throw error;
    } finally {
      isAsking = false;
    }
  };

  const beginSnapshot = () => {
    if (!isTakingSnapshot && follower.isRunning) snapshotTaken = takeSnapshot();
  };

  const gateway: Sequencer = new Sequencer({
    journal,
    venue,
    clock,
    monotonicMs: options.monotonicMs,
    drawSeed: options.drawSeed,
    publish: (outcome) => publish(outcome, projections, published),
    onHandled: (firstSeq, commands) => {
      follower.feed(firstSeq, commands);
      if (venue.lastSeq - snapshotSeq >= snapshotEvery) beginSnapshot();
      else if (venue.lastSeq - askedSeq >= askEvery && !isAsking && !isTakingSnapshot && follower.isRunning)
        lastRequest = askFollower();
    },
    onOutcomesWritten: () => options.onOutcomesWritten?.(),
    metrics: options.metrics,
    onInterrupted: options.onInterrupted,
    onResumed: options.onResumed,
    onStopped: (cause) => {
      failed = true;
      if (!isAbandoned) onStopped(cause);
    },
  });
  const overdue = setInterval(() => gateway.rejectOverdue(), overdueEveryMs).unref();
  let snapshotTaken: Promise<void> = Promise.resolve();
  let lastRequest: Promise<void> = Promise.resolve();
  const simulatePast = async (work: () => Promise<void>) => {
    // This way nothing is handled twice, and no time is spent on a message per batch.
    await follower.pause();
    await work();
    await gateway.executedWritten();
    // Otherwise a start after kill -9 would replay the past.
    await putNow(recovered, { snapshots, chunks });
    snapshotSeq = venue.lastSeq;
    follower.resume();
  };
  const close = async () => {
    const packed = closedDays.stop();
    if (gateway.state === 'interrupted') {
      // Otherwise it would wait for a database that may not come back. Acknowledged commands are safe.
      isAbandoned = true;
      failed = true;
      await journal.close();
    }
    await gateway.drain(
      'The server is stopping. Nothing has changed: send the same request again when it is back.',
    );
    clearInterval(overdue);
    await lastRequest;
    await snapshotTaken;
    await packed;
    await follower.pause();
    // Taken here and not by the follower, because nothing waits for it now and it is certainly the newest state.
    try {
      if (!failed && venue.lastSeq > recovered.snapshotSeq) await putNow(recovered, { snapshots, chunks });
    } finally {
      await journal.close();
      await chunks.close();
    }
  };
  let closing: Promise<void> | null = null;
  return {
    gateway,
    view: projections,
    queries: {
      previewMargin: (userId, query) => venue.previewMargin(userId, query),
      presentMargins: (principal) => venue.presentMargins(principal),
      compareReferenceData: (request) => venue.compareReferenceData(request),
      previewErrorTrade: (command) => venue.previewErrorTrade(command),
      hasTimedOutOrders: (at) => venue.hasTimedOutOrders(at),
      firstUseOf: async (userId, requestId) => {
        await gateway.requestSettled(userId, requestId);
        return venue.firstUseOf(userId, requestId);
      },
    },
    recovered,
    simulatePast,
    close: () => {
      closing ??= close();
      return closing;
    },
    abandon: async () => {
      isAbandoned = true;
      clearInterval(overdue);
      // A snapshot must not be ahead of the outcome log.
      failed = true;
      await Promise.allSettled([closedDays.stop(), follower.pause(), journal.close(), chunks.close()]);
    },
  };
}

/** Writes a snapshot on this thread, which has nothing more urgent to do. */
async function putNow(
  market: Pick<Recovered, 'venue' | 'projections'>,
  { snapshots, chunks }: { readonly snapshots: Snapshots; readonly chunks: ChunkFile },
): Promise<void> {
  chunks.writes = 'atOnce';
  const { contents, drop } = storedContents(market, chunks);
  await snapshots.put(contents);
  drop();
  chunks.writes = 'later';
}

/** Returns the steps of a long outcome; any other is published immediately. */
function publish(
  outcome: Outcome,
  projections: Projections,
  options: Pick<MarketOptions, 'onOutcome' | 'onDataSet'> & { readonly closedDays: ClosedDays },
): Iterator<unknown> | undefined {
  if (outcome.events.some(({ kind }) => kind === 'dayEnded')) options.closedDays.dayEnded(outcome.seq);
  if (isLong(outcome)) return publishInSteps(outcome, projections, options);
  const changes = projections.apply(outcome);
  options.onOutcome?.(outcome, changes);
  return undefined;
}

function* publishInSteps(
  outcome: Outcome,
  projections: Projections,
  { onOutcome, onDataSet }: Pick<MarketOptions, 'onOutcome' | 'onDataSet'>,
) {
  const changes = yield* projections.applyInSteps(outcome);
  for (const change of changes.dataSets) {
    onDataSet?.(change);
    yield;
  }
  onOutcome?.(outcome, { ...changes, dataSets: [] });
}
