// The margin of an account before and after an order, for the order form. Nothing is sent to the market.
import { rejectionSentence, rejectionStatus } from '@openpit/venue';
import {
  badInputBody,
  errorBody,
  type PreviewMarginReply,
  paths,
  previewMarginBody,
  previewMarginReply,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { marginQueryOf } from '../../commands/command-of-body.ts';
import type { MarketServer } from '../../market-server.ts';
import { HttpRejection, notPermitted } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';

export function marginRoutes({
  view,
  previewMargin,
}: Pick<MarketServer, 'view' | 'previewMargin'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      paths.previewMargin,
      {
        schema: {
          tags: ['orders'],
          summary: 'The initial margin of an account before and after an order; sends nothing to the market',
          description:
            'Needs the permission insertOrderOrDouble, and visibility of all orders and deals of the member.',
          body: previewMarginBody,
          response: {
            200: previewMarginReply,
            400: badInputBody,
            401: errorBody,
            403: errorBody,
            422: errorBody,
          },
        },
      },
      async (request): Promise<PreviewMarginReply> => {
        const { userId } = accountOf(request);
        const rights = view.rights.of(userId);
        if (rights?.flags.insertOrderOrDouble !== true) throw notPermitted('insertOrderOrDouble');
        if (rights.onlyDealer !== null)
          throw new HttpRejection(
            403,
            'marginNotVisible',
            'You see your own orders and deals only, and a margin would say what the account holds.',
          );
        const preview = previewMargin(userId, marginQueryOf(request.body));
        if ('code' in preview)
          throw new HttpRejection(rejectionStatus(preview), preview.code, rejectionSentence(preview));
        const { before, after, withOpenOrders, limit } = preview;
        return {
          before: before / 100,
          after: after / 100,
          withOpenOrders: withOpenOrders / 100,
          limit: limit === null ? null : limit / 100,
        };
      },
    );
  };
}
