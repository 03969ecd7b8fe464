// The rejections of the HTTP side, with their status codes. Texts follow .NET servers where those have one;
// clients show them.
import { connectionNotFound, type HttpResponse, textResponse } from '../transports/http-response.ts';

/** Thrown to reject a request; carries the response. */
export class HttpRejection extends Error {
  readonly response: HttpResponse;
  /** The user whose request it was, if known. */
  readonly userId: string | null;

  constructor(response: HttpResponse, userId: string | null = null) {
    super(response.body ?? `Status ${response.status}`);
    this.response = response;
    this.userId = userId;
  }
}

export const httpRejections = {
  /** Empty, so that the client builds its error text from the reason phrase alone. */
  unauthorized: { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
  closing: textResponse(503, 'The server is closing. Try again.', { 'Retry-After': '1' }),
  tooManyPending: textResponse(503, 'Too many connections are being opened. Try again.', {
    'Retry-After': '1',
  }),
  origin: textResponse(403, 'Pages of this origin may not use this hub.'),
  serverFault: textResponse(500, 'The server could not handle the request.'),
  negotiateMethod: textResponse(405, 'Negotiate requires POST.', { Allow: 'POST' }),
  noSuchPath: textResponse(404, 'There is no hub at this address.'),
  noId: textResponse(400, 'Connection ID required'),
  unknownId: connectionNotFound,
  alreadyActive: textResponse(409, 'The connection is already active'),
  transportDisabled: textResponse(404, 'This transport is not available on this hub'),
  otherTransport: textResponse(400, 'Cannot change transports mid-connection'),
  sendOnWebSocket: textResponse(405, 'POST requests are not allowed for WebSocket connections.', {
    Allow: 'GET',
  }),
  deleteNotPolling: textResponse(400, 'Cannot terminate this connection using the DELETE endpoint.'),
  otherMethod: textResponse(405, 'Only GET, POST and DELETE are allowed here.', {
    Allow: 'GET, POST, DELETE',
  }),
} as const satisfies Readonly<Record<string, HttpResponse>>;

/** For an upgrade that does not follow the WebSocket protocol. */
export function badUpgrade(message: string): HttpResponse {
  return textResponse(400, message, { 'Sec-WebSocket-Version': '13' });
}

/** The text for a user who has too many open connections. */
export function tooManyConnectionsText(limit: number): string {
  return `You have ${limit} open connections, which is the limit per user. Close some and try again.`;
}
