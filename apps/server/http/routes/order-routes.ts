// The order calls (design §4.2): parse, may this user, submit, answer. The reply says yes with the sequence number or no
// with code and sentence; what changed comes over the hub.
import {
  type Answer,
  type OrderAnswer,
  type Outcome,
  refusalSentence,
  refusalStatus,
  type Verdict,
} from '@openpit/venue';
import {
  type AnyOrderReply,
  badInputBody,
  byRequestIdQuery,
  paths,
  permissionFlags,
  type RequestOutcome,
  refusalBody,
  requestOutcome,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { orderActions } from '../../commands/order-actions.ts';
import type { MarketServer } from '../../market-server.ts';
import { HttpRefusal, notFound, notPermitted } from '../refusals.ts';
import { accountOf } from '../signed-in.ts';

const refusals = {
  400: badInputBody,
  401: refusalBody,
  403: refusalBody,
  409: refusalBody,
  422: refusalBody,
  503: refusalBody,
};

export function orderRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    for (const flag of permissionFlags)
      for (const action of orderActions[flag]) {
        const flags = [flag, ...(action.alsoNeeds ?? [])];
        app.post(
          action.path,
          {
            schema: {
              tags: ['orders'],
              summary: action.summary,
              description: `Needs the permission ${flags.join(', ')}.`,
              body: action.body,
              response: { ...refusals, 200: action.reply },
            },
          },
          async (request) => {
            const { userId } = accountOf(request);
            const held = server.projections.rights.of(userId)?.flags;
            const lacking = flags.find((one) => held?.[one] !== true);
            if (lacking !== undefined) throw notPermitted(lacking);
            const by = { kind: 'user', userId } as const;
            return replyOf(await server.floor.submit({ by, ...action.submission(request.body) }));
          },
        );
      }

    app.get(
      paths.orderByRequestId,
      {
        schema: {
          tags: ['orders'],
          summary: 'What became of a request of today, for a client that lost the reply',
          querystring: byRequestIdQuery,
          response: { 200: requestOutcome, 400: badInputBody, 401: refusalBody, 404: refusalBody },
        },
      },
      async (request): Promise<RequestOutcome> => {
        const { requestId } = request.query;
        const answer = server.projections.answers.of(accountOf(request).userId, requestId);
        if (answer === undefined)
          throw notFound(
            `No request ${requestId} of yours has reached the market today. It was not carried out; you may send it again.`,
          );
        return outcomeOf(answer.seq, answer.verdict);
      },
    );
  };
}

/** The reply to an accepted command; throws the refusal of a refused one. */
function replyOf({ seq, repeats, verdict }: Outcome): AnyOrderReply {
  if (verdict.kind === 'refused') {
    const { refusal } = verdict;
    throw new HttpRefusal(refusalStatus(refusal), refusal.code, refusalSentence(refusal));
  }
  return wireReply(repeats ?? seq, verdict.answer, repeats !== null);
}

function outcomeOf(seq: number, verdict: Verdict): RequestOutcome {
  if (verdict.kind === 'accepted')
    return { outcome: 'accepted', reply: wireReply(seq, verdict.answer, false) };
  const { refusal } = verdict;
  return {
    outcome: 'refused',
    seq,
    status: refusalStatus(refusal),
    code: refusal.code,
    message: refusalSentence(refusal),
  };
}

function wireReply(seq: number, answer: Answer | null, repeated: boolean): AnyOrderReply {
  switch (answer?.kind) {
    case 'order':
      return { seq, ...orderOf(answer), repeated };
    case 'double':
      return { seq, bid: orderOf(answer.bid), offer: orderOf(answer.offer), repeated };
    case 'orders':
      return { seq, orders: [...answer.orders], repeated };
    default:
      throw new Error(`Command ${seq} was an order's but has no answer of one.`);
  }
}

function orderOf({ activeOrderSeq, state, remaining, dealt, ref }: OrderAnswer) {
  return { activeOrderSeq, state, remaining, dealt, ref };
}
