// Sheds load: an overloaded server rejects commands near the socket, before body, sign-in and routing, so that a rejection costs
// little. Deletes and suspends still pass, so that dealers can leave an overloaded market.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { userCommandKinds, userCommands } from '@openpit/wire';
import type { Sessions } from '../auth/sessions.ts';
import type { Admission } from '../limits/admission.ts';
import type { Connections } from '../limits/connections.ts';
import { isLeaving, marketBusy } from '../sequencer/command-queue.ts';
import { requestIdHeader } from './request-ids.ts';
import { bearerToken } from './signed-in.ts';

/**
 * Replies to rejected commands are sent together, this long after the first. Otherwise clients that retry immediately would take
 * processor time from accepted commands.
 */
const replyAfterMs = 500;

const shedPaths: ReadonlySet<string | undefined> = new Set(
  userCommandKinds.filter((kind) => !isLeaving(kind)).map((kind) => userCommands[kind].path),
);

interface ShedParts {
  readonly admission: Pick<Admission, 'isOpen'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly connections: Pick<Connections, 'isAnonymous' | 'signedIn'>;
  readonly sessions: Pick<Sessions, 'knownUser'>;
}

/**
 * Returns a function that rejects commands which the server cannot accept. It returns true if it has answered; nothing else may
 * answer then.
 */
export function shedCommands({ admission, headers, requestIdOf, connections, sessions }: ShedParts) {
  const { code, message, retryAfterMs } = marketBusy();
  const body = JSON.stringify({ status: 503, code, message });
  // Names and values in turn: Node writes these as they are.
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
  }).flat();
  let waiting: ServerResponse[] = [];
  const replyAll = () => {
    const responses = waiting;
    waiting = [];
    for (const response of responses)
      response.writeHead(503, [...lines, requestIdHeader, requestIdOf(response.req)]).end(body);
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'POST' || !shedPaths.has(request.url) || admission.isOpen()) return false;
    // Otherwise its connection could be closed as one of too many without a signed-in user.
    if (connections.isAnonymous(request.socket)) {
      const userId = sessions.knownUser(bearerToken(request));
      if (userId !== null) connections.signedIn(request.socket, userId);
    }
    if (waiting.push(response) === 1) setTimeout(replyAll, replyAfterMs).unref();
    return true;
  };
}
