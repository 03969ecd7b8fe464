// The sessions of the signed-in user: their list, and ending one or all of them, for which the password is asked again.

import { notFound } from '@openpit/market';
import { paths, revokeSessionBody, revokeSessionReply, sessionsReply } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { MarketServer } from '../../market-server.ts';
import { call } from '../call.ts';
import { BadInput, notSignedIn, tooManyAttempts } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';

export function revocationRoutes({ accounts, signIns }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.sessions,
      call({
        tags: ['authenticate'],
        summary: 'The open sessions of the signed-in user, with place and times',
        reply: sessionsReply,
      }),
      async (request) => {
        const { userId, sessionId: own } = accountOf(request);
        const sessions = await accounts.sessionsOf(userId);
        return {
          userId,
          sessions: sessions.map(({ sessionId, createdAt, lastUsedAt, expiresAt, ...place }) => ({
            sessionId,
            beganAt: createdAt,
            lastUsedAt,
            expiresAt,
            address: place.remoteAddress,
            browser: place.userAgent,
            isThis: sessionId === own,
          })),
        };
      },
    );

    app.post(
      paths.revokeSession,
      call({
        tags: ['authenticate'],
        summary: 'End one session of the signed-in user, or all of them',
        body: revokeSessionBody,
        reply: revokeSessionReply,
        errors: [404],
      }),
      async (request) => {
        const user = await accounts.user(accountOf(request).userId);
        if (user === undefined) throw notSignedIn();
        const { password, sessionId } = request.body;
        const result = await signIns.ownPassword(user, { password, address: request.ip });
        if (result === 'wrong') throw new BadInput({ password: ['This is not your password.'] });
        if (result !== 'right') throw tooManyAttempts(result.waitSeconds);
        if (sessionId === 'all') return { ended: await accounts.endSessionsOf(user.userId, 'revoked') };
        const open = await accounts.sessionsOf(user.userId);
        if (!open.some((session) => session.sessionId === sessionId))
          throw notFound('You have no open session with this id. It may have ended already.');
        await accounts.endSession(sessionId, 'revoked');
        return { ended: 1 };
      },
    );
  };
}
