// Accepts a request only with the bearer token of an open session, and gives its account. The token must be in the header: in a
// query it would be written to logs and browser histories (HUB-1 allows it there for the hub only).
import type { FastifyRequest } from 'fastify';
import type { Account, Accounts } from '../auth/accounts.ts';
import { notSignedIn } from './rejections.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request that requireSignIn has accepted; null or undefined otherwise. */
    account?: Account | null;
  }
}

/** A hook that rejects a request with 401 unless its token belongs to an open session. */
export function requireSignIn(accounts: Accounts) {
  return async (request: FastifyRequest): Promise<void> => {
    const account = await accounts.ofToken(bearerToken(request));
    if (account === null) throw notSignedIn();
    accounts.used(account);
    request.account = account;
  };
}

export const isSignedIn = (request: FastifyRequest): boolean => (request.account ?? null) !== null;

/** The account of a request that requireSignIn has accepted. */
export function accountOf(request: FastifyRequest): Account {
  const { account = null } = request;
  if (account === null) throw notSignedIn();
  return account;
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token !== undefined ? token : null;
}
