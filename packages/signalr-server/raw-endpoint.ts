// A path for raw connections: bytes both ways over any transport, negotiate included, and no hub protocol on top. For
// protocols of one's own, and for tests of clients' transports.

import type { ConnectionRequest, HubRequest } from './hub/hub-request.ts';
import { type Transport, type TransportName, transportNames } from './hub/transport.ts';
import type { Counters } from './metrics.ts';
import type { HubSettings } from './settings.ts';
import { type Authenticate, authenticated } from './transports/authentication.ts';
import type { Admission, Endpoint, OpenLine, TransferFormat } from './transports/endpoint.ts';
import type { OriginRule } from './transports/origin.ts';

export interface RawConnection {
  readonly connectionId: string;
  readonly transport: TransportName;
  readonly request: ConnectionRequest;
  /** Over server-sent events only text can be sent; a client that takes nothing of it is hung up on. */
  send(bytes: Buffer, options?: { readonly isBinary?: boolean }): void;
  close(): void;
}

export interface RawListener {
  /** Bytes of the client, in order. */
  received(bytes: Buffer): void;
  /** The line is gone; `error` when it did not end in an orderly way. */
  closed?(error: Error | null): void;
}

export interface RawEndpointOptions<User extends { readonly userId: string } | null> {
  readonly authenticate?: Authenticate<User>;
  readonly origins?: OriginRule;
  readonly transports?: readonly TransportName[];
  readonly connected: (connection: RawConnection, user: User) => RawListener;
}

export class RawEndpoint<User extends { readonly userId: string } | null> implements Endpoint {
  readonly path: string;
  readonly origins: OriginRule | undefined;
  readonly isNegotiationOptional = true;
  readonly minimumNegotiateVersion = 0;
  readonly transports: ReadonlySet<TransportName>;
  readonly formats: ReadonlySet<TransferFormat> = new Set(['Text', 'Binary']);
  readonly #runtime: { settings: HubSettings; counters: Counters; lineGone: () => void };
  readonly #options: RawEndpointOptions<User>;
  readonly #lines = new Map<string, { transport: Transport; userId: string | null }>();

  constructor(
    runtime: { settings: HubSettings; counters: Counters; lineGone: () => void },
    path: string,
    options: RawEndpointOptions<User>,
  ) {
    this.#runtime = runtime;
    this.path = path;
    this.#options = options;
    this.origins = options.origins;
    this.transports = new Set(options.transports ?? transportNames);
  }

  async admit(request: HubRequest): Promise<Admission | null> {
    const { authenticate } = this.#options;
    const user = authenticate === undefined ? null : await authenticated(authenticate, request);
    if (user === null && authenticate !== undefined) return null;
    return {
      userId: user?.userId ?? null,
      redirect: async () => null,
      open: (line) => this.#open(line, user as User),
    };
  }

  transportOf(connectionId: string): TransportName | null {
    return this.#lines.get(connectionId)?.transport.name ?? null;
  }

  connectionCountOf(userId: string): number {
    let count = 0;
    for (const line of this.#lines.values()) if (line.userId === userId) count++;
    return count;
  }

  closeAll(): void {
    for (const { transport } of this.#lines.values()) transport.close();
  }

  #open({ transport, connectionId, request }: OpenLine, user: User): void {
    const { counters, settings } = this.#runtime;
    const { connected } = this.#options;
    const listener = connected(
      {
        connectionId,
        transport: transport.name,
        request,
        send: (bytes, { isBinary = false } = {}) => {
          transport.send(bytes, isBinary);
          if (transport.bufferedBytes <= settings.maxOrderedBytes) return;
          counters.breaches.orderedBytes++;
          transport.destroy();
        },
        close: () => transport.close(),
      },
      user,
    );
    this.#lines.set(connectionId, { transport, userId: user?.userId ?? null });
    counters.connections++;
    counters.transports[transport.name]++;
    // There is no handshake to wait for.
    counters.pendingConnections--;
    transport.listen({
      received: (bytes) => listener.received(bytes),
      drained: () => {},
      frameTooLong: () => counters.breaches.frameBytes++,
      closed: (error) => {
        this.#lines.delete(connectionId);
        counters.connections--;
        counters.transports[transport.name]--;
        counters.closes[error === null ? 'client' : 'connectionLost']++;
        listener.closed?.(error);
        this.#runtime.lineGone();
      },
    });
  }
}
