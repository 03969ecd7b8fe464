// What every action of the operator needs, how it submits a command, and how it is rejected.

import type { RunningSchedule, ScheduleCalendar } from '@openpit/market';
import type { MarketView } from '@openpit/projections';
import type { Db } from '@openpit/storage';
import { type Clock, type Command, type Floor, type Outcome, rejectionSentence } from '@openpit/venue';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { SignIn } from '../auth/sign-in.ts';
import type { CompareReferenceData } from '../market.ts';

export interface OperatorParts {
  readonly floor: Floor;
  readonly view: MarketView;
  readonly compareReferenceData: CompareReferenceData;
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly signIns: SignIn;
  readonly audit: Pick<AuditLog, 'add'>;
  /** Null where no schedule runs. */
  readonly calendar: ScheduleCalendar | null;
  readonly schedule: Pick<RunningSchedule, 'question' | 'continueByClock'> | null;
}

/** The parts for one operator, whose name goes into the journal with each command. */
export interface ActingOperator extends OperatorParts {
  readonly operatorId: string;
}

/** The action cannot be done; the message says why and what to do. */
export class OperatorRejection extends Error {
  override name = 'OperatorRejection';
}

/** Throws OperatorRejection. */
export async function submit(
  { floor, operatorId }: Pick<ActingOperator, 'floor' | 'operatorId'>,
  command: Command,
): Promise<Outcome> {
  const by = { kind: 'operator', operatorId } as const;
  const outcome = await floor.submit({ by, requestId: null, command });
  if (outcome.verdict.kind === 'rejected')
    throw new OperatorRejection(rejectionSentence(outcome.verdict.rejection));
  return outcome;
}

/** The reply to an action that has no result. */
export type Done = Readonly<Record<string, never>>;

/** Throws OperatorRejection. */
export async function done(operator: ActingOperator, command: Command): Promise<Done> {
  await submit(operator, command);
  return {};
}
