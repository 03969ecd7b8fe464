// Signing in and out, and the signed-in account (AUTH-1, AUTH-9).
import { accessOf } from '@openpit/market';
import { findUserByEmail } from '@openpit/storage';
import { demoLoginBody, hqAccess, loginBody, loginReply, paths } from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { AddressLimit } from '../../auth/address-limit.ts';
import type { MarketServer } from '../../market-server.ts';
import { noteForAudit } from '../audit-calls.ts';
import { call } from '../call.ts';
import { HttpRejection, notSignedIn } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';
import { offeredDemoLogins } from './demo-login.ts';
import { browserOf, requireAddress, signedInOrConfirm } from './sign-in-replies.ts';

/** Signing in, limited by account, place and address. */
export function signInRoutes(server: MarketServer, addresses: AddressLimit): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      paths.login,
      call({
        tags: ['authenticate'],
        summary: 'Sign in',
        body: loginBody,
        reply: loginReply,
        errors: [401, 403, 429],
      }),
      async (request, reply) => {
        requireAddress(addresses, request);
        const { email, password, signInCode: code = null } = request.body;
        const rejected = server.signInRejection(email);
        if (rejected !== null) throw new HttpRejection(403, 'demoLoginsClosed', rejected);
        noteForAudit(request, { user: (await findUserByEmail(server.db, email))?.userId ?? null });
        const result = await server.signIns.withPassword({ email, password, code, ...browserOf(request) });
        if (result.kind === 'wrong')
          throw new HttpRejection(
            401,
            'wrongCredentials',
            'E-mail address or password is wrong. Check both and try again.',
          );
        return signedInOrConfirm(result, request, reply);
      },
    );

    app.post(
      paths.demoLogin,
      call({
        tags: ['authenticate'],
        summary: 'Sign in as a user of the demonstration, from a page of the server on the same machine',
        body: demoLoginBody,
        reply: loginReply,
        errors: [401, 403, 429],
      }),
      async (request, reply) => {
        requireAddress(addresses, request);
        const { userId } = request.body;
        const user = offeredDemoLogins(server, request.raw).find((offered) => offered.userId === userId);
        if (user === undefined)
          throw new HttpRejection(
            403,
            'demoLoginNotOffered',
            'Only users of a demonstration can sign in without a password, in a browser on the machine of the server.',
          );
        const { email, password } = user;
        noteForAudit(request, { user: user.userId });
        const result = await server.signIns.asDemoUser({ email, password, ...browserOf(request) });
        if (result.kind === 'wrong')
          throw new HttpRejection(
            401,
            'demoPasswordChanged',
            'The password of this user is no longer that of the demonstration. Sign in with e-mail address and password.',
          );
        return signedInOrConfirm(result, request, reply);
      },
    );
  };
}

/** The account and signing out, for signed-in users. */
export function accountRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.getHqAccess,
      call({ tags: ['authenticate'], summary: 'The signed-in account', reply: hqAccess }),
      async (request) => {
        const { userId } = accountOf(request);
        const user = await server.accounts.user(userId);
        if (user === undefined) throw notSignedIn();
        return {
          ...accessOf(server.view, userId),
          userName: user.displayName,
          email: user.email,
          twoFactorEnabled: await server.signIns.twoFactor.isOn(userId),
        };
      },
    );

    app.post(
      paths.logout,
      call({ tags: ['authenticate'], summary: 'Sign out', reply: z.object({ signedOut: z.literal(true) }) }),
      async (request) => {
        await server.accounts.endSession(accountOf(request).sessionId, 'signedOut');
        return { signedOut: true as const };
      },
    );
  };
}
