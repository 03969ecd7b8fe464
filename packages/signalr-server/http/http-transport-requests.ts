// The requests of server-sent events and long polling: event streams and polls (GET), sends (POST), and the
// end of a polling connection (DELETE). Each request is authenticated; then it opens a connection or is
// passed to its open transport.
import type { Clock } from '../clock.ts';
import type { HubRequest } from '../hub-request.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import type { TransportName } from '../transport.ts';
import type { HttpResponse } from '../transports/http-response.ts';
import type { HttpExchange, HttpTransport } from '../transports/http-transport.ts';
import { LongPollingTransport } from '../transports/long-polling-transport.ts';
import { ServerSentEventsTransport } from '../transports/server-sent-events-transport.ts';
import type { AdmissionControl } from './admission-control.ts';
import type { ConnectionTokens, UnusedToken } from './connection-tokens.ts';
import { EarlyPosts } from './early-posts.ts';
import type { AdmittedClient, Endpoint } from './endpoint.ts';
import { HttpRejection, httpRejections } from './http-rejection.ts';
import { readHubRequest, withoutSecrets } from './read-hub-request.ts';

interface HttpTransportRequestsOptions {
  readonly settings: HubSettings;
  readonly clock: Clock;
  readonly counters: Counters;
  readonly admission: AdmissionControl;
  readonly tokens: ConnectionTokens;
}

type Stage = 'connect' | 'poll' | 'send' | 'delete';

interface TransportRequest {
  readonly exchange: HttpExchange;
  readonly stage: Stage;
  readonly endpoint: Endpoint;
  readonly request: HubRequest;
}

export class HttpTransportRequests {
  readonly #options: HttpTransportRequestsOptions;
  /** The open transports, by connection id. */
  readonly #transports = new Map<string, HttpTransport>();
  /** The openings, by the id of a connection that has not opened yet. */
  readonly #early = new Map<string, EarlyPosts>();

  constructor(options: HttpTransportRequestsOptions) {
    this.#options = options;
  }

  /** Checks the time-outs of all transports. */
  tick(nowMs: number): void {
    for (const transport of this.#transports.values()) transport.tick(nowMs);
    const epochMs = this.#options.clock.epochMs();
    for (const [connectionId, posts] of this.#early) {
      if (posts.expiresAtMs > epochMs) continue;
      this.#early.delete(connectionId);
      posts.stop();
    }
  }

  /** Answers the request, immediately or when there is data. Throws HttpRejection. */
  async handle(exchange: HttpExchange, endpoint: Endpoint): Promise<void> {
    const { admission, tokens } = this.#options;
    const stage = stageOf(exchange);
    if (stage === null) throw new HttpRejection(httpRejections.otherMethod);
    const request = readHubRequest(exchange.request, stage);
    const transportRequest = { exchange, stage, endpoint, request };
    const claimedId = tokens.claimedId(request.query.get('id') ?? '');
    if (claimedId !== null && this.#transports.has(claimedId)) {
      this.#serve(transportRequest, await admission.admitExisting(request, endpoint));
    } else {
      await admission.admitNew(request, endpoint, (client) => this.#serveNew(transportRequest, client));
    }
  }

  async #serveNew(request: TransportRequest, client: AdmittedClient): Promise<{ hasOpened: boolean }> {
    const { stage, endpoint } = request;
    const { admission } = this.#options;
    const opens = stage === 'connect' || stage === 'poll';
    while (opens && admission.isOverConnectionLimit(endpoint, client))
      await admission.makeRoom(endpoint, client);
    return this.#serve(request, client);
  }

  #serve(transportRequest: TransportRequest, client: AdmittedClient): { hasOpened: boolean } {
    const { exchange, stage, endpoint, request } = transportRequest;
    const token = this.#options.admission.checkToken(request, endpoint, client);
    if (token === null) throw new HttpRejection(httpRejections.noId);
    if (token.state === 'invalid') throw new HttpRejection(httpRejections.unknownId);
    if (token.state === 'connected') {
      const rejection = rejectionForConnected(stage, token.transport, endpoint);
      if (rejection !== null) throw new HttpRejection(rejection);
      this.#passToTransport(exchange, stage, token.connectionId);
      return { hasOpened: false };
    }
    if (stage === 'delete') throw new HttpRejection(httpRejections.deleteNotPolling);
    // All requests of a connection must reach the same node. A connection cannot open here if another node
    // issued its token.
    if (!token.isOwn) throw new HttpRejection(httpRejections.unknownId);
    if (stage === 'send') {
      this.#addEarly(exchange, token);
      return { hasOpened: false };
    }
    return this.#open(transportRequest, client, token);
  }

