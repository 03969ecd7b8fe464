// The routes for user commands, one per entry of the wire's table. Each checks the permissions, submits the command and replies:
// accepted with the sequence number, or rejected with code and sentence. Changes arrive over the hub.
import {
  commandsAnsweredAt,
  dealOutcomePaths,
  isRepeat,
  outcomeOfRequest,
  replyToCommand,
  submissionOf,
  viewerOf,
} from '@openpit/market';
import { type Outcome, rememberedDays, type Submission, type Verdict } from '@openpit/venue';
import {
  anyDealReply,
  anySiloReply,
  byRequestIdQuery,
  paths,
  rejectedOutcome,
  requiredPermissions,
  type UserCommand,
  userCommandKinds,
  userCommands,
} from '@openpit/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { laneOf, lostRaceOf, removesSomething } from '../../limits/lanes.ts';
import type { Excess } from '../../limits/user-limits.ts';
import type { MarketServer } from '../../market-server.ts';
import { isLeaving } from '../../sequencer/command-queue.ts';
import { noteForAudit } from '../audit-calls.ts';
import { describedCall, tagOf } from '../call.ts';
import { type CallLimits, excessRejection, whatIsLeft } from '../limit-calls.ts';
import { compressedFrom } from '../reply-headers.ts';
import { replyText } from '../reply-serializer.ts';
import { signedInUserOf } from '../signed-in.ts';

const jsonType = 'application/json; charset=utf-8';

export function commandRoutes(
  { gateway, view, firstUseOf }: Pick<MarketServer, 'gateway' | 'view' | 'firstUseOf'>,
  { users: limits, admission }: Pick<CallLimits, 'users' | 'admission'>,
): FastifyPluginAsyncZod {
  async function submit(submission: Submission): Promise<Outcome> {
    if (isLeaving(submission.command.kind)) return await gateway.submit(submission);
    const admitted = admission.take();
    try {
      return await gateway.submit(submission);
    } finally {
      admission.answered(admitted);
    }
  }

  /** The reason why the user may not send this command now; null if it is within the limits. */
  async function excessOf(
    userId: string,
    { command, requestId }: Submission & { readonly requestId: string },
  ): Promise<Excess | null> {
    if (
      command.kind === 'insertUnmatchedDeal' &&
      view.directory.member(command.counterparty) !== undefined &&
      !(await isRepeat({ firstUseOf }, userId, requestId))
    ) {
      const excess = limits.unmatchedDeal(userId, command.counterparty);
      if (excess !== null) return excess;
    }
    return limits.command(userId, laneOf(command.kind), () =>
      removesSomething(command, view, viewerOf(userId, view)),
    );
  }

  /** Whether a command failed through its user's mistake, and not because it came too late. */
  function isMistake(userId: string, command: Submission['command'], verdict: Verdict): boolean {
    if (verdict.kind === 'accepted') return false;
    const lostRace = lostRaceOf(verdict.rejection, command, view, viewerOf(userId, view));
    return lostRace === null || !limits.isFreeRace(userId, lostRace);
  }

  /** Fastify's reply path supports hooks that commands do not need, and costs as much as handling the command. */
  function write(text: string, request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const fields = { 'content-type': jsonType, 'content-length': Buffer.byteLength(text) };
    reply.raw.writeHead(200, { ...fields, ...whatIsLeft(limits, request) }).end(text);
  }

  return async (app) => {
    for (const kind of userCommandKinds) {
      const { path, summary, body, reply }: UserCommand = userCommands[kind];
      const options = describedCall({
        tags: [tagOf(path)],
        summary,
        description: `Needs the permission ${requiredPermissions[kind].join(', ')}.`,
        body,
        reply,
        errors: [403, 409, 422],
      });
      const textOf = replyText(reply, { method: 'POST', url: path });
      app.post(path, options, async (request, reply) => {
        const { userId } = signedInUserOf(request);
        // The schema of this kind has accepted the body.
        const submission = await submissionOf({ view, firstUseOf }, userId, kind, request.body as never);
        const excess = await excessOf(userId, submission);
        if (excess !== null) throw await excessRejection(excess, request);
        let isWaste = false;
        try {
          const outcome = await submit(submission);
          noteForAudit(request, { command: outcome.seq });
          isWaste = outcome.repeats !== null || isMistake(userId, submission.command, outcome.verdict);
          const text = textOf(replyToCommand({ view }, outcome));
          if (text.length >= compressedFrom) return reply.type(jsonType).send(text);
          write(text, request, reply);
          return;
        } finally {
          limits.handled(userId, laneOf(kind), { isWaste });
        }
      });
    }

    for (const path of new Set(userCommandKinds.map((kind) => userCommands[kind].outcomePath))) {
      const reply = replyAt(path);
      const options = describedCall({
        tags: [tagOf(path)],
        summary: 'The outcome of a request of today, for a client that lost the reply',
        description: `Request ids belong to the user, whatever the session. 404: the market has no record of the id today or on the ${rememberedDays} business days before. 409: the id was used on one of those days, and only orders and deals say what it did (outcomeTooOld); or it belongs to a command whose outcome another call has (outcomeElsewhere).`,
        querystring: byRequestIdQuery,
        reply: z.union([z.object({ outcome: z.literal('accepted'), reply }), rejectedOutcome]),
        errors: [404, 409],
      });
      app.get(path, options, async (request) => {
        const { userId } = signedInUserOf(request);
        return await outcomeOfRequest({ view, firstUseOf }, { userId, path, ...request.query });
      });
    }
  };
}

/** The schema of the replies to the commands whose outcomes a call has. */
function replyAt(path: string): UserCommand['reply'] {
  if (dealOutcomePaths.includes(path)) return anyDealReply;
  if (path === paths.siloByRequestId) return anySiloReply;
  return z.union([...new Set(commandsAnsweredAt(path).map((kind) => userCommands[kind].reply))]);
}
