// Events of the market that no screen, report or announcement shows: the server writes them to its log, for the operator.
import type { EventKind, Outcome } from '@openpit/venue';
import type { Logger } from 'pino';

export const loggedEvents: ReadonlySet<EventKind> = new Set([
  'deliveryDefaulted',
  'futureSettled',
  'mtmCorrected',
  'optionExercised',
  'optionLapsed',
  'referenceDataPlanned',
  'rulesChanged',
  'selfMatchSet',
]);

/** One line for each of these events, without the accounts of an exercise: there may be thousands. */
export function logEvents(log: Pick<Logger, 'info'>, { seq, events }: Outcome): void {
  for (const all of events) {
    if (!loggedEvents.has(all.kind)) continue;
    const event = Object.fromEntries(Object.entries(all).filter(([, value]) => !Array.isArray(value)));
    log.info({ seq, event }, 'market event');
  }
}
