// The origins whose pages may use a hub. CORS does not protect WebSockets, so the Origin of an upgrade is
// checked here too. A request without Origin does not come from a page and is accepted; the access token is
// checked in any case.
import type { IncomingHttpHeaders } from 'node:http';

/** Origins like `https://floor.example.com`, or a function. By default only pages of the same host. */
export type OriginRule = readonly string[] | ((origin: string) => boolean);

export function isOriginAllowed(headers: IncomingHttpHeaders, rule: OriginRule | undefined): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if (typeof rule === 'function') return rule(origin);
  if (rule !== undefined) return rule.some((allowed) => normal(allowed) === normal(origin));
  if (!URL.canParse(origin) || headers.host === undefined) return false;
  const { protocol, host } = new URL(origin);
  // Either may name the port that its protocol has anyway.
  const ownOrigin = `${protocol}//${headers.host}`;
  return URL.canParse(ownOrigin) && new URL(ownOrigin).host === host;
}

/** An origin without the default port of its protocol; another text, such as `null`, in lower case. */
const normal = (origin: string): string =>
  URL.canParse(origin) && new URL(origin).origin !== 'null' ? new URL(origin).origin : origin.toLowerCase();

/** The CORS headers of a response. Clients send credentials, and then `*` is not allowed. */
export function corsHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  if (headers.origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': headers.origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  };
}

const clientHeaders = 'authorization, content-type, x-requested-with, x-signalr-user-agent';

/** The CORS headers of the response to an OPTIONS request. */
export function preflightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return {
    ...corsHeaders(headers),
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    // The page of an allowed origin may send its own headers (the client's `headers` option).
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? clientHeaders,
    'Access-Control-Max-Age': '600',
  };
}
