// Keeps each signed-in user within the limits: beyond them a call is answered with 429 and when to try again. A client that goes on
// nevertheless is answered late, during which nothing is read from its connection; then its connections are closed.
import { userCommands } from '@openpit/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { costOfCall } from '../limits/call-costs.ts';
import type { Connections } from '../limits/connections.ts';
import { pauseFor } from '../limits/pause.ts';
import { type Excess, excessSentence, type UserLimits } from '../limits/user-limits.ts';
import { HttpRejection } from './rejections.ts';
import type { shedCommands } from './shed-commands.ts';
import { accountOf, isSignedIn } from './signed-in.ts';

export interface CallLimits {
  readonly users: UserLimits;
  readonly connections: Connections;
}

const commandPaths: ReadonlySet<string> = new Set(Object.values(userCommands).map(({ path }) => path));

/** A hook that counts a signed-in user's call, and rejects it when there are too many of the user, or of all. */
export function limitCalls({ users, connections }: CallLimits, shed: ReturnType<typeof shedCommands>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { userId } = accountOf(request);
    connections.signedIn(request.raw.socket, userId);
    const wait = users.call(userId, costOfCall(request.routeOptions.url));
    if (typeof wait !== 'number') throw await excessRejection(wait, request, reply);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    shed(request, reply);
    await users.turns.next(userId);
  };
}

/** A hook that counts the bytes of a call when it is answered. */
export function countBytes({ users, connections }: CallLimits) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (isSignedIn(request))
      users.transferred(accountOf(request).userId, connections.takeBytes(request.raw.socket));
    done();
  };
}

/** The rejection to throw, after a pause if the client has earned one. */
export async function excessRejection(
  excess: Excess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<HttpRejection> {
  if (excess.measure === 'close') reply.header('Connection', 'close');
  await pauseFor(excess, request.raw.socket);
  const what = commandPaths.has(request.routeOptions.url ?? '') ? 'command' : 'call';
  const { retryAfterSeconds } = excess;
  return new HttpRejection(429, 'tooManyCalls', excessSentence(excess, what), retryAfterSeconds);
}
