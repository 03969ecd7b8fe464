// The parts that the calls of signing in share: the browser of a request, the limit of its address, cookies, and the replies.
import { CallRejected } from '@openpit/market';
import type { ConfirmationReply, LoginReply } from '@openpit/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../../auth/address-limit.ts';
import { challengeMs } from '../../auth/challenges.ts';
import { browserKnownMs } from '../../auth/known-browsers.ts';
import type { Browser, SignInResult } from '../../auth/sign-in.ts';
import { noteForAudit } from '../audit-calls.ts';
import { type CookieKind, cookieOf, setCookie } from '../cookies.ts';
import { tooManyAttempts } from '../rejections.ts';

/** The cookie with which a browser proves which accounts have signed in from it (known-browsers.ts). */
const browserCookie: CookieKind = { name: 'openpit-browser', path: '/api' };
/** Names the sign-in that this browser has to confirm. */
export const challengeCookie: CookieKind = { name: 'openpit-challenge', path: '/api/twoFactorAuth' };

/** Throws the rejection for an address with too many attempts. */
export function requireAddress(addresses: AddressLimit, { ip }: FastifyRequest): void {
  const seconds = addresses.attempt(ip);
  if (seconds > 0) throw tooManyAttempts(seconds);
}

/** The data that a session records about its browser. */
export function browserOf(request: FastifyRequest): Browser {
  return {
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    remoteAddress: request.ip,
    cookie: cookieOf(request, browserCookie),
  };
}

/** The token for a completed sign-in; throws the rejection for any other. */
export function signedIn(
  result: Exclude<SignInResult, { readonly kind: 'wrong' | 'confirm' }>,
  request: FastifyRequest,
  reply: FastifyReply,
): ConfirmationReply {
  if (result.kind === 'wait') throw tooManyAttempts(result.seconds);
  if (result.kind === 'closed') throw knownBrowsersOnly();
  if (result.kind === 'wrongSignInCode')
    throw new CallRejected(
      401,
      'wrongSignInCode',
      'The sign-in code is wrong, has been used, or is older than a day. Ask your operator for another one, or leave it empty.',
    );
  if (result.kind === 'disabled')
    throw new CallRejected(403, 'accountDisabled', 'This account is disabled. Ask your operator.');
  setCookie(request, reply, { kind: browserCookie, value: result.cookie, maxAgeMs: browserKnownMs });
  return { token: result.token };
}

export function signedInOrConfirm(
  result: Exclude<SignInResult, { readonly kind: 'wrong' }>,
  request: FastifyRequest,
  reply: FastifyReply,
): LoginReply {
  if (result.kind !== 'confirm') return signedIn(result, request, reply);
  // The password was right; the sign-in is not complete.
  noteForAudit(request, { outcome: 'confirm' });
  setCookie(request, reply, { kind: challengeCookie, value: result.challenge, maxAgeMs: challengeMs });
  return { twoFactor: 'confirm' };
}

export const knownBrowsersOnly = () =>
  new CallRejected(
    403,
    'knownBrowsersOnly',
    'Too many wrong passwords were entered for this account. Sign in with a browser that you have used before, or ask your operator for a sign-in code.',
  );
