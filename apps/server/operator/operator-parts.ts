// What every action of the operator has at hand, how it is submitted, and how it says no.
import type { Projections } from '@openpit/projections';
import type { Db } from '@openpit/storage';
import { type Clock, type Command, type Floor, type Outcome, rejectionSentence } from '@openpit/venue';
import type { ScheduleCalendar } from '../schedule/schedule-calendar.ts';

export interface OperatorParts {
  readonly floor: Floor;
  readonly projections: Projections;
  readonly db: Db;
  readonly clock: Clock;
  /** When the schedule has what; null where none is kept. */
  readonly calendar: ScheduleCalendar | null;
}

/** The action cannot be done; the message says why and what to do. */
export class OperatorRejection extends Error {
  override name = 'OperatorRejection';
}

/** Throws OperatorRejection. */
export async function submit({ floor }: Pick<OperatorParts, 'floor'>, command: Command): Promise<Outcome> {
  const outcome = await floor.submit({ by: { kind: 'operator' }, requestId: null, command });
  if (outcome.verdict.kind === 'rejected')
    throw new OperatorRejection(rejectionSentence(outcome.verdict.rejection));
  return outcome;
}
