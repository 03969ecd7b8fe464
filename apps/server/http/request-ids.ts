// The id of each HTTP request, which links a user's error, a line of the log and a line of a proxy's log. Only a trusted proxy
// may supply it in X-Request-Id, because it would otherwise be foreign text in our log.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTrustedBy } from '../audit/client-address.ts';
import { plainAddress } from './local-only.ts';

export const requestIdHeader = 'x-request-id';

/** Printable ASCII without spaces. */
const usable = /^[\x21-\x7e]{1,64}$/;

/**
 * Assigns each request its id. `trustedProxies` are addresses and networks such as `10.0.0.0/8`.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = isTrustedBy(trustedProxies);
  return ({ headers, socket }) => {
    const received = headers[requestIdHeader];
    if (
      typeof received === 'string' &&
      usable.test(received) &&
      isTrusted(plainAddress(socket.remoteAddress))
    )
      return received;
    return randomUUID();
  };
}

/**
 * A hook that logs each call at level debug. It logs the route, because the address may contain a token. Rejections and faults
 * are left to the caller.
 */
export function logCall(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.log.level === 'debug') writeCall(request, reply);
  done();
}

function writeCall(request: FastifyRequest, reply: FastifyReply): void {
  const { id: requestId, method, routeOptions } = request;
  const durationMs = Math.round(reply.elapsedTime * 10) / 10;
  request.log.debug(
    { requestId, method, route: routeOptions.url ?? null, status: reply.statusCode, durationMs },
    'a call was answered',
  );
}
