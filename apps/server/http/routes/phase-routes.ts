// The state of the exchange day for the browser's clock: phases, halts and the end of the day.
import { phasesReplyOf } from '@openpit/market';
import { errorBody, type PhasesReply, paths, phasesReply } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MarketServer } from '../../market-server.ts';

export function phaseRoutes(server: MarketServer): FastifyPluginAsyncZod {
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
      async (): Promise<PhasesReply> => phasesReplyOf(server),
    );
  };
}
