// The intervals and time-outs of browsers, which they read before the sign-in.
import { settingsOfMarket } from '@openpit/market';
import { type ClientSettingsReply, clientSettingsReply, paths } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MarketServer } from '../../market-server.ts';
import { describedCall } from '../call.ts';
import { offeredDemoLogins } from './demo-login.ts';

/** The call for anyone, even before signing in. */
export function clientSettingsRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.getClientSettings,
      describedCall({
        tags: ['static data'],
        summary: 'Intervals and time-outs of browsers, the phases, and what Login shows; needs no sign-in',
        reply: clientSettingsReply,
      }),
      async (request): Promise<ClientSettingsReply> => {
        const demo = offeredDemoLogins(server, request.raw);
        return {
          ...server.clientSettings,
          ...settingsOfMarket(server),
          demoUsers: demo.map(({ userId, displayName, about }) => ({ userId, name: displayName, about })),
        };
      },
    );
  };
}
