// The end of a business day signs everybody out (AUTH-10): browsers show the login page on its announcement, and a moment later
// the server ends the sessions that are left.
import { type Clock, epochMs, type Floor } from '@openpit/venue';
import type { Accounts } from '../auth/accounts.ts';

/** How long browsers have to sign out. */
const graceMs = 5_000;

/** Returns a function that stops. */
export function endSessionsWithDay(parts: {
  readonly floor: Floor;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}): () => void {
  const { floor, accounts, clock, onFailure } = parts;
  let cancel = () => {};
  const stopListening = floor.onOutcome(({ at, events }) => {
    if (!events.some(({ kind }) => kind === 'dayEnded')) return;
    cancel();
    cancel = clock.at(epochMs(clock.now() + graceMs), () => {
      accounts.endSessionsBegunBefore(at).catch(onFailure);
    });
  });
  return () => {
    stopListening();
    cancel();
  };
}
