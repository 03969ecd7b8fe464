// The negotiate step: a POST that gives the client its connection id, the token for it, and the transports to try, in
// order of preference. Versions: 0 (the id is the secret) and 1 (id and secret apart).
import { type Answer, jsonAnswer } from './answer.ts';
import type { Admission, Endpoint } from './endpoint.ts';
import type { HubRequest } from './hub-request.ts';
import type { NegotiatedIds } from './negotiated-ids.ts';

const newestVersion = 1;

export interface AvailableTransport {
  readonly transport: 'WebSockets' | 'ServerSentEvents' | 'LongPolling';
  readonly transferFormats: readonly ('Text' | 'Binary')[];
}

export const availableTransports: readonly AvailableTransport[] = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
];

/** The version to answer with, or the error text for the client. Without a parameter it is 0. */
export function negotiateVersion(asked: string | null, minimum: number): number | string {
  const text = asked ?? '0';
  const version = /^-?\d{1,9}$/.test(text) ? Number(text) : null;
  if (version === null) {
    return `The client requested an invalid protocol version '${text.slice(0, 50)}'`;
  }
  if (version < minimum) {
    return `The client requested version '${version}', but the server does not support this version.`;
  }
  return Math.min(version, newestVersion);
}

export async function negotiate(
  request: HubRequest,
  { endpoint, admission, ids }: { endpoint: Endpoint; admission: Admission; ids: NegotiatedIds },
): Promise<Answer> {
  const version = negotiateVersion(request.query.get('negotiateVersion'), endpoint.minimumNegotiateVersion);
  if (typeof version === 'string') return jsonAnswer({ error: version });

  const redirect = await admission.redirect();
  if (redirect !== null) return jsonAnswer(redirect);

  const { connectionId, token } = ids.issue({ path: endpoint.path, userId: admission.userId }, version);
  return jsonAnswer({
    negotiateVersion: version,
    connectionId,
    ...(version === 0 ? null : { connectionToken: token }),
    availableTransports,
  });
}
