// The order calls (design §4.2): parse, may this user, submit, answer. The reply says yes with the sequence number or no
// with code and sentence; what changed comes over the hub.
import {
  type Answer,
  type OrderAnswer,
  type Outcome,
  rejectionSentence,
  rejectionStatus,
} from '@openpit/venue';
import {
  type AnyDealReply,
  type AnyOrderReply,
  badInputBody,
  byRequestIdQuery,
  errorBody,
  paths,
  permissionFlags,
  type RequestOutcome,
  requestOutcome,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { orderActions } from '../../commands/order-actions.ts';
import type { MarketServer } from '../../market-server.ts';
import { HttpRejection, notPermitted } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';
import { dealReplyOf, isDealAnswer, outcomeOfRequest } from './request-outcome.ts';

const rejections = {
  400: badInputBody,
  401: errorBody,
  403: errorBody,
  409: errorBody,
  422: errorBody,
  503: errorBody,
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
              tags: [tagOf(action.path)],
              summary: action.summary,
              description: `Needs the permission ${flags.join(', ')}.`,
              body: action.body,
              response: { ...rejections, 200: action.reply },
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
          response: { 200: requestOutcome, 400: badInputBody, 401: errorBody, 404: errorBody },
        },
      },
      async (request): Promise<RequestOutcome> =>
        outcomeOfRequest(
          server,
          { userId: accountOf(request).userId, requestId: request.query.requestId },
          (seq, answer) => (isDealAnswer(answer) ? null : wireReply(seq, answer, false)),
        ),
    );
  };
}

/** The reply to an accepted command; throws the rejection of a rejected one. */
function replyOf({ seq, repeats, verdict }: Outcome): AnyOrderReply | AnyDealReply {
  if (verdict.kind === 'rejected') {
    const { rejection } = verdict;
    throw new HttpRejection(rejectionStatus(rejection), rejection.code, rejectionSentence(rejection));
  }
  const { answer } = verdict;
  const isRepeat = repeats !== null;
  return isDealAnswer(answer)
    ? dealReplyOf(repeats ?? seq, answer, isRepeat)
    : wireReply(repeats ?? seq, answer, isRepeat);
}

/** `/api/UnmatchedDeals/…` is described under "unmatched deals". */
function tagOf(path: string): string {
  const [, , area = ''] = path.split('/');
  return area.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function wireReply(seq: number, answer: Answer | null, repeated: boolean): AnyOrderReply {
  switch (answer?.kind) {
    case 'order':
      return { seq, ...orderOf(answer), repeated };
    case 'double':
      return { seq, bid: orderOf(answer.bid), offer: orderOf(answer.offer), repeated };
    case 'strike':
      return { seq, contracts: [...answer.contracts], repeated };
    case 'orders':
      return { seq, orders: [...answer.orders], repeated };
    default:
      throw new Error(`Command ${seq} was an order's but has no answer of one.`);
  }
}

function orderOf({ activeOrderSeq, state, remaining, dealt, ref, pricing, hedge }: OrderAnswer) {
  const order = { activeOrderSeq, state, remaining, dealt, ref };
  if (pricing === undefined) return order;
  const { premium, volatility, reference, delta } = pricing;
  return {
    ...order,
    premium: premium / 100,
    volatility: volatility / 100,
    reference: reference / 100,
    delta,
    ...(hedge === undefined
      ? {}
      : { hedge: { contract: hedge.contract, side: hedge.side, qty: hedge.lots } }),
  };
}
