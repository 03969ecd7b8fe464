// Initial margins of accounts: before and after an order, for the order form, and for the current positions; and the abandoned lots.
// The calls only read: they send nothing to the market.
import { setImmediate } from 'node:timers/promises';
import { abandonmentsOf, marginPreviewOf, presentMarginsOf } from '@openpit/market';
import {
  type Abandonment,
  abandonmentsReply,
  type PresentMargin,
  type PreviewMarginReply,
  paths,
  presentMarginsReply,
  previewMarginBody,
  previewMarginReply,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneInSlices } from '../../in-slices.ts';
import type { MarketServer } from '../../market-server.ts';
import { describedCall } from '../call.ts';
import { accountOf } from '../signed-in.ts';

export function marginRoutes(
  market: Pick<MarketServer, 'view' | 'previewMargin' | 'presentMargins'>,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      paths.previewMargin,
      describedCall({
        tags: ['orders'],
        summary: 'The initial margin of an account before and after an order; sends nothing to the market',
        description:
          'Needs the permission insertOrderOrDouble, and visibility of all orders and deals of the member.',
        body: previewMarginBody,
        reply: previewMarginReply,
        errors: [403, 422],
      }),
      async (request): Promise<PreviewMarginReply> =>
        marginPreviewOf(market, accountOf(request).userId, request.body),
    );

    app.get(
      paths.getAbandonments,
      describedCall({
        tags: ['options'],
        summary: 'The instructions to abandon options that stand today; 0 lots withdraw one',
        description:
          'Those of your member. With visibility of your own orders and deals only, those that you have given.',
        reply: abandonmentsReply,
      }),
      async (request): Promise<Abandonment[]> => abandonmentsOf(market.view, accountOf(request).userId),
    );

    app.get(
      paths.getPresentMargins,
      describedCall({
        tags: ['clearing'],
        summary: 'The initial margin that the accounts of your member need for their positions now',
        description: 'By account and instrument. Needs visibility of all orders and deals of the member.',
        reply: presentMarginsReply,
        errors: [403],
      }),
      async (request): Promise<PresentMargin[]> => {
        const accounts = presentMarginsOf(market, accountOf(request).userId);
        const margins: PresentMargin[] = [];
        await doneInSlices(
          function* () {
            for (const ofAccount of accounts) yield margins.push(...ofAccount);
          },
          () => setImmediate(),
        );
        return margins;
      },
    );
  };
}
