// The state of the exchange day for the browser's clock: phases, halts and the end of the day.
import { errorBody, type PhasesReply, paths, phasesReply } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MarketServer } from '../../market-server.ts';
import { dayEndsAt } from '../../schedule/run-schedule.ts';

/**
 * The present phases. A market that has just been opened has begun none: it trades, and what comes next follows from the schedule
 * alone.
 */
export function phasesNow({ view, clock, calendar }: Pick<MarketServer, 'view' | 'clock' | 'calendar'>) {
  const after = clock.now();
  return view.exchangeDay.groups().map((one) => {
    if (one.since !== null || calendar === null) return one;
    const { group, phase } = one;
    return {
      ...one,
      next: calendar.nextPhase(group, { phase, after }),
      opensAt: calendar.opensAt(group, { phase, after }),
    };
  });
}

export function phaseRoutes(server: MarketServer): FastifyPluginAsyncZod {
  const { view, clock, calendar } = server;
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
        const endsAt = calendar === null ? null : dayEndsAt({ calendar, view }, serverTime);
        return {
          serverTime,
          businessDay: directory.businessDay,
          groups: phasesNow(server).map((one) => ({
            ...one,
            instruments: directory.instrumentsOf(one.group),
            dealsUntil:
              calendar?.dealsUntil(one.group, { phase: one.phase, after: serverTime, dayEndsAt: endsAt }) ??
              null,
          })),
          dayEndsAt: endsAt,
          halted: [...exchangeDay.halted()],
          ...(directory.selfMatch !== null && { selfMatch: directory.selfMatch }),
        };
      },
    );
  };
}
