// All actions of the operator. They serve the /operator calls of the running server, and the command line, which opens the journal itself
// if no server runs.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type ActingOperator, type MarketAction, OperatorRejection, schemaOf } from './operator-action.ts';
import { dayActions } from './operator-day.ts';
import { moneyActions } from './operator-money.ts';
import { partyActions } from './operator-parties.ts';
import { referenceActions } from './operator-reference.ts';
import { siloActions } from './operator-silo.ts';
import { userActions } from './operator-users.ts';

/** All actions of the operator, in the order of the usage. */
export const operatorActions = {
  ...userActions,
  ...dayActions,
  ...moneyActions,
  ...partyActions,
  ...siloActions,
  ...referenceActions,
} as const;

type Actions = typeof operatorActions;
type OperatorAction = keyof Actions;
export type OperatorRequest = {
  [Action in OperatorAction]: { readonly action: Action } & Parameters<Actions[Action]['run']>[1];
}[OperatorAction];

const requests = Object.entries(operatorActions).map(([name, { arguments: fields }]) =>
  z.extend(schemaOf(fields), { action: z.literal(name) }),
);
export const operatorRequest = z.discriminatedUnion(
  'action',
  requests as unknown as [(typeof requests)[number]],
) as unknown as z.ZodMiniType<OperatorRequest>;

/** Returns the sentence to print, and records the act in the audit log. Throws OperatorRejection. */
export async function operate(operator: ActingOperator, request: OperatorRequest): Promise<string> {
  const { audit, operatorId: user } = operator;
  const { action, ...fields } = request;
  const act = { kind: 'operator', what: action, user, request: auditedRequest(request) } as const;
  try {
    // The schema of the request pairs the fields with the action.
    const sentence = await (operatorActions[action] as MarketAction).run(operator, fields);
    audit.add({ ...act, outcome: 'ok' });
    return sentence;
  } catch (error) {
    audit.add({ ...act, outcome: error instanceof OperatorRejection ? 'rejected' : 'failed' });
    throw error;
  }
}

/** The request for the audit log, with the name of a file and the hash of its text. Its changes are in the journal. */
function auditedRequest(request: OperatorRequest): object {
  if (!('text' in request)) return request;
  const { text, ...named } = request;
  return { ...named, sha256: createHash('sha256').update(text).digest('hex') };
}
