// Every no of the HTTP side, with its status. The texts are those of .NET servers where they have one; clients show them.
import { type Answer, textAnswer } from './answer.ts';

/** Thrown where a request must go no further; carries what the client is told. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(answer.body ?? `Status ${answer.status}`);
    this.answer = answer;
  }
}

export const refusals = {
  closing: textAnswer(503, 'The server is closing. Try again.', { 'Retry-After': '1' }),
  full: textAnswer(503, 'Too many connections are being opened. Try again.', { 'Retry-After': '1' }),
  origin: textAnswer(403, 'Pages of this origin may not use this hub.'),
  fault: textAnswer(500, 'The server could not handle the request.'),
  negotiateMethod: textAnswer(405, 'Negotiate is a POST.', { Allow: 'POST' }),
  noSuchPath: textAnswer(404, 'There is no hub at this address.'),
  noId: textAnswer(400, 'Connection ID required'),
  unknownId: textAnswer(404, 'No Connection with that ID'),
  alreadyActive: textAnswer(409, 'The connection is already active'),
  transportOff: textAnswer(404, 'This transport is not available on this hub'),
  otherTransport: textAnswer(400, 'Cannot change transports mid-connection'),
  sendOnWebSocket: textAnswer(405, 'POST requests are not allowed for WebSocket connections.', {
    Allow: 'GET',
  }),
  deleteNotPolling: textAnswer(400, 'Cannot terminate this connection using the DELETE endpoint.'),
  otherMethod: textAnswer(405, 'Only GET, POST and DELETE are allowed here.', { Allow: 'GET, POST, DELETE' }),
} as const;
