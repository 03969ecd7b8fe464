// The end-of-day reports of the caller's own member as CSV files.
import { Readable } from 'node:stream';
import { memberOfReports, type ReportOf, reportText, requireEnded } from '@openpit/market';
import { paths, reportQuery } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { MarketServer } from '../../market-server.ts';
import { describedCall } from '../call.ts';
import { accountOf } from '../signed-in.ts';
import { reportSources } from './report-sources.ts';

export function reportRoutes({ history, view }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.endOfDayReport,
      describedCall({
        tags: ['reports'],
        summary: "Your member's report of a business day that has ended, as a CSV file",
        description:
          'Deals, positions, mtm, margins, movements or statement, in the order in which they were made. Texts that a spreadsheet would run as a formula begin with an apostrophe. Dealers with own-only visibility get no reports.',
        querystring: reportQuery,
        // A stream of text, which needs no serializer.
        reply: z.any(),
        errors: [403, 404],
      }),
      async (request, reply) => {
        const { report, date: day } = request.query;
        const member = memberOfReports(view, accountOf(request).userId);
        const sources = await reportSources({ history, view });
        await requireEnded(sources, day);
        const reportOf: ReportOf = { member, day };
        // The first page is read before the reply begins, so that a history that cannot answer is a rejection.
        const text = reportText(sources, report, reportOf);
        const captions = await text.next();
        const first = await text.next();
        reply.type('text/csv; charset=utf-8');
        reply.header('content-disposition', `attachment; filename="openpit-${report}-${member}-${day}.csv"`);
        return reply.send(Readable.from(withStart([captions, first], text)));
      },
    );
  };
}

async function* withStart(
  start: readonly IteratorResult<string>[],
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  for (const { done, value } of start) if (done !== true) yield value;
  yield* rest;
}
