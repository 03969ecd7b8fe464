// The state of the exchange day for the browser's clock: phases, halts and the end of the day.
import { phasesReplyOf } from '@openpit/market';
import { type PhasesReply, paths, phasesReply } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MarketServer } from '../../market-server.ts';
import { call } from '../call.ts';

export function phaseRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.getPhases,
      call({
        tags: ['market data'],
        summary: 'The phases of the exchange day, halts, and the end of the day',
        reply: phasesReply,
      }),
      async (): Promise<PhasesReply> => phasesReplyOf(server),
    );
  };
}
