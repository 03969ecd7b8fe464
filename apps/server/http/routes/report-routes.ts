// The end-of-day reports of the caller's own member as CSV files.
import { Readable } from 'node:stream';
import {
  memberOfReports,
  offsetMinutesOf,
  type ReportOf,
  type ReportSources,
  reportText,
  requireEnded,
} from '@openpit/market';
import type { FastifyPluginAsync } from 'fastify';
import type { MarketServer } from '../../market-server.ts';
import { signedInUserOf } from '../signed-in.ts';
import { orUnavailable } from './history-available.ts';
import { addRead } from './read-routes.ts';

export function reportRoutes(server: MarketServer): FastifyPluginAsync {
  const { view, sessions } = server;
  return async (app) => {
    addRead(app, 'endOfDayReport', async ({ report, date: day }, userId, reply) => {
      const member = memberOfReports(view, userId);
      const sources = await reportSources(server);
      await requireEnded(sources, day);
      const reportOf: ReportOf = { member, day };
      // The first page is read before the reply begins, so that a history that cannot answer is a rejection.
      const text = reportText(sources, report, reportOf);
      const captions = await text.next();
      const first = await text.next();
      reply.type('text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="openpit-${report}-${member}-${day}.csv"`);
      const { sessionId } = signedInUserOf(reply.request);
      const parts = whileOpen(withStart([captions, first], text), {
        isOpen: () => sessions.isOpen(sessionId),
        // A complete reply would look like a complete report.
        onEnded: () => reply.raw.destroy(),
      });
      return reply.send(Readable.from(parts));
    });
  };
}

/** Resolves when history has caught up with the market. Rejects if history cannot be read. */
export async function reportSources({
  history,
  view,
  calendar,
}: Pick<MarketServer, 'history' | 'view' | 'calendar'>): Promise<ReportSources> {
  await orUnavailable(history.reach(view.lastSeq));
  return {
    view,
    offsetMinutes: offsetMinutesOf({ calendar, view }),
    reads: {
      dealsOfDay: async (page) => (await orUnavailable(history.ask('dealsOfDay', page))).rows,
      setOfDay: async (page) => (await orUnavailable(history.ask('setOfDay', page))).rows,
      candlesOfDay: async (page) => (await orUnavailable(history.ask('candlesOfDay', page))).rows,
    },
  };
}

async function* withStart(
  start: readonly IteratorResult<string>[],
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  for (const { done, value } of start) if (done !== true) yield value;
  yield* rest;
}

/** The parts until the session ends, which it may do while a client reads slowly. */
export async function* whileOpen(
  parts: AsyncIterable<string>,
  { isOpen, onEnded }: { readonly isOpen: () => Promise<boolean>; readonly onEnded: () => void },
): AsyncGenerator<string> {
  for await (const part of parts) {
    if (!(await isOpen())) return onEnded();
    yield part;
  }
}
