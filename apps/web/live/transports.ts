// The transports of a hub connection (HUB-1): WebSockets with MessagePack; where they are blocked, server-sent events with
// JSON if the settings of the server say so, and long polling with MessagePack.
import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IRetryPolicy,
  JsonHubProtocol,
  type LogLevel,
} from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { type ConnectionComponent, type FallbackTransport, marketHubPath } from '@openpit/wire';

/** HUB-4: after this time without a message the server counts as lost. */
export const serverTimeoutMs = 30_000;
/** HUB-4: how often this side sends a heartbeat. */
export const keepAliveMs = 15_000;

/**
 * A WebSocket's negotiation is given up after this time: after a network was lost, browsers may send it over a connection that no
 * longer exists. Polls keep the library's 100 s (HUB-4).
 */
export const negotiationTimeoutMs = 10_000;

export type HubTransport = 'WebSockets' | FallbackTransport;

/** One way to connect: a transport, and the address to which it connects. */
export interface HubRoute {
  readonly transport: HubTransport;
  readonly url: string;
}

/** The routes of a connection in the order in which they are tried. */
export type HubRoutes = readonly [HubRoute, ...HubRoute[]];

/**
 * `component`: the screen that the connection is for; undefined for the market connection. `fallbackComponent`: the same
 * where WebSockets are blocked; undefined for a connection that uses WebSockets only, because a browser has few HTTP
 * connections to a server (HUB-8). `fallbackTransport`: the first transport that is tried then.
 */
export function hubRoutes({
  component,
  fallbackComponent,
  fallbackTransport,
}: {
  readonly component: ConnectionComponent | undefined;
  readonly fallbackComponent: ConnectionComponent | undefined;
  readonly fallbackTransport: FallbackTransport;
}): HubRoutes {
  const first: HubRoute = { transport: 'WebSockets', url: hubUrl(component) };
  if (fallbackComponent === undefined) return [first];
  const url = hubUrl(fallbackComponent);
  const polls: HubRoute = { transport: 'LongPolling', url };
  return fallbackTransport === 'LongPolling'
    ? [first, polls]
    : [first, { transport: fallbackTransport, url }, polls];
}

export function buildConnection(
  { transport, url }: HubRoute,
  {
    token,
    policy,
    logLevel,
  }: { readonly token: () => string; readonly policy: IRetryPolicy; readonly logLevel: LogLevel },
): HubConnection {
  return (
    new HubConnectionBuilder()
      .withUrl(url, {
        accessTokenFactory: token,
        transport: HttpTransportType[transport],
        ...(transport === 'WebSockets' && { timeout: negotiationTimeoutMs }),
      })
      // Server-sent events carry text only.
      .withHubProtocol(
        transport === 'ServerSentEvents' ? new JsonHubProtocol() : new MessagePackHubProtocol(),
      )
      .withServerTimeout(serverTimeoutMs)
      .withKeepAliveInterval(keepAliveMs)
      .withAutomaticReconnect(policy)
      .configureLogging(logLevel)
      .build()
  );
}

/**
 * True when the hub has answered, but the transport cannot be used: it is blocked on the way, or the browser or the hub
 * does not have it. The client library gives only this error a list of inner errors.
 */
export function isTransportFailure(error: unknown): boolean {
  return error instanceof Error && 'innerErrors' in error;
}

/** True when the server does not accept the token: trying again with it is pointless. */
export function isTokenRejected(error: unknown): boolean {
  return error instanceof Error && /Status code '401'/.test(error.message);
}

function hubUrl(component: ConnectionComponent | undefined): string {
  return component === undefined ? marketHubPath : `${marketHubPath}?component=${component}`;
}
