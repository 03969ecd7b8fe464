// The market with its record: journal, snapshots, venue, projections and the sequencer in front of them, opened together
// and closed together. The server runs one; the operator's command line opens one when no server runs.
import type { FeedSource, OutcomeChanges } from '@openpit/projections';
import { type Journal, openSnapshots } from '@openpit/storage';
import type { Clock, Outcome } from '@openpit/venue';
import { Follower, FollowerFailed } from './sequencer/follower.ts';
import { type Recovered, recover } from './sequencer/recovery.ts';
import { Sequencer } from './sequencer/sequencer.ts';
import { snapshotContents } from './sequencer/snapshot-contents.ts';

/** Commands between two snapshots, so that a start after kill -9 has little to replay. */
const defaultSnapshotEvery = 50_000;

export interface Market {
  readonly floor: Sequencer;
  readonly view: FeedSource;
  readonly recovered: Recovered;
  /** Finishes what waits, takes a snapshot and closes the journal; a second call does nothing. */
  close(): Promise<void>;
}

export interface MarketOptions {
  /** The market owns it from here on and closes it. */
  readonly journal: Journal;
  readonly snapshotFolder: string;
  readonly clock: Clock;
  readonly snapshotEvery?: number;
  /** What every outcome changed, told after the projections have it and before anyone is answered. */
  readonly onOutcome?: (outcome: Outcome, changes: OutcomeChanges) => void;
  /** Told when outcomes are on disk, for those who read the outcome log. */
  readonly onOutcomesWritten?: () => void;
  readonly onStopped: (cause: Error) => void;
  /** Snapshots can no longer be taken on the way; the market goes on. */
  readonly onFollowerFailed?: (cause: Error) => void;
}

/** Rejects with DataFolderError, JournalDamagedError or RecoveryError, each with a sentence for people. */
export async function openMarket(options: MarketOptions): Promise<Market> {
  const { journal, snapshotFolder, clock, snapshotEvery = defaultSnapshotEvery } = options;
  const { onOutcome, onStopped } = options;
  try {
    const snapshots = await openSnapshots(snapshotFolder);
    const recovered = await recover(journal, snapshots);
    const { venue, projections } = recovered;
    // Published a second later, they would be a change of every waiting order at once.
    projections.settleQueuePlaces();
    const start = { snapshotFolder, venue: venue.snapshot(), projections: projections.save() };
    const follower = new Follower(start);
    let snapshotSeq = recovered.snapshotSeq;
    let isTaking = false;
    let failed = false;

    const takeOnTheWay = async () => {
      isTaking = true;
      try {
        const { seq } = await follower.keep();
        await floor.outcomesWritten();
        await follower.write();
        snapshotSeq = seq;
      } catch (error) {
        if (!(error instanceof FollowerFailed)) throw error;
        // Not asked again: what failed once on this thread would fail every time.
        snapshotSeq = Number.POSITIVE_INFINITY;
        options.onFollowerFailed?.(error);
      } finally {
        isTaking = false;
      }
    };

    const floor: Sequencer = new Sequencer({
      journal,
      venue,
      clock,
      onHandled: (commands) => {
        follower.feed(commands);
        if (!isTaking && venue.lastSeq - snapshotSeq >= snapshotEvery) taking = takeOnTheWay();
      },
      onOutcomesWritten: () => options.onOutcomesWritten?.(),
      onStopped: (cause) => {
        failed = true;
        onStopped(cause);
      },
    });
    let taking: Promise<void> = Promise.resolve();
    floor.onOutcome((outcome) => {
      const changes = projections.apply(outcome);
      onOutcome?.(outcome, changes);
    });
    const close = async () => {
      await floor.drain(
        'The server is stopping. Nothing was done; send the same request again when it is back.',
      );
      await taking;
      await follower.stop();
      // Taken here and not by the follower: nothing waits any more, and it is certain to be the newest.
      if (!failed && venue.lastSeq > recovered.snapshotSeq)
        await snapshots.put(snapshotContents(venue, projections));
      await journal.close();
    };
    let closing: Promise<void> | null = null;
    return {
      floor,
      view: projections,
      recovered,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