  #passToTransport(exchange: HttpExchange, stage: Stage, connectionId: string): void {
    const transport = this.#transports.get(connectionId);
    if (stage === 'send') {
      transport?.post(exchange);
      return;
    }
    if (!(transport instanceof LongPollingTransport)) throw new HttpRejection(httpRejections.unknownId);
    if (stage === 'delete') transport.delete(exchange);
    else transport.poll(exchange);
  }

  #addEarly(exchange: HttpExchange, { connectionId, expiresAtMs }: UnusedToken): void {
    const { counters, settings } = this.#options;
    let posts = this.#early.get(connectionId);
    if (posts === undefined) {
      if (this.#early.size >= settings.maxPendingConnections) {
        counters.limitsExceeded.pendingConnections++;
        throw new HttpRejection(httpRejections.tooManyPending);
      }
      posts = new EarlyPosts({ maxBytes: settings.maxMessageBytes, counters, expiresAtMs });
      this.#early.set(connectionId, posts);
    }
    posts.add(exchange);
  }

  #open(
    { exchange, stage, endpoint, request }: TransportRequest,
    client: AdmittedClient,
    token: UnusedToken,
  ): { hasOpened: boolean } {
    const { tokens } = this.#options;
    const { connectionId } = token;
    if (!endpoint.transports.has(requestedTransport(stage))) {
      throw new HttpRejection(httpRejections.transportDisabled);
    }
    // The client disconnected while it was authenticated. Its token stays valid.
    if (exchange.response.destroyed) return { hasOpened: false };
    tokens.markUsed(token);
    const TransportClass = stage === 'connect' ? ServerSentEventsTransport : LongPollingTransport;
    const transport = new TransportClass(exchange, {
      ...this.#options,
      onClosed: () => this.#transports.delete(connectionId),
    });
    this.#transports.set(connectionId, transport);
    try {
      client.open({ transport, connectionId, request: withoutSecrets(request) });
    } catch (error) {
      this.#transports.delete(connectionId);
      throw error;
    }
    this.#early.get(connectionId)?.passTo((body) => transport.receive(body));
    this.#early.delete(connectionId);
    return { hasOpened: true };
  }
}

/**
 * Returns null for unsupported methods. A GET that accepts events opens an event stream; any other
 * GET is a poll.
 */
function stageOf({ request }: HttpExchange): Stage | null {
  if (request.method === 'POST') return 'send';
  if (request.method === 'DELETE') return 'delete';
  if (request.method !== 'GET') return null;
  return /(^|,)\s*text\/event-stream\b/i.test(request.headers.accept ?? '') ? 'connect' : 'poll';
}

/** The transport that a GET requests. */
function requestedTransport(stage: Stage): TransportName {
  return stage === 'connect' ? 'ServerSentEvents' : 'LongPolling';
}

/** The reason why an open connection cannot take the request; null if it can. */
function rejectionForConnected(
  stage: Stage,
  transport: TransportName,
  { transports }: Endpoint,
): HttpResponse | null {
  if (stage === 'send') return transport === 'WebSockets' ? httpRejections.sendOnWebSocket : null;
  if (stage === 'delete') return transport === 'LongPolling' ? null : httpRejections.deleteNotPolling;
  const requested = requestedTransport(stage);
  if (!transports.has(requested)) return httpRejections.transportDisabled;
  if (transport !== requested) return httpRejections.otherTransport;
  return requested === 'ServerSentEvents' ? httpRejections.alreadyActive : null;
}
