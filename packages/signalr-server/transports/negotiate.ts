// The negotiate step: a POST that gives the client its connection id, the token for it, and the transports to try, in
// order of preference. Versions: 0 (the id is the secret) and 1 (id and secret apart).

import type { HubRequest } from '../hub/hub-request.ts';
import { type TransportName, transportNames } from '../hub/transport.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import type { Admission, Endpoint, TransferFormat } from './endpoint.ts';
import type { NegotiatedIds } from './negotiated-ids.ts';

const newestVersion = 1;

export interface AvailableTransport {
  readonly transport: TransportName;
  readonly transferFormats: readonly TransferFormat[];
}

/** What each transport can carry; a WebSocket and a poll carry bytes of any kind. */
const formatsOf: Readonly<Record<TransportName, readonly TransferFormat[]>> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
};

/** The endpoint's transports, each with the formats that both can do; one without any is left out. */
export function availableTransports({
  transports,
  formats,
}: Pick<Endpoint, 'transports' | 'formats'>): readonly AvailableTransport[] {
  return transportNames
    .filter((transport) => transports.has(transport))
    .map((transport) => ({
      transport,
      transferFormats: formatsOf[transport].filter((format) => formats.has(format)),
    }))
    .filter(({ transferFormats }) => transferFormats.length > 0);
}

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
    availableTransports: availableTransports(endpoint),
  });
}
