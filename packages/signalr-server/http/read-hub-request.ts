// Converts a Node request to a HubRequest, and removes its secrets for the context of a connection.
import type { IncomingMessage } from 'node:http';
import { type ConnectionRequest, HubQuery, type HubRequest } from '../hub-request.ts';

export function splitTarget(target: string): { path: string; queryText: string } {
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, queryText: '' }
    : { path: target.slice(0, mark), queryText: target.slice(mark + 1) };
}

export function readHubRequest(request: IncomingMessage, stage: HubRequest['stage']): HubRequest {
  const { path, queryText } = splitTarget(request.url ?? '/');
  const query = HubQuery.parse(queryText);
  return {
    stage,
    token: bearerToken(request.headers.authorization) ?? query.get('access_token'),
    path,
    query,
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress ?? null,
    socket: request.socket,
  };
}

export function withoutSecrets(request: HubRequest): ConnectionRequest {
  const { authorization: _secret, ...headers } = request.headers;
  return {
    path: request.path,
    query: request.query.without(['access_token', 'id']),
    headers,
    remoteAddress: request.remoteAddress,
  };
}

function bearerToken(header: string | undefined): string | null {
  const match = header === undefined ? null : /^Bearer +(\S+) *$/i.exec(header);
  return match?.[1] ?? null;
}
