// The market with its record: journal, snapshots, venue, projections and the sequencer in front of them, opened together
// and closed together. The server runs one; the operator's command line opens one when no server runs.
import { join } from 'node:path';
import type { Projections } from '@openpit/projections';
import { type LibsqlJournal, openLibsqlJournal, openSnapshots } from '@openpit/storage';
import type { Clock, Outcome } from '@openpit/venue';
import { type Recovered, recover, takeSnapshot } from './sequencer/recovery.ts';
import { Sequencer } from './sequencer/sequencer.ts';

/** Commands between two snapshots, so that a start after kill -9 has little to replay. */
const snapshotEvery = 50_000;

export interface Market {
  readonly floor: Sequencer;
  readonly projections: Projections;
  readonly recovered: Recovered;
  readonly journal: LibsqlJournal;
  /** Finishes what waits, takes a snapshot and lets go of the folder. */
  close(): Promise<void>;
}

export interface MarketOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  /** What every outcome changed, told after the projections have it and before anyone is answered. */
  readonly onOutcome?: (outcome: Outcome, changes: ReturnType<Projections['apply']>) => void;
  readonly onStopped: (cause: Error) => void;
}

/** Rejects with JournalHeldError, DataFolderError, JournalDamagedError or RecoveryRefused, each with a sentence for people. */
export async function openMarket({
  dataFolder,
  clock,
  onOutcome,
  onStopped,
}: MarketOptions): Promise<Market> {
  const journal = await openLibsqlJournal({ folder: dataFolder });
  try {
    const snapshots = await openSnapshots(join(dataFolder, 'snapshots'));
    const recovered = await recover(journal, snapshots);
    const { venue, projections } = recovered;
    let snapshotSeq = recovered.snapshotSeq;
    const snapshot = async () => {
      snapshotSeq = venue.lastSeq;
      await takeSnapshot(snapshots, venue, projections);
    };
    let failed = false;
    const floor = new Sequencer({
      journal,
      venue,
      clock,
      snapshots: { every: snapshotEvery, take: snapshot },
      onStopped: (cause) => {
        failed = true;
        onStopped(cause);
      },
    });
    floor.onOutcome((outcome) => {
      const changes = projections.apply(outcome);
      onOutcome?.(outcome, changes);
    });
    return {
      floor,
      projections,
      recovered,
      journal,
      close: async () => {
        await floor.drain(
          'The server is stopping. Nothing was done; send the same request again when it is back.',
        );
        if (!failed && venue.lastSeq > snapshotSeq) await snapshot();
        await journal.close();
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
