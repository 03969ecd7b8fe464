// Deletes expired sessions from the database at each start and once a day, so that the table does not grow without limit.
import { type Db, deleteExpiredSessions } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import type { TrustedClock } from '../clock/trusted-clock.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a function that stops; it resolves when a deletion in progress is complete. */
export function deleteExpiredSessionsDaily({
  db,
  clock,
  onFailure,
}: {
  readonly db: Db;
  readonly clock: TrustedClock;
  readonly onFailure: (error: unknown) => void;
}): () => Promise<void> {
  let cancel = () => {};
  let deletion: Promise<unknown> = Promise.resolve();
  const run = () => {
    cancel = clock.at(epochMs(clock.now() + dayMs), run);
    deletion = deleteExpiredSessions(db, { at: clock.earliest() }).catch(onFailure);
  };
  run();
  return async () => {
    cancel();
    await deletion;
  };
}
