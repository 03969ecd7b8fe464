// Requests to a hub's own path that are not WebSocket upgrades: polls, event streams, sends and deletes of the other
// transports. While those are switched off every such request gets the status that says why.
import { type Answer, textAnswer } from './answer.ts';
import type { TokenState } from './negotiated-ids.ts';

export const connectRefusals = {
  noId: textAnswer(400, 'Connection ID required'),
  unknownId: textAnswer(404, 'No Connection with that ID'),
  alreadyActive: textAnswer(409, 'The connection is already active'),
  transportOff: textAnswer(404, 'This transport is not available on this hub'),
  otherTransport: textAnswer(400, 'Cannot change transports mid-connection'),
  sendOnWebSocket: textAnswer(405, 'POST requests are not allowed for WebSocket connections.', {
    Allow: 'GET',
  }),
  deleteOnWebSocket: textAnswer(400, 'Cannot terminate this connection using the DELETE endpoint.'),
  otherMethod: textAnswer(405, 'Only GET, POST and DELETE are allowed here.', { Allow: 'GET, POST, DELETE' }),
} as const;

/** The stage that a method asks for; null for methods that no transport uses. */
export function stageOf(method: string | undefined): 'poll' | 'send' | 'delete' | null {
  if (method === 'GET') return 'poll';
  if (method === 'POST') return 'send';
  if (method === 'DELETE') return 'delete';
  return null;
}

/** `token`: what the client sent as `id`, looked up; null when it sent none. */
export function answerPlainConnect(stage: 'poll' | 'send' | 'delete', token: TokenState | null): Answer {
  if (token === null) return connectRefusals.noId;
  if (token.state === 'unknown') return connectRefusals.unknownId;
  if (token.state === 'fresh') {
    return stage === 'poll' ? connectRefusals.transportOff : connectRefusals.unknownId;
  }
  if (stage === 'send') return connectRefusals.sendOnWebSocket;
  if (stage === 'delete') return connectRefusals.deleteOnWebSocket;
  return connectRefusals.otherTransport;
}
