// The complete list of calls without sign-in. Every other call under /api needs the bearer token of an open session (AUTH-8). The
// operator's calls, /metrics and /api/docs have separate rules (operator-routes.ts, local-only.ts).
import { paths } from '@openpit/wire';
import type { FastifyRequest } from 'fastify';
import type { Sessions, SignedInUser } from '../auth/sessions.ts';
import { notSignedIn } from './rejections.ts';

export const publicCalls: readonly string[] = [
  paths.login,
  paths.demoLogin,
  paths.twoFactorConfirmation,
  paths.twoFactorReset,
  // For the sign-in page: the market's name, and the users of a demonstration.
  paths.getClientSettings,
];

const docs = '/api/docs';

/** `route`: the path of the route; undefined if there is none. */
export const needsSignIn = (route: string | undefined): boolean =>
  route?.startsWith('/api/') === true &&
  route !== docs &&
  !route.startsWith(`${docs}/`) &&
  !publicCalls.includes(route);

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by requireSignIn for an accepted request; null or undefined otherwise. */
    signedInUser?: SignedInUser | null;
  }
}

/**
 * A hook that rejects a request with 401 unless its bearer token belongs to an open session, and attaches its user. The token must be in
 * the header: in a query it would be written to logs and browser histories (HUB-1 allows it there for the hub only).
 */
export function requireSignIn(sessions: Sessions) {
  return async (request: FastifyRequest): Promise<void> => {
    const user = await sessions.ofToken(bearerToken(request));
    if (user === null) throw notSignedIn();
    sessions.used(user);
    request.signedInUser = user;
  };
}

/**
 * A hook that rejects a request with 401 if its session has ended since `requireSignIn`. Until here the body may have arrived slowly, and
 * the call may have waited for its turn.
 */
export function requireOpenSession(sessions: Pick<Sessions, 'isOpen'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (isSignedIn(request) && !(await sessions.isOpen(signedInUserOf(request).sessionId)))
      throw notSignedIn();
  };
}

export const isSignedIn = (request: FastifyRequest): boolean => (request.signedInUser ?? null) !== null;

/** The user of a request that requireSignIn has accepted. */
export function signedInUserOf(request: FastifyRequest): SignedInUser {
  const { signedInUser = null } = request;
  if (signedInUser === null) throw notSignedIn();
  return signedInUser;
}

export function bearerToken(request: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token !== undefined ? token : null;
}
