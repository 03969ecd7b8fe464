// The end of a business day signs everybody out (AUTH-10): browsers show the login page on its announcement, and a moment later
// the server ends the sessions that are left.
import type { MarketView } from '@openpit/projections';
import type { Db } from '@openpit/storage';
import { type Clock, epochMs, type Floor } from '@openpit/venue';
import type { Accounts } from '../auth/accounts.ts';
import { sessionsAreOf } from '../auth/withdrawn-sessions.ts';

/** How long browsers have to sign out. */
const graceMs = 5_000;

/** Returns a function that stops. */
export function endSessionsWithDay(parts: {
  readonly floor: Floor;
  readonly view: Pick<MarketView, 'directory'>;
  readonly db: Db;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}): () => void {
  const { floor, view, db, accounts, clock, onFailure } = parts;
  let cancel = () => {};
  const stopListening = floor.onOutcome(({ at, events }) => {
    if (!events.some(({ kind }) => kind === 'dayEnded')) return;
    cancel();
    cancel = clock.at(epochMs(clock.now() + graceMs), () => {
      const { businessDay } = view.directory;
      accounts
        .endSessionsBegunBefore(at)
        .then(() => sessionsAreOf(db, businessDay))
        .catch(onFailure);
    });
  });
  return () => {
    stopListening();
    cancel();
  };
}
