// The state of the exchange day for the browser's clock: phases, halts and the end of the day.
import { errorBody, type PhasesReply, paths, phasesReply } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MarketServer } from '../../market-server.ts';

export function phaseRoutes({ view, clock, calendar }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.getPhases,
      {
        schema: {
          tags: ['market data'],
          summary: 'The phases of the exchange day, halts, and the end of the day',
          response: { 200: phasesReply, 401: errorBody },
        },
      },
      async (): Promise<PhasesReply> => {
        const { directory, exchangeDay } = view;
        const serverTime = clock.now();
        return {
          serverTime,
          businessDay: directory.businessDay,
          groups: exchangeDay.groups().map((one) => ({
            ...one,
            instruments: directory.instrumentsOf(one.group),
            dealsUntil: calendar?.dealsUntil(one.group, { phase: one.phase, after: serverTime }) ?? null,
          })),
          dayEndsAt: calendar?.next(serverTime, ({ kind }) => kind === 'endDay')?.at ?? null,
          halted: [...exchangeDay.halted()],
        };
      },
    );
  };
}
