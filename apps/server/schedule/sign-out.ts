// The end of a business day signs everybody out (AUTH-10): the announcement lets browsers go to Login by themselves, and a
// moment later what is left of the day's sessions ends on the server, too.
import { type Clock, epochMs, type Floor } from '@openpit/venue';
import type { Accounts } from '../auth/accounts.ts';

/** So long browsers have to go by themselves. */
const graceMs = 5_000;

/** Returns the way to stop. */
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
