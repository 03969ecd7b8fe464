// Signing in and out, and the signed-in account (AUTH-1, AUTH-9).
import {
  badInputBody,
  errorBody,
  hqAccess,
  type LoginBody,
  loginBody,
  loginReply,
  paths,
} from '@openpit/wire';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { MarketServer } from '../../market-server.ts';
import { HttpRejection, notSignedIn } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';

/** Attempts to sign in per minute, by account and by address. */
const attemptsPerAccount = 20;
const attemptsPerAddress = 120;

/** Signing in, limited by account and by address. */
export function signInRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    const byAccount = app.createRateLimit({
      max: attemptsPerAccount,
      timeWindow: 60_000,
      keyGenerator: (request) => `account ${(request.body as LoginBody).email.trim().toLowerCase()}`,
    });
    const byAddress = app.createRateLimit({
      max: attemptsPerAddress,
      timeWindow: 60_000,
      keyGenerator: (request) => `address ${request.ip}`,
    });

    app.post(
      paths.login,
      {
        schema: {
          tags: ['authenticate'],
          summary: 'Sign in',
          body: loginBody,
          response: { 200: loginReply, 400: badInputBody, 401: errorBody, 403: errorBody, 429: errorBody },
        },
      },
      async (request) => {
        for (const limit of [await byAddress(request), await byAccount(request)])
          if (!limit.isAllowed && limit.isExceeded) throw tooManyAttempts(limit.ttlInSeconds);
        const { email, password } = request.body;
        const rejected = server.signInRejection(email);
        if (rejected !== null) throw new HttpRejection(403, 'demoLoginsClosed', rejected);
        const result = await server.accounts.signIn({
          email,
          password,
          userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
          remoteAddress: request.ip,
        });
        if (result.kind === 'wrong')
          throw new HttpRejection(
            401,
            'wrongCredentials',
            'E-mail address or password is wrong. Check both and try again.',
          );
        if (result.kind === 'disabled')
          throw new HttpRejection(403, 'accountDisabled', 'This account is disabled. Ask your operator.');
        return { token: result.token };
      },
    );
  };
}

/** The account and signing out, for signed-in users. */
export function accountRoutes(server: MarketServer): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      paths.getHqAccess,
      {
        schema: {
          tags: ['authenticate'],
          summary: 'The signed-in account',
          response: { 200: hqAccess, 401: errorBody },
        },
      },
      async (request) => {
        const { userId } = accountOf(request);
        const user = await server.accounts.user(userId);
        if (user === undefined) throw notSignedIn();
        const { rights, directory } = server.view;
        const right = rights.of(userId);
        const member = right?.member ?? '';
        const clients = directory.clientsOf(member).filter(({ active }) => active);
        return {
          userId,
          userName: user.displayName,
          email: user.email,
          memberCode: member,
          memberName: directory.member(member)?.name ?? '',
          branch: directory.dealer(member, right?.dealer ?? '')?.branch ?? '',
          dealerCode: right?.dealer ?? '',
          clients: clients.map(({ code, name }) => ({ code, name })),
          subAccounts: directory.subAccountsOf(member),
          twoFactorEnabled: false,
          scope: right === undefined || right.onlyDealer === null ? ('member' as const) : ('own' as const),
        };
      },
    );

    app.post(
      paths.logout,
      {
        schema: {
          tags: ['authenticate'],
          summary: 'Sign out',
          response: { 200: z.object({ signedOut: z.literal(true) }), 401: errorBody },
        },
      },
      async (request) => {
        await server.accounts.endSession(accountOf(request).sessionId);
        return { signedOut: true as const };
      },
    );
  };
}

function tooManyAttempts(seconds: number): HttpRejection {
  return new HttpRejection(
    429,
    'tooManyAttempts',
    `Too many attempts to sign in. Wait ${seconds} seconds, then try again.`,
    seconds,
  );
}
