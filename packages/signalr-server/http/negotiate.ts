// Negotiate: a POST that gives the client its connection id, its connection token, and the transports in
// order of preference. In version 0 the id is also the token; in version 1 they are separate.
import type { HubRequest } from '../hub-request.ts';
import { type TransportName, transportNames } from '../transport.ts';
import { type HttpResponse, jsonResponse } from '../transports/http-response.ts';
import type { ConnectionTokens } from './connection-tokens.ts';
import type { AdmittedClient, Endpoint, TransferFormat } from './endpoint.ts';

const newestVersion = 1;

interface AvailableTransport {
  readonly transport: TransportName;
  readonly transferFormats: readonly TransferFormat[];
}

const formatsOf: Readonly<Record<TransportName, readonly TransferFormat[]>> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
};

/** The endpoint's transports, each with the formats that both support. A transport without any is omitted. */
function availableTransports({ transports, formats }: Endpoint): readonly AvailableTransport[] {
  return transportNames
    .filter((transport) => transports.has(transport))
    .map((transport) => ({
      transport,
      transferFormats: formatsOf[transport].filter((format) => formats.has(format)),
    }))
    .filter(({ transferFormats }) => transferFormats.length > 0);
}

/** The version to answer with, or the error text for the client. Without a parameter the version is 0. */
function negotiateVersion(requested: string | null, minimum: number): number | string {
  const text = requested ?? '0';
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
  { endpoint, client, tokens }: { endpoint: Endpoint; client: AdmittedClient; tokens: ConnectionTokens },
): Promise<HttpResponse> {
  const version = negotiateVersion(request.query.get('negotiateVersion'), endpoint.minimumNegotiateVersion);
  if (typeof version === 'string') return jsonResponse({ error: version });

  const redirect = await client.redirect();
  if (redirect !== null) return jsonResponse(redirect);

  const { connectionId, token } = tokens.issue({ path: endpoint.path, userId: client.userId }, version);
  return jsonResponse({
    negotiateVersion: version,
    connectionId,
    ...(version === 0 ? null : { connectionToken: token }),
    availableTransports: availableTransports(endpoint),
  });
}
