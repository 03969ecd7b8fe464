// The follower's thread: a second venue that handles the same commands a moment later, and from which snapshots are taken, so
// that the market itself never stands still for one.
import { parentPort, workerData } from 'node:worker_threads';
import { Projections } from '@openpit/projections';
import { openSnapshots } from '@openpit/storage';
import { Venue } from '@openpit/venue';
import type { FollowerStart, FromFollower, ToFollower } from './follower-messages.ts';
import { type SnapshotContents, snapshotContents } from './snapshot-contents.ts';

const { snapshotFolder, ...state } = workerData.start as FollowerStart;
const venue = Venue.from(state.venue);
const projections = Projections.from(state.projections);
let kept: SnapshotContents | null = null;

const say = (message: FromFollower) => parentPort?.postMessage(message);

async function hear(message: ToFollower): Promise<void> {
  switch (message.kind) {
    case 'commands':
      for (const command of message.commands) projections.apply(venue.handle(command));
      return;
    case 'keep':
      kept = snapshotContents(venue, projections);
      say({ kind: 'kept', seq: kept.seq, stateHash: kept.stateHash });
      return;
    case 'write':
      if (kept !== null) await (await openSnapshots(snapshotFolder)).put(kept);
      kept = null;
      say({ kind: 'written' });
  }
}

parentPort?.on('message', (message: ToFollower) => {
  hear(message).catch((error: unknown) => {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
