// The end-of-day reports of the caller's own member as CSV files.
import { Readable } from 'node:stream';
import type { UserView } from '@openpit/projections';
import { badInputBody, errorBody, paths, reportQuery } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { MarketServer } from '../../market-server.ts';
import { type ReportOf, reportText } from '../../reports/end-of-day-report.ts';
import { HttpRejection } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';
import { requireEnded } from './ended-day.ts';
import { available } from './history-available.ts';

export function reportRoutes({ history, view }: MarketServer): FastifyPluginAsyncZod {
  const sources = { history, view };

  return async (app) => {
    app.get(
      paths.endOfDayReport,
      {
        schema: {
          tags: ['reports'],
          summary: "Your member's report of a business day that has ended, as a CSV file",
          description:
            'Deals, positions, mtm, margins, movements or statement, in the order in which they were made. Texts that a spreadsheet would run as a formula begin with an apostrophe. Dealers with own-only visibility get no reports.',
          querystring: reportQuery,
          response: {
            // A stream of text, which needs no serializer.
            200: z.any(),
            400: badInputBody,
            401: errorBody,
            403: errorBody,
            404: errorBody,
            503: errorBody,
          },
        },
      },
      async (request, reply) => {
        const { report, date: day } = request.query;
        const member = memberOf(view.rights.of(accountOf(request).userId));
        await requireEnded(sources, day);
        const of: ReportOf = { member, day };
        // The first page is read before the reply begins, so that a history that cannot answer is a rejection.
        const text = reportText(sources, report, of);
        const captions = await text.next();
        const first = await available(text.next());
        reply.type('text/csv; charset=utf-8');
        reply.header('content-disposition', `attachment; filename="openpit-${report}-${member}-${day}.csv"`);
        return reply.send(Readable.from(withStart([captions, first], text)));
      },
    );
  };
}

/** Throws for a user without a member or with own-only visibility. */
function memberOf(rights: UserView | undefined): string {
  if (rights === undefined || rights.onlyDealer !== null)
    throw new HttpRejection(
      403,
      'reportsNotPermitted',
      'Reports have the deals and accounts of your whole member, and you see only your own. Ask your operator to let you see all of the member.',
    );
  return rights.member;
}

async function* withStart(
  start: readonly IteratorResult<string>[],
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  for (const { done, value } of start) if (done !== true) yield value;
  yield* rest;
}
