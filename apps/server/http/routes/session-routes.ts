// Signing in and out, the signed-in account, its sessions and its password (AUTH-1, AUTH-9).
import { accessOf, CallRejected, notFound } from '@openpit/market';
import { findUserByEmail } from '@openpit/storage';
import {
  changePasswordBody,
  changePasswordReply,
  demoLoginBody,
  hqAccess,
  loginBody,
  loginReply,
  paths,
  revokeSessionBody,
  revokeSessionReply,
  sessionsReply,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { AddressLimit } from '../../auth/address-limit.ts';
import { passwordFaults } from '../../auth/passwords.ts';
import type { MarketServer } from '../../market-server.ts';
import { noteForAudit } from '../audit-calls.ts';
import { describedCall } from '../call.ts';
import { InvalidRequest, notSignedIn, tooManyAttempts } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';
import { offeredDemoLogins } from './demo-login.ts';
import { browserOf, requireAddress, signedInOrConfirm } from './sign-in-replies.ts';

/** Signing in, limited by account, place and address. */
export function signInRoutes(server: MarketServer, addresses: AddressLimit): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      paths.login,
      describedCall({
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
        if (rejected !== null) throw new CallRejected(403, 'demoLoginsClosed', rejected);
        noteForAudit(request, { user: (await findUserByEmail(server.db, email))?.userId ?? null });
        const result = await server.signIns.withPassword({ email, password, code, ...browserOf(request) });
        if (result.kind === 'wrong')
          throw new CallRejected(
            401,
            'wrongCredentials',
            'E-mail address or password is wrong. Check both and try again.',
          );
        return signedInOrConfirm(result, request, reply);
      },
    );

    app.post(
      paths.demoLogin,
      describedCall({
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
          throw new CallRejected(
            403,
            'demoLoginNotOffered',
            'Only users of a demonstration can sign in without a password, in a browser on the machine of the server.',
          );
        const { email, password } = user;
        noteForAudit(request, { user: user.userId });
        const result = await server.signIns.asDemoUser({ email, password, ...browserOf(request) });
        if (result.kind === 'wrong')
          throw new CallRejected(
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
      describedCall({ tags: ['authenticate'], summary: 'The signed-in account', reply: hqAccess }),
      async (request) => {
        const { userId } = accountOf(request);
        const user = await server.sessions.user(userId);
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
      describedCall({
        tags: ['authenticate'],
        summary: 'Sign out',
        reply: z.object({ signedOut: z.literal(true) }),
      }),
      async (request) => {
        await server.sessions.end(accountOf(request).sessionId, 'signedOut');
        return { signedOut: true as const };
      },
    );
  };
}

/** The sessions of the signed-in user: their list, and ending one or all of them, which requires the password again. */
export function revocationRoutes({ sessions, signIns }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.sessions,
      describedCall({
        tags: ['authenticate'],
        summary: 'The open sessions of the signed-in user, with place and times',
        reply: sessionsReply,
      }),
      async (request) => {
        const { userId, sessionId: callSessionId } = accountOf(request);
        const open = await sessions.openOf(userId);
        return {
          userId,
          sessions: open.map(({ sessionId, createdAt, lastUsedAt, expiresAt, ...place }) => ({
            sessionId,
            beganAt: createdAt,
            lastUsedAt,
            expiresAt,
            address: place.remoteAddress,
            browser: place.userAgent,
            isThis: sessionId === callSessionId,
          })),
        };
      },
    );

    app.post(
      paths.revokeSession,
      describedCall({
        tags: ['authenticate'],
        summary: 'End one session of the signed-in user, or all of them',
        body: revokeSessionBody,
        reply: revokeSessionReply,
        errors: [404],
      }),
      async (request) => {
        const user = await sessions.user(accountOf(request).userId);
        if (user === undefined) throw notSignedIn();
        const { password, sessionId } = request.body;
        const result = await signIns.ownPassword(user, { password, address: request.ip });
        if (result === 'wrong') throw new InvalidRequest({ password: ['This is not your password.'] });
        if (result !== 'right') throw tooManyAttempts(result.waitSeconds);
        if (sessionId === 'all') return { ended: await sessions.endAllOf(user.userId, 'revoked') };
        const open = await sessions.openOf(user.userId);
        if (!open.some((session) => session.sessionId === sessionId))
          throw notFound('You have no open session with this id. It may have ended already.');
        await sessions.end(sessionId, 'revoked');
        return { ended: 1 };
      },
    );
  };
}

/** The change of a password by its user. */
export function passwordRoutes({ sessions, signIns, view }: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      paths.changePassword,
      describedCall({
        tags: ['authenticate'],
        summary: 'Change the password; all other sessions of the user end',
        body: changePasswordBody,
        reply: changePasswordReply,
      }),
      async (request) => {
        const account = accountOf(request);
        const user = await sessions.user(account.userId);
        if (user === undefined) throw notSignedIn();
        const { password, newPassword } = request.body;
        const member = view.rights.of(user.userId)?.member ?? '';
        const { email, displayName } = user;
        const hasTwoFactor = await signIns.twoFactor.isOn(user.userId);
        const faults = passwordFaults(newPassword, { email, displayName, member, hasTwoFactor });
        if (faults.length > 0) throw new InvalidRequest({ newPassword: faults });
        const entry = { password, newPassword, address: request.ip };
        const result = await signIns.changePassword({ user, account }, entry);
        if (result === 'wrong') throw new InvalidRequest({ password: ['This is not your password.'] });
        if (result !== 'changed') throw tooManyAttempts(result.waitSeconds);
        return { changed: true as const };
      },
    );
  };
}
