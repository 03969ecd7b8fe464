// Keeps each signed-in user within the limits. Beyond them, a call is answered with 429 and the time to retry. If the client
// continues, its replies are delayed and nothing is read from the connection meanwhile; finally its connections are closed. Every
// reply reports the remaining budgets.
import { CallRejected } from '@openpit/market';
import { userCommandKinds, userCommands } from '@openpit/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../limits/admission.ts';
import { costOfBytes, costOfCall } from '../limits/call-costs.ts';
import type { Connections } from '../limits/connections.ts';
import { laneOf } from '../limits/lanes.ts';
import { pauseFor } from '../limits/pause.ts';
import {
  type Excess,
  excessSentence,
  type Lane,
  type Quota,
  type UserLimits,
} from '../limits/user-limits.ts';
import { isSignedIn, signedInUserOf } from './signed-in.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for the last request that is read from its connection. */
    isLast?: boolean;
  }
}

export interface CallLimits {
  readonly users: UserLimits;
  readonly connections: Connections;
  readonly admission: Admission;
}

const commandLanes: ReadonlyMap<string | undefined, Lane> = new Map(
  userCommandKinds.map((kind) => [userCommands[kind].path, laneOf(kind)]),
);

const laneOfRequest = (request: FastifyRequest): Lane =>
  commandLanes.get(request.routeOptions.url) ?? 'reads';

/** A hook that counts a signed-in user's call, and rejects it when there are too many of the user, or of all. */
export function limitCalls({ users, connections, admission }: CallLimits) {
  async function turnOfOrder(userId: string): Promise<void> {
    const admitted = admission.take();
    await users.commandTurns.next(userId);
    // The body of the order may not have arrived yet.
    admission.putBack(admitted);
  }

  return async (request: FastifyRequest): Promise<void> => {
    const { userId } = signedInUserOf(request);
    const lane = laneOfRequest(request);
    connections.signedIn(request.raw.socket, userId);
    const wait = users.call(userId, costOfCall(request.routeOptions.url), lane);
    if (typeof wait !== 'number') throw await excessRejection(wait, request);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    // Commands do not queue behind the user's reads, nor deletes behind the user's orders.
    if (lane === 'reads') await users.turns.next(userId);
    else if (lane === 'orders') await turnOfOrder(userId);
    else await users.commandTurns.next(`${userId} leaving`);
  };
}

/**
 * The wait before work on many bytes, such as reading a large body or large documents of the user: until its cost is available and it is the
 * user's turn. It is null for a few bytes, so that other calls do not wait. It rejects as an expensive call does.
 */
export function largeWork({ users }: Pick<CallLimits, 'users'>) {
  const admitted = async (request: FastifyRequest, cost: number): Promise<void> => {
    const { userId } = signedInUserOf(request);
    const wait = users.work(userId, cost, laneOfRequest(request));
    if (typeof wait !== 'number') throw await excessRejection(wait, request);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await users.turns.next(userId);
  };
  return (request: FastifyRequest, bytes: number): Promise<void> | null => {
    const cost = costOfBytes(bytes);
    return cost === 0 || !isSignedIn(request) ? null : admitted(request, cost);
  };
}

/** A hook that counts a reply before it is compressed and sent. A stream waits for its client, so it is counted as it is sent. */
export function countReply({ users, connections }: CallLimits) {
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: () => void): void => {
    if (isSignedIn(request) && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      const bytes = Buffer.byteLength(payload);
      users.transferred(signedInUserOf(request).userId, bytes, laneOfRequest(request));
      connections.replies(request.raw.socket, reply.raw, bytes);
    }
    done();
  };
}

/** A hook that counts the other bytes of a call when it is answered. */
export function countBytes({ users, connections }: CallLimits) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (isSignedIn(request)) {
      const bytes = connections.takeBytes(request.raw.socket);
      users.transferred(signedInUserOf(request).userId, bytes, laneOfRequest(request));
    }
    done();
  };
}

/** A hook that sets the header fields of `whatIsLeft`, and closes the connection of a user who is far beyond a limit. */
export function sayWhatIsLeft({ users }: CallLimits) {
  return (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
    if (isSignedIn(request)) reply.headers(whatIsLeft(users, request));
    if (request.isLast === true) reply.header('Connection', 'close');
    done();
  };
}

/** The header fields RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers) of a signed-in user's call. */
export function whatIsLeft(users: UserLimits, request: FastifyRequest) {
  const { url } = request.routeOptions;
  const { counterparty: member } =
    url === unmatchedDealPath ? ((request.body ?? nobody) as ReportedBody) : nobody;
  const quotas = users.quotas(signedInUserOf(request).userId, laneOfRequest(request), {
    cost: costOfCall(url),
    member,
  });
  return {
    'ratelimit-policy': quotas.map(policyText).join(', '),
    ratelimit: quotas.map(leftText).join(', '),
  };
}

interface ReportedBody {
  readonly counterparty?: string;
}
const nobody: ReportedBody = {};
const unmatchedDealPath = userCommands.insertUnmatchedDeal.path;

function policyText({ name, quota, windowSeconds, unit }: Quota): string {
  const ofUnit = unit === 'requests' ? '' : `;qu="${unit}"`;
  return `"${name}";q=${quota}${ofUnit};w=${windowSeconds}`;
}

const leftText = ({ name, left, growsInSeconds }: Quota): string =>
  growsInSeconds === null ? `"${name}";r=${left}` : `"${name}";r=${left};t=${growsInSeconds}`;

/** The rejection to throw, after a pause if the client has earned one. */
export async function excessRejection(excess: Excess, request: FastifyRequest): Promise<CallRejected> {
  request.isLast = excess.measure === 'close';
  await pauseFor(excess, request.raw.socket);
  const { retryAfterSeconds } = excess;
  return new CallRejected(429, 'tooManyCalls', excessSentence(excess), retryAfterSeconds);
}
