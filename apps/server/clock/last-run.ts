// The time at which the server last ran. The last command does not tell it in a quiet market, and the schedule asks the operator if
// no server has run for too long.
import { type Db, findSetting, putSetting } from '@openpit/storage';
import { epochMs } from '@openpit/venue';
import type { TrustedClock } from './trusted-clock.ts';

const key = 'lastRanAt';
/** A killed server appears to have stopped up to this much earlier. */
const everyMs = 10 * 60_000;

/** In epoch milliseconds; 0 if it was never stored. */
export const storedLastRun = async (db: Db): Promise<number> => Number((await findSetting(db, key)) ?? 0);

/** Stores the trusted time regularly. The returned function stores it for the last time. */
export function storeLastRun(
  { db, clock }: { readonly db: Db; readonly clock: TrustedClock },
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let stored = Promise.resolve();
  let cancel = () => {};
  const store = () => {
    const setting = { key, value: String(clock.earliest()) };
    stored = stored.then(() => putSetting(db, setting)).catch(onFailure);
    return stored;
  };
  const arm = () => {
    cancel = clock.at(epochMs(clock.now() + everyMs), () => {
      void store();
      arm();
    });
  };
  arm();
  return () => {
    cancel();
    return store();
  };
}
