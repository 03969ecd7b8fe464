// The calls with which users send commands, one per entry of the wire's table: check the permissions, submit, reply. The reply
// accepts with the sequence number or rejects with code and sentence; the hub sends what changed.
import {
  type Answer,
  rejectionSentence,
  rejectionStatus,
  rememberedDays,
  type Submission,
  type Verdict,
} from '@openpit/venue';
import {
  anyDealReply,
  anySiloReply,
  badInputBody,
  byRequestIdQuery,
  errorBody,
  paths,
  type UserCommand,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { commandOfBody } from '../../commands/command-of-body.ts';
import { replyOfAnswer } from '../../commands/reply-of-answer.ts';
import { viewerOf } from '../../hubs/hub-user.ts';
import { laneOf, lostRaceOf, takesOut } from '../../limits/lanes.ts';
import type { Excess, UserLimits } from '../../limits/user-limits.ts';
import type { MarketServer } from '../../market-server.ts';
import { noteForAudit } from '../audit-calls.ts';
import { excessRejection } from '../limit-calls.ts';
import { HttpRejection, notFound, notPermitted } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';

const errors = {
  400: badInputBody,
  401: errorBody,
  403: errorBody,
  409: errorBody,
  422: errorBody,
  503: errorBody,
};

const rejectedOutcome = z.object({
  outcome: z.literal('rejected'),
  seq: z.int(),
  status: z.int(),
  code: z.string(),
  message: z.string(),
});

const kinds = Object.keys(userCommands) as UserCommandKind[];

export function commandRoutes(
  { floor, view, dayOfRequest }: Pick<MarketServer, 'floor' | 'view' | 'dayOfRequest'>,
  limits: UserLimits,
): FastifyPluginAsyncZod {
  /** Why the user may not send this command now; null when it is within the limits. */
  function excessOf(userId: string, command: Submission['command']): Excess | null {
    if (command.kind === 'insertUnmatchedDeal' && view.directory.member(command.counterparty) !== undefined) {
      const excess = limits.unmatchedDeal(userId, command.counterparty);
      if (excess !== null) return excess;
    }
    return limits.command(userId, laneOf(command.kind), () =>
      takesOut(command, view, viewerOf(userId, view)),
    );
  }

  /** Whether a command changed nothing by a mistake of its user, and not because it came too late. */
  function isMistake(userId: string, command: Submission['command'], verdict: Verdict): boolean {
    if (verdict.kind === 'accepted') return false;
    const about = lostRaceOf(verdict.rejection, command, view, viewerOf(userId, view));
    return about === null || !limits.isFreeRace(userId, about);
  }

  return async (app) => {
    for (const kind of kinds) {
      const { path, summary, flags, body, reply }: UserCommand = userCommands[kind];
      const schema = {
        tags: [tagOf(path)],
        summary,
        description: `Needs the permission ${flags.join(', ')}.`,
        body,
        response: { ...errors, 200: reply },
      };
      app.post(path, { schema }, async (request, reply) => {
        const { userId } = accountOf(request);
        const held = view.rights.of(userId)?.flags;
        const missing = flags.find((flag) => held?.[flag] !== true);
        if (missing !== undefined) throw notPermitted(missing);
        // The schema of this kind has accepted the body.
        const submission = commandOfBody(kind, request.body as never);
        const excess = excessOf(userId, submission.command);
        if (excess !== null) throw await excessRejection(excess, request, reply);
        let isWaste = false;
        try {
          const { seq, repeats, verdict } = await floor.submit({
            by: { kind: 'user', userId },
            ...submission,
          });
          noteForAudit(request, { command: seq });
          isWaste = repeats !== null || isMistake(userId, submission.command, verdict);
          const answer = answerOf(verdict);
          const { requestId } = submission;
          const dealt = requestId === null ? undefined : view.answers.of(userId, requestId)?.dealt;
          return replyOfAnswer({ seq: repeats ?? seq, answer, dealt }, { repeated: repeats !== null });
        } finally {
          limits.handled(userId, laneOf(kind), { isWaste });
        }
      });
    }

    for (const path of new Set(kinds.map((kind) => userCommands[kind].outcomePath))) {
      const { answered, reply } = outcomesAt(path);
      const schema = {
        tags: [tagOf(path)],
        summary: 'The outcome of a request of today, for a client that lost the reply',
        description: `Request ids belong to the user, whatever the session. 404: the market has no record of the id today or on the ${rememberedDays} business days before. 409: the id was used on one of those days, and only orders and deals say what it did.`,
        querystring: byRequestIdQuery,
        response: {
          200: z.union([z.object({ outcome: z.literal('accepted'), reply }), rejectedOutcome]),
          400: badInputBody,
          401: errorBody,
          404: errorBody,
          409: errorBody,
          503: errorBody,
        },
      };
      app.get(path, { schema }, async (request) => {
        const { requestId } = request.query;
        const { userId } = accountOf(request);
        // First, so that a command that is being written has its outcome in the answers.
        const day = await dayOfRequest(userId, requestId);
        const found = view.answers.of(userId, requestId);
        if (found === undefined)
          throw day === 'unknown' ? noSuchRequest(requestId) : earlierRequest(requestId);
        const { seq, command, verdict, dealt } = found;
        if (!answered.some((kind) => kind === command))
          throw notFound(
            `Request ${requestId} of yours was another kind of command, which has a call of its own for outcomes.`,
          );
        if (verdict.kind === 'accepted')
          return {
            outcome: 'accepted' as const,
            reply: replyOfAnswer({ seq, answer: verdict.answer, dealt }, { repeated: false }),
          };
        const [status, code, message] = rejectionOf(verdict);
        return { outcome: 'rejected' as const, seq, status, code, message };
      });
    }
  };
}

/** The calls on deals and on unmatched deals have the outcomes of both. */
const dealOutcomePaths: readonly string[] = [paths.dealByRequestId, paths.unmatchedDealByRequestId];

/** The commands whose outcomes a call has, and the schema of their replies. */
function outcomesAt(path: string): {
  readonly answered: readonly UserCommandKind[];
  readonly reply: UserCommand['reply'];
} {
  const family = dealOutcomePaths.includes(path) ? dealOutcomePaths : [path];
  const answered = kinds.filter((kind) => family.includes(userCommands[kind].outcomePath));
  if (family === dealOutcomePaths) return { answered, reply: anyDealReply };
  if (path === paths.siloByRequestId) return { answered, reply: anySiloReply };
  return { answered, reply: z.union([...new Set(answered.map((kind) => userCommands[kind].reply))]) };
}

/** Claims no more than was looked up: the record may lack the request because a backup was restored, or because it is too old. */
const noSuchRequest = (requestId: string) =>
  notFound(
    `The market has no record of request ${requestId} of yours, neither of today nor of the ${rememberedDays} business days before. If you sent it earlier, or had a reply to it, look at your orders and deals. Otherwise send it again with the same id: it is then carried out at most once.`,
  );

const earlierRequest = (requestId: string) =>
  new HttpRejection(
    409,
    'outcomeTooOld',
    `Request ${requestId} of yours reached the market on an earlier business day, whose outcomes are no longer kept. Look at your orders and deals to see what it did.`,
  );

/** The answer of an accepted command; throws the rejection of a rejected one. */
function answerOf(verdict: Verdict): Answer | null {
  if (verdict.kind === 'accepted') return verdict.answer;
  throw new HttpRejection(...rejectionOf(verdict));
}

function rejectionOf({
  rejection,
}: Extract<Verdict, { readonly kind: 'rejected' }>): [status: number, code: string, sentence: string] {
  return [rejectionStatus(rejection), rejection.code, rejectionSentence(rejection)];
}

/** `/api/UnmatchedDeals/…` is described under "unmatched deals". */
function tagOf(path: string): string {
  const [, , area = ''] = path.split('/');
  return area.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
