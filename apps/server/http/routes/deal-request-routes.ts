// What became of a request on deals, for a client that lost the reply (design §4.21). The actions themselves stand with all others
// in order-routes.ts.
import {
  badInputBody,
  byRequestIdQuery,
  type DealRequestOutcome,
  dealRequestOutcome,
  errorBody,
  paths,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MarketServer } from '../../market-server.ts';
import { accountOf } from '../signed-in.ts';
import { dealReplyOf, isDealAnswer, outcomeOfRequest } from './request-outcome.ts';

export function dealRequestRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    for (const [path, tag] of [
      [paths.dealByRequestId, 'deals'],
      [paths.unmatchedDealByRequestId, 'unmatched deals'],
    ] as const)
      app.get(
        path,
        {
          schema: {
            tags: [tag],
            summary: 'What became of a request of today, for a client that lost the reply',
            querystring: byRequestIdQuery,
            response: { 200: dealRequestOutcome, 400: badInputBody, 401: errorBody, 404: errorBody },
          },
        },
        async (request): Promise<DealRequestOutcome> =>
          outcomeOfRequest(
            server,
            { userId: accountOf(request).userId, requestId: request.query.requestId },
            (seq, answer) => (isDealAnswer(answer) ? dealReplyOf(seq, answer, false) : null),
          ),
      );
  };
}
