// The HTTP endpoints of all hubs: takes the requests and upgrades to their paths and passes each on to
// negotiate, to the WebSocket upgrade, or to the other transports. Rejects pages of foreign origins.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { DenialListener, DenialReason } from '../denial.ts';
import { HubError, TooManyRequestsError } from '../errors.ts';
import type { HubLogger } from '../logger.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import {
  type HttpResponse,
  jsonResponse,
  textResponse,
  writeResponseToSocket,
} from '../transports/http-response.ts';
import { type HttpExchange, respond } from '../transports/http-transport.ts';
import { AdmissionControl } from './admission-control.ts';
import type { ConnectionTokens } from './connection-tokens.ts';
import type { Endpoint } from './endpoint.ts';
import { HttpRejection, httpRejections } from './http-rejection.ts';
import { HttpTransportRequests } from './http-transport-requests.ts';
import { negotiate } from './negotiate.ts';
import { corsHeaders, isOriginAllowed, preflightHeaders } from './origin.ts';
import { readHubRequest, splitTarget } from './read-hub-request.ts';
import { type UpgradeRequest, WebSocketUpgrades } from './web-socket-upgrades.ts';

const negotiateSuffix = '/negotiate';

interface HttpEndpointsOptions {
  readonly settings: HubSettings;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly log: HubLogger;
  readonly denied: DenialListener;
  readonly tokens: ConnectionTokens;
  /** Added to every response. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The endpoint at a path in lower case; null if there is none. */
  readonly endpointAt: (path: string) => Endpoint | null;
}

interface Route {
  readonly endpoint: Endpoint;
  readonly isNegotiate: boolean;
}

export class HttpEndpoints {
  readonly #options: HttpEndpointsOptions;
  readonly #admission: AdmissionControl;
  readonly #webSockets: WebSocketUpgrades;
  readonly #httpTransports: HttpTransportRequests;

  constructor(options: HttpEndpointsOptions) {
    this.#options = options;
    const { settings, clock, counters, tokens, responseHeaders } = options;
    const admission = new AdmissionControl({ settings, counters, tokens });
    this.#admission = admission;
    this.#webSockets = new WebSocketUpgrades({ settings, clock, admission, tokens, responseHeaders });
    this.#httpTransports = new HttpTransportRequests({ settings, clock, counters, admission, tokens });
  }

  /** Admits no new connections from now on. Requests of open connections are still served. */
  close(): void {
    this.#admission.close();
  }

  /** Checks the time-outs of event streams and polls. */
  tick(nowMs: number): void {
    this.#httpTransports.tick(nowMs);
  }

