// Lets a request through only with the bearer token of a standing session, and says who sends it. The token is taken from
// the header alone: in a query it would end up in logs and histories (HUB-1 allows it there for the hub only).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Accounts } from '../auth/accounts.ts';
import { notSignedIn } from './rejections.ts';

const accounts = new WeakMap<FastifyRequest, Account>();

/** A hook that rejects with 401 unless the request carries a token that lets in. */
export function requireSignIn(of: Accounts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const account = await of.ofToken(bearerToken(request));
    if (account === null) throw notSignedIn();
    accounts.set(request, account);
    reply.header('Cache-Control', 'no-store');
  };
}

/** The account behind a request that has passed requireSignIn. */
export function accountOf(request: FastifyRequest): Account {
  const account = accounts.get(request);
  if (account === undefined) throw notSignedIn();
  return account;
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token !== undefined ? token : null;
}
