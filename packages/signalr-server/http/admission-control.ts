// Admission control: admits a request or throws an HttpRejection. Checks, in this order: is the server open,
// are fewer than `maxPendingConnections` pending, is the client authenticated. The connection token and the
// limit per user are checked by the caller. Requests of open connections are authenticated as well.
import type { HubRequest } from '../hub-request.ts';
import type { Counters } from '../metrics.ts';
import type { HubSettings } from '../settings.ts';
import { textResponse } from '../transports/http-response.ts';
import type { ConnectionTokens, TokenState } from './connection-tokens.ts';
import type { AdmittedClient, Endpoint } from './endpoint.ts';
import { HttpRejection, httpRejections, tooManyConnectionsText } from './http-rejection.ts';

interface AdmissionControlOptions {
  readonly settings: HubSettings;
  readonly counters: Counters;
  readonly tokens: ConnectionTokens;
}

export class AdmissionControl {
  readonly #options: AdmissionControlOptions;
  #isClosed = false;

  constructor(options: AdmissionControlOptions) {
    this.#options = options;
  }

  /** Admits no new connections from now on. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * Admits a new client and returns the result of `use`. The client counts as pending until then. If `use` has
   * opened a connection, it stays pending; the connection decrements the counter after its handshake. Throws
   * HttpRejection.
   */
  async admitNew<Result extends { readonly hasOpened: boolean }>(
    request: HubRequest,
    endpoint: Endpoint,
    use: (client: AdmittedClient) => Result | Promise<Result>,
  ): Promise<Result> {
    this.#addPending();
    let hasOpened = false;
    try {
      const client = await admit(request, endpoint);
      if (this.#isClosed) throw new HttpRejection(httpRejections.closing);
      const result = await use(client);
      hasOpened = result.hasOpened;
      return result;
    } finally {
      if (!hasOpened) this.#options.counters.pendingConnections--;
    }
  }

  /** Admits a request of an open connection, even while the server is closing. Throws HttpRejection. */
  admitExisting(request: HubRequest, endpoint: Endpoint): Promise<AdmittedClient> {
    return admit(request, endpoint);
  }

  /** The state of the request's connection token; null if it has none. */
  checkToken(request: HubRequest, endpoint: Endpoint, client: AdmittedClient): TokenState | null {
    const id = request.query.get('id');
    if (id === null || id === '') return null;
    const scope = { path: endpoint.path, userId: client.userId };
    return this.#options.tokens.check(id, scope, (connectionId) => endpoint.transportOf(connectionId));
  }

  /** True if the user has `connectionsPerUser` open connections. */
  isOverConnectionLimit(endpoint: Endpoint, { userId }: AdmittedClient): boolean {
    return userId !== null && endpoint.connectionCountOf(userId) >= this.#options.settings.connectionsPerUser;
  }

  /**
   * Closes the user's connection that has been silent for longest, so that a user whose lines were lost need not wait until the server
   * has noticed. Throws HttpRejection when all of them answer. The caller checks again, because others may have taken the place.
   */
  async makeRoom(endpoint: Endpoint, { userId }: AdmittedClient): Promise<void> {
    if (userId !== null && (await endpoint.closeSilent(userId))) return;
    const { counters, settings } = this.#options;
    counters.limitsExceeded.connectionsPerUser++;
    const text = tooManyConnectionsText(settings.connectionsPerUser);
    throw new HttpRejection(textResponse(429, text, { 'Retry-After': '30' }), userId);
  }

  #addPending(): void {
    if (this.#isClosed) throw new HttpRejection(httpRejections.closing);
    const { counters, settings } = this.#options;
    if (counters.pendingConnections >= settings.maxPendingConnections) {
      counters.limitsExceeded.pendingConnections++;
      throw new HttpRejection(httpRejections.tooManyPending);
    }
    counters.pendingConnections++;
  }
}

async function admit(request: HubRequest, endpoint: Endpoint): Promise<AdmittedClient> {
  const client = await endpoint.admit(request);
  if (client === null) throw new HttpRejection(httpRejections.unauthorized);
  return client;
}