  /** Answers the request if it is for an endpoint, otherwise returns false. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const route = this.#routeOf(request);
    if (route === null) return false;
    for (const [name, value] of Object.entries(this.#options.responseHeaders))
      response.setHeader(name, value);
    void this.#respond({ request, response, headers: {} }, route);
    return true;
  }

  /** Takes over the socket if the upgrade is for an endpoint, otherwise returns false. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const route = this.#routeOf(request);
    if (route === null) return false;
    // The client can disconnect at any time, and without a listener the error would be thrown.
    socket.on('error', () => socket.destroy());
    void this.#upgrade({ request, socket, head }, route).catch((error) =>
      writeResponseToSocket(
        socket,
        this.#errorResponse(error, route, request),
        this.#options.responseHeaders,
      ),
    );
    return true;
  }

  #routeOf(request: IncomingMessage): Route | null {
    const path = splitTarget(request.url ?? '/').path.toLowerCase();
    const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
    const endpoint = this.#options.endpointAt(trimmed);
    if (endpoint !== null) return { endpoint, isNegotiate: false };
    if (!trimmed.endsWith(negotiateSuffix)) return null;
    const negotiated = this.#options.endpointAt(trimmed.slice(0, -negotiateSuffix.length));
    return negotiated === null ? null : { endpoint: negotiated, isNegotiate: true };
  }

  async #respond(received: HttpExchange, route: Route): Promise<void> {
    let exchange = received;
    try {
      const { headers } = received.request;
      this.#requireOrigin(headers, route.endpoint);
      exchange = { ...received, headers: corsHeaders(headers) };
      await this.#handle(exchange, route);
    } catch (error) {
      respond(exchange, this.#errorResponse(error, route, received.request));
    }
  }

  async #handle(exchange: HttpExchange, { endpoint, isNegotiate }: Route): Promise<void> {
    const { request } = exchange;
    if (request.method === 'OPTIONS') {
      respond(exchange, { status: 204, headers: preflightHeaders(request.headers) });
    } else if (isNegotiate) {
      respond(exchange, await this.#negotiate(request, endpoint));
    } else {
      await this.#httpTransports.handle(exchange, endpoint);
    }
  }

  async #negotiate(request: IncomingMessage, endpoint: Endpoint): Promise<HttpResponse> {
    if (request.method !== 'POST') throw new HttpRejection(httpRejections.negotiateMethod);
    const { tokens } = this.#options;
    const hubRequest = readHubRequest(request, 'negotiate');
    const { response } = await this.#admission.admitNew(hubRequest, endpoint, async (client) => {
      try {
        while (this.#admission.isOverConnectionLimit(endpoint, client))
          await this.#admission.makeRoom(endpoint, client);
      } catch (error) {
        if (!(error instanceof HttpRejection)) throw error;
        this.#denied('tooManyConnections', endpoint, request, client.userId);
        // A browser hides the reason of a rejected upgrade. An error of negotiate reaches `start()`.
        return { hasOpened: false, response: jsonResponse({ error: error.message }) };
      }
      return { hasOpened: false, response: await negotiate(hubRequest, { endpoint, client, tokens }) };
    });
    return response;
  }

  async #upgrade(upgrade: UpgradeRequest, { endpoint, isNegotiate }: Route): Promise<void> {
    if (isNegotiate) throw new HttpRejection(httpRejections.noSuchPath);
    this.#requireOrigin(upgrade.request.headers, endpoint);
    await this.#webSockets.handle(upgrade, endpoint);
  }

  #requireOrigin(headers: IncomingHttpHeaders, { path, origins }: Endpoint): void {
    if (isOriginAllowed(headers, origins)) return;
    const [origin, host] = [headers.origin, headers.host].map((text = 'nowhere') => text.slice(0, 200));
    const message = `A page of ${origin} was rejected, because the request is for ${host}.`;
    this.#options.log({ level: 'warn', message, hub: path });
    throw new HttpRejection(httpRejections.origin);
  }

  #errorResponse(error: unknown, { endpoint }: Route, request: IncomingMessage): HttpResponse {
    const reason = denialOf(error);
    const userId = error instanceof HttpRejection ? error.userId : null;
    if (reason !== null) this.#denied(reason, endpoint, request, userId);
    if (error instanceof HttpRejection) return error.response;
    if (error instanceof TooManyRequestsError)
      return textResponse(429, error.message, { 'Retry-After': String(error.retryAfterSeconds) });
    if (error instanceof HubError) return textResponse(403, error.message);
    this.#options.log({ level: 'error', message: 'A request failed.', hub: endpoint.path, error });
    return httpRejections.serverFault;
  }

  #denied(reason: DenialReason, { path }: Endpoint, request: IncomingMessage, userId: string | null): void {
    const { authorization: _secret, ...headers } = request.headers;
    const remoteAddress = request.socket.remoteAddress ?? null;
    this.#options.denied({ hub: path, reason, userId, method: null, remoteAddress, headers });
  }
}

const denialOfStatus: Readonly<Record<number, DenialReason>> = {
  401: 'notSignedIn',
  403: 'notAllowed',
  429: 'tooManyConnections',
};

/**
 * Returns the reason of a denial. Faults of the server, and requests of connections that have
 * ended, are not denials: for them it returns null.
 */
function denialOf(error: unknown): DenialReason | null {
  if (error instanceof HttpRejection) {
    return error.response === httpRejections.tooManyPending
      ? 'tooManyConnections'
      : (denialOfStatus[error.response.status] ?? null);
  }
  if (error instanceof TooManyRequestsError) return 'tooManyRequests';
  return error instanceof HubError ? 'notAllowed' : null;
}
