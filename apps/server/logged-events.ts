// Events of the market that no screen, report or announcement needs. The server writes them to its log for the operator. Each entry states
// who else is informed of the event, and how.
import type { EventKind, Outcome } from '@openpit/venue';
import type { Logger } from 'pino';

export const loggedEvents: Partial<Readonly<Record<EventKind, string>>> = {
  futureSettled:
    'holders have its deals in history and in their report of deals, and the money in their movements',
  mtmCorrected:
    'everybody sees the MTM with the method "corrected", and the next valuation; the reason is for the operator',
  optionExercised: 'both sides have its deals, and the dealers of assigned accounts are notified of theirs',
  optionLapsed: 'holders have its deals in history and in their report of deals',
  referenceDataPlanned: 'its changes are announced to everybody',
  rulesChanged: 'only the operator',
  selfMatchSet: 'only the operator; the rejection of a self-matching order names the rule',
};

/** Logs one line for each of these events, without the accounts of an exercise, because there may be thousands. */
export function logEvents(log: Pick<Logger, 'info'>, { seq, events }: Outcome): void {
  for (const all of events) {
    if (loggedEvents[all.kind] === undefined) continue;
    const event = Object.fromEntries(Object.entries(all).filter(([, value]) => !Array.isArray(value)));
    log.info({ seq, event }, 'market event');
  }
}
