// Deletes expired sessions from the database at each start and once a day, so that the table does not grow without limit.
import { type Db, deleteExpiredSessions } from '@openpit/storage';
import { type Clock, epochMs } from '@openpit/venue';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a function that stops; it resolves when a deletion in progress is complete. */
export function deleteExpiredSessionsDaily({
  db,
  clock,
  onFailure,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}): () => Promise<void> {
  let cancel = () => {};
  let deletion: Promise<unknown> = Promise.resolve();
  const run = () => {
    const at = clock.now();
    cancel = clock.at(epochMs(at + dayMs), run);
    deletion = deleteExpiredSessions(db, { at }).catch(onFailure);
  };
  run();
  return async () => {
    cancel();
    await deletion;
  };
}
