// Initial margins of accounts: before and after an order, for the order form, and what they need now; and what is abandoned. Nothing is
// sent to the market.
import { setImmediate } from 'node:timers/promises';
import { rejectionSentence, rejectionStatus } from '@openpit/venue';
import {
  type Abandonment,
  abandonmentsReply,
  badInputBody,
  errorBody,
  type PresentMargin,
  type PreviewMarginReply,
  paths,
  presentMarginsReply,
  previewMarginBody,
  previewMarginReply,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { marginQueryOf } from '../../commands/command-of-body.ts';
import { doneInSlices } from '../../limits/in-slices.ts';
import type { MarketServer } from '../../market-server.ts';
import { HttpRejection, notPermitted } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';

/** What a dealer with own-only visibility may not learn. */
const notVisible = () =>
  new HttpRejection(
    403,
    'marginNotVisible',
    'You see your own orders and deals only, and a margin would say what the account holds.',
  );

export function marginRoutes({
  view,
  previewMargin,
  presentMargins,
}: Pick<MarketServer, 'view' | 'previewMargin' | 'presentMargins'>): FastifyPluginAsyncZod {
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
        if (rights.onlyDealer !== null) throw notVisible();
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

    app.get(
      paths.getAbandonments,
      {
        schema: {
          tags: ['options'],
          summary: 'The instructions to abandon options that stand today; 0 lots withdraw one',
          description:
            'Those of your member. With visibility of your own orders and deals only, those that you have given.',
          response: { 200: abandonmentsReply, 401: errorBody },
        },
      },
      async (request): Promise<Abandonment[]> => {
        const { userId } = accountOf(request);
        const rights = view.rights.of(userId);
        return rights === undefined ? [] : view.abandonments.of(rights);
      },
    );

    app.get(
      paths.getPresentMargins,
      {
        schema: {
          tags: ['clearing'],
          summary: 'The initial margin that the accounts of your member need for their positions now',
          description: 'By account and instrument. Needs visibility of all orders and deals of the member.',
          response: { 200: presentMarginsReply, 401: errorBody, 403: errorBody },
        },
      },
      async (request): Promise<PresentMargin[]> => {
        const { userId } = accountOf(request);
        const rights = view.rights.of(userId);
        if (rights === undefined) return [];
        if (rights.onlyDealer !== null) throw notVisible();
        const { rows } = view.rowsFor('positions', { userId, member: rights.member });
        const margins: PresentMargin[] = [];
        await doneInSlices(
          function* () {
            for (const principal of new Set(rows.map((row) => row.principal))) {
              for (const { instrument, margin } of presentMargins(principal))
                margins.push({ principal, instrument, margin: margin / 100 });
              yield;
            }
          },
          () => setImmediate(),
        );
        return margins;
      },
    );
  };
}
