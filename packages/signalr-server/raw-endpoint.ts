// A raw endpoint: connections without a hub protocol, bytes in both directions over any transport, including
// negotiate. For your own protocols, and for tests of clients' transports.
import { type Authenticate, authenticateRequest } from './http/authentication.ts';
import type { AdmittedClient, Endpoint, OpenedTransport, TransferFormat } from './http/endpoint.ts';
import type { OriginRule } from './http/origin.ts';
import type { ConnectionRequest, HubRequest } from './hub-request.ts';
import type { Counters } from './metrics.ts';
import type { HubSettings } from './settings.ts';
import { type Transport, type TransportName, transportNames } from './transport.ts';

export interface RawConnection {
  readonly connectionId: string;
  readonly transport: TransportName;
  readonly request: ConnectionRequest;
  /**
   * Sends bytes, as text unless `isBinary`. Server-sent events can carry text only. If more than
   * `maxOrderedBytes` are buffered afterwards, because the client does not read, the connection is destroyed.
   */
  send(bytes: Buffer, options?: { readonly isBinary?: boolean }): void;
  /** Closes the connection after the bytes sent so far. */
  close(): void;
}

export interface RawListener {
  /** Bytes from the client, in order. */
  received(bytes: Buffer): void;
  /** The connection is closed; `error` is null after an orderly close. */
  closed?(error: Error | null): void;
}

export interface RawEndpointOptions<User extends { readonly userId: string } | null> {
  /** Authenticates a client. Without this function, every client is admitted and `user` is null. */
  readonly authenticate?: Authenticate<User>;
  /** The origins whose pages may connect. By default only pages of the same host. */
  readonly origins?: OriginRule;
  /** The accepted transports: all by default. */
  readonly transports?: readonly TransportName[];
  /** Called for each new connection; returns its listener. */
  readonly onConnected: (connection: RawConnection, user: User) => RawListener;
}

interface RawEndpointRuntime {
  readonly settings: HubSettings;
  readonly counters: Counters;
  readonly connectionClosed: () => void;
}

export class RawEndpoint<User extends { readonly userId: string } | null> implements Endpoint {
  readonly path: string;
  readonly origins: OriginRule | undefined;
  readonly isNegotiationOptional = true;
  readonly minimumNegotiateVersion = 0;
  readonly transports: ReadonlySet<TransportName>;
  readonly formats: ReadonlySet<TransferFormat> = new Set(['Text', 'Binary']);
  readonly #runtime: RawEndpointRuntime;
  readonly #options: RawEndpointOptions<User>;
  readonly #connections = new Map<string, { transport: Transport; userId: string | null }>();

  constructor(runtime: RawEndpointRuntime, path: string, options: RawEndpointOptions<User>) {
    this.#runtime = runtime;
    this.path = path;
    this.#options = options;
    this.origins = options.origins;
    this.transports = new Set(options.transports ?? transportNames);
  }

  async admit(request: HubRequest): Promise<AdmittedClient | null> {
    const admitted = await authenticateRequest(this.#options.authenticate, request);
    if (admitted === null) return null;
    const { user } = admitted;
    return {
      userId: user?.userId ?? null,
      redirect: async () => null,
      open: (opened) => this.#open(opened, user as User),
    };
  }

  transportOf(connectionId: string): TransportName | null {
    return this.#connections.get(connectionId)?.transport.name ?? null;
  }

  /** Closes nothing: the clients of a raw endpoint speak any protocol, so silence says nothing. */
  async closeSilent(): Promise<boolean> {
    return false;
  }

  connectionCountOf(userId: string): number {
    let count = 0;
    for (const connection of this.#connections.values()) if (connection.userId === userId) count++;
    return count;
  }

  closeAll(): void {
    for (const { transport } of this.#connections.values()) transport.close();
  }

  #open({ transport, connectionId, request }: OpenedTransport, user: User): void {
    const { counters, settings } = this.#runtime;
    const { onConnected } = this.#options;
    const listener = onConnected(
      {
        connectionId,
        transport: transport.name,
        request,
        send: (bytes, { isBinary = false } = {}) => {
          transport.send(bytes, isBinary);
          if (transport.bufferedBytes <= settings.maxOrderedBytes) return;
          counters.limitsExceeded.orderedBytes++;
          transport.destroy();
        },
        close: () => transport.close(),
      },
      user,
    );
    this.#connections.set(connectionId, { transport, userId: user?.userId ?? null });
    counters.connections++;
    counters.transports[transport.name]++;
    // There is no handshake to wait for.
    counters.pendingConnections--;
    transport.listen({
      received: (bytes) => listener.received(bytes),
      framesArrived: () => {},
      drained: () => {},
      frameTooLong: () => counters.limitsExceeded.frameBytes++,
      answeredProbe: () => {},
      closed: (error) => {
        this.#connections.delete(connectionId);
        counters.connections--;
        counters.transports[transport.name]--;
        counters.closes[error === null ? 'client' : 'connectionLost']++;
        listener.closed?.(error);
        this.#runtime.connectionClosed();
      },
    });
  }
}
