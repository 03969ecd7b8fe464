// Sends the commands of the wire's table, asks for their outcomes, and lists the commands of today.
// A repeat with the same request id gets the first answer, so an unknown outcome can be asked for again.
import {
  type BodyOf,
  type OwnActionsReply,
  ownActionsReply,
  paths,
  type ReplyOf,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import * as z from 'zod/mini';
import { type CallResult, callServer, replyAs } from './calls.ts';

/** The table with each reply typed by its kind, so that a generic kind keeps its reply's type. */
const commands: {
  readonly [Kind in UserCommandKind]: {
    readonly path: string;
    readonly reply: z.ZodMiniType<ReplyOf<Kind>>;
    readonly outcomePath: string;
  };
} = userCommands;

export function callCommand<Kind extends UserCommandKind>(
  kind: Kind,
  body: BodyOf<Kind>,
): Promise<CallResult<ReplyOf<Kind>>> {
  const { path, reply } = commands[kind];
  return callServer(path, replyAs(reply), { body });
}

const rejectedRequest = z.object({
  outcome: z.literal('rejected'),
  status: z.int(),
  code: z.string(),
  message: z.string(),
});

/**
 * The outcome of a command whose reply was lost. A command that was rejected is `rejected` with the rejection's own status
 * and code; a command that never arrived is `rejected` with status 404.
 */
export async function askOutcome<Kind extends UserCommandKind>(
  kind: Kind,
  requestId: string,
): Promise<CallResult<ReplyOf<Kind>>> {
  const { outcomePath, reply } = commands[kind];
  const accepted = replyAs(z.object({ outcome: z.literal('accepted'), reply }));
  const read = (json: unknown) => {
    const rejection = z.safeParse(rejectedRequest, json);
    return rejection.success ? rejection.data : accepted(json);
  };
  const result = await callServer(outcomePath, read, { query: { requestId } });
  if (result.kind !== 'ok') return result;
  const outcome = result.value;
  if (outcome.outcome === 'accepted') return { kind: 'ok', value: outcome.reply };
  const { status, code, message } = outcome;
  return { kind: 'rejected', status, code, message, errorText: `${status}: ${message}` };
}

/** The commands that this user has sent today with a higher sequence number, from any browser or program. */
export const getOwnActions = (after: number): Promise<CallResult<OwnActionsReply>> =>
  callServer(paths.getOwnActions, replyAs(ownActionsReply), { query: { afterSeq: String(after) } });
