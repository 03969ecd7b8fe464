// Sessions that the server ends or deletes on its own: expired sessions, sessions that must not outlive a restart, and all
// sessions at the end of the business day.

import type { MarketView } from '@openpit/projections';
import { type Db, deleteExpiredSessions, findSetting, listUsers, putSetting } from '@openpit/storage';
import { type Clock, epochMs, type OrderGateway } from '@openpit/venue';
import { dayMs } from '@openpit/wire';
import type { TrustedClock } from '../clock/trusted-clock.ts';
import type { Sessions } from './sessions.ts';

/**
 * Deletes expired sessions now and once a day, so that the table does not grow without limit. Returns a function that stops this
 * and resolves once a running deletion is complete.
 */
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

/** The business day of the open sessions. */
const key = 'sessionsOfDay';

/** Records the business day of the open sessions, after the previous day and its sessions have ended. */
const sessionsAreOf = (db: Db, businessDay: string): Promise<void> =>
  putSetting(db, { key, value: businessDay });

/**
 * Ends the sessions that must not outlive a restart: sessions of a past business day (AUTH-10), of disabled users, and of users
 * who may no longer sign in here, such as demonstration users without `--demo`. Called at each start, before anyone can sign in.
 * `mayNotSignIn` contains e-mail addresses.
 */
export async function endWithdrawnSessions(parts: {
  readonly db: Db;
  readonly sessions: Pick<Sessions, 'endAllOf' | 'endAllBegunBefore'>;
  readonly businessDay: string;
  readonly mayNotSignIn: (email: string) => boolean;
}): Promise<void> {
  const { db, sessions, businessDay, mayNotSignIn } = parts;
  const day = await findSetting(db, key);
  if (day !== undefined && day !== businessDay) await sessions.endAllBegunBefore(Number.MAX_SAFE_INTEGER);
  if (day !== businessDay) await sessionsAreOf(db, businessDay);
  for (const { userId, email, disabled } of await listUsers(db))
    if (disabled || mayNotSignIn(email)) await sessions.endAllOf(userId, 'byOperator');
}

/** The time in which open connections receive the announcement, on which browsers show the login page. */
const graceMs = 5_000;

/**
 * Signs everyone out at the end of a business day (AUTH-10). The sessions end immediately, so that nobody trades in the next day with a
 * session of this one. Their open connections are closed a moment later. Returns a function that stops this.
 */
export function endSessionsWithDay(parts: {
  readonly gateway: OrderGateway;
  readonly view: Pick<MarketView, 'directory'>;
  readonly db: Db;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Closes the connections of sessions that have ended. */
  readonly closeConnections: () => void;
  readonly onFailure: (error: unknown) => void;
}): () => void {
  const { gateway, view, db, sessions, clock, closeConnections, onFailure } = parts;
  let cancel = () => {};
  const stopListening = gateway.onOutcome(({ at, events }) => {
    if (!events.some(({ kind }) => kind === 'dayEnded')) return;
    const { businessDay } = view.directory;
    sessions
      .endAllBegunBefore(at)
      .then(() => sessionsAreOf(db, businessDay))
      .catch(onFailure);
    cancel();
    cancel = clock.at(epochMs(clock.now() + graceMs), closeConnections);
  });
  return () => {
    stopListening();
    cancel();
  };
}
