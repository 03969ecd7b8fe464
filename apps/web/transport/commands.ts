// Sends the commands of the wire's table, polls unknown outcomes, and lists today's commands. A repeat with the same request id
// returns the first answer, so an unknown outcome can safely be queried again.
import {
  type BodyOf,
  type OrderReply,
  type OwnActionsReply,
  type ReplyOf,
  rejectedOutcome,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import * as z from 'zod/mini';
import { type CallResult, callServer, replyAs } from './calls.ts';
import { read } from './reads.ts';

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

/**
 * The outcome of a command whose reply was lost. A command that was rejected is `rejected` with the rejection's own status
 * and code; a command that never arrived is `rejected` with status 404.
 */
export async function fetchOutcome<Kind extends UserCommandKind>(
  kind: Kind,
  requestId: string,
): Promise<CallResult<ReplyOf<Kind>>> {
  const { outcomePath, reply } = commands[kind];
  const accepted = replyAs(z.object({ outcome: z.literal('accepted'), reply }));
  const read = (json: unknown) => {
    const rejection = z.safeParse(rejectedOutcome, json);
    return rejection.success ? rejection.data : accepted(json);
  };
  const result = await callServer(outcomePath, read, { query: { requestId } });
  if (result.kind !== 'ok') return result;
  const outcome = result.value;
  if (outcome.outcome === 'accepted') return { kind: 'ok', value: outcome.reply };
  const { status, code, message } = outcome;
  return { kind: 'rejected', status, code, message, errorText: `${status}: ${message}` };
}

export type CommandAnswer<Reply = OrderReply> =
  | { readonly kind: 'accepted'; readonly reply: Reply }
  | { readonly kind: 'rejected'; readonly status: number; readonly code: string; readonly message: string }
  | {
      readonly kind: 'badInput';
      readonly errors: Readonly<Record<string, readonly string[]>>;
      readonly message: string;
    }
  /** The venue has no record of the request, so it may be sent again under the same id. */
  | { readonly kind: 'notReceived' };

interface LostReply<Reply> {
  readonly ask: () => Promise<CallResult<Reply>>;
  readonly wait: (ms: number) => Promise<void>;
  /** Called with 0 before the first query, and after every unanswered query with the number of queries so far. */
  readonly onUnknown: (queries: number) => void;
}

/** Pauses before the queries; the last one is repeated. */
export const pollDelaysMs: readonly number[] = [500, 1_000, 2_000, 4_000, 5_000];
/** A request may still be in transit at the first query, so only the second "not known" counts. */
const missesThatCount = 2;
/** Statuses that concern the query, not the request: the session is over, too many calls, the venue is busy. */
const notAboutTheRequest: readonly number[] = [401, 429, 503];

/**
 * The answer to a command. Without a reply the outcome must not be guessed. The market is queried by the request id until it returns the
 * outcome, or reports twice that it never received the request. Resolves when the outcome of a command without a reply is known, without a
 * time limit.
 */
export async function pollOutcome<Reply>({
  ask,
  wait,
  onUnknown,
}: LostReply<Reply>): Promise<CommandAnswer<Reply>> {
  onUnknown(0);
  let misses = 0;
  for (let queries = 1; ; queries += 1) {
    await wait(pollDelaysMs[Math.min(queries, pollDelaysMs.length) - 1] ?? 0);
    const outcome = await ask();
    if (outcome.kind === 'rejected' && outcome.status === 404) {
      misses += 1;
      if (misses >= missesThatCount) return { kind: 'notReceived' };
    } else if (
      outcome.kind === 'ok' ||
      (outcome.kind === 'rejected' && !notAboutTheRequest.includes(outcome.status))
    ) {
      return answerOf(outcome);
    }
    onUnknown(queries);
  }
}

export function answerOf<Reply>(
  result: Exclude<CallResult<Reply>, { readonly kind: 'unknown' }>,
): CommandAnswer<Reply> {
  if (result.kind === 'ok') return { kind: 'accepted', reply: result.value };
  if (result.kind === 'badInput') return { kind: 'badInput', errors: result.errors, message: result.message };
  const { status, code, message } = result;
  return { kind: 'rejected', status, code, message };
}

/** The commands that this user has sent today with a higher sequence number, from any browser or program. */
export const getOwnActions = (after: number): Promise<CallResult<OwnActionsReply>> =>
  read('getOwnActions', { afterSeq: after });
