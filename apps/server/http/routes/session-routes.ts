// Signing in and out, and the signed-in account (AUTH-1, AUTH-9).
import {
  badInputBody,
  demoLoginBody,
  errorBody,
  hqAccess,
  type LoginBody,
  type LoginReply,
  loginBody,
  loginReply,
  paths,
} from '@openpit/wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { SignInResult } from '../../auth/accounts.ts';
import type { MarketServer } from '../../market-server.ts';
import { HttpRejection, notSignedIn } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';
import { offeredDemoLogins } from './demo-login.ts';

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
        for (const limit of [await byAddress(request), await byAccount(request)]) requireAttempts(limit);
        const { email, password } = request.body;
        const rejected = server.signInRejection(email);
        if (rejected !== null) throw new HttpRejection(403, 'demoLoginsClosed', rejected);
        const result = await server.accounts.signIn({ email, password, ...browserOf(request) });
        if (result.kind === 'wrong')
          throw new HttpRejection(
            401,
            'wrongCredentials',
            'E-mail address or password is wrong. Check both and try again.',
          );
        return tokenOf(result);
      },
    );

    app.post(
      paths.demoLogin,
      {
        schema: {
          tags: ['authenticate'],
          summary: 'Sign in as a user of the demonstration, from a page of the server on the same machine',
          body: demoLoginBody,
          response: { 200: loginReply, 400: badInputBody, 401: errorBody, 403: errorBody, 429: errorBody },
        },
      },
      async (request) => {
        requireAttempts(await byAddress(request));
        const { userId } = request.body;
        const user = offeredDemoLogins(server, request.raw).find((offered) => offered.userId === userId);
        if (user === undefined)
          throw new HttpRejection(
            403,
            'demoLoginNotOffered',
            'Only users of a demonstration can sign in without a password, in a browser on the machine of the server.',
          );
        const { email, password } = user;
        const result = await server.accounts.signIn({ email, password, ...browserOf(request) });
        if (result.kind === 'wrong')
          throw new HttpRejection(
            401,
            'demoPasswordChanged',
            'The password of this user is no longer that of the demonstration. Sign in with e-mail address and password.',
          );
        return tokenOf(result);
      },
    );
  };
}

/** What a session records of the browser that began it. */
function browserOf(request: FastifyRequest) {
  return { userAgent: request.headers['user-agent']?.slice(0, 300) ?? null, remoteAddress: request.ip };
}

function tokenOf(result: Exclude<SignInResult, { readonly kind: 'wrong' }>): LoginReply {
  if (result.kind === 'disabled')
    throw new HttpRejection(403, 'accountDisabled', 'This account is disabled. Ask your operator.');
  return { token: result.token };
}

type Attempts = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

/** Rejects the attempt that is one too many. */
function requireAttempts(limit: Attempts): void {
  if (!limit.isAllowed && limit.isExceeded) throw tooManyAttempts(limit.ttlInSeconds);
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
