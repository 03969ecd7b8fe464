// The endpoint of a hub: authentication, transports, origins and redirects. It connects the HTTP side, which
// does not depend on contracts, with the hub, which does not depend on HTTP.
import { type Authenticate, authenticateRequest } from './http/authentication.ts';
import type { AdmittedClient, Endpoint, NegotiateRedirect, TransferFormat } from './http/endpoint.ts';
import type { OriginRule } from './http/origin.ts';
import type { HubContract } from './hub/contract.ts';
import type { HubHandlers, HubUser } from './hub/hub.ts';
import { TypedHub } from './hub/typed-hub.ts';
import type { HubRequest } from './hub-request.ts';
import type { HubRuntime } from './hub-runtime.ts';
import type { ProtocolName } from './protocol/hub-protocol.ts';
import { type TransportName, transportNames } from './transport.ts';

/** In an object literal, `authenticate` and `createItems` must precede `handlers`, for type inference. */
export interface HubOptions<C extends HubContract, User extends HubUser | null, Items> {
  /** Authenticates a client. Without this function, every client is admitted and `context.user` is null. */
  readonly authenticate?: Authenticate<User>;
  /** Creates `context.items`, once per connection. */
  readonly createItems?: () => Items;
  /** The origins whose pages may connect. By default only pages of the same host. */
  readonly origins?: OriginRule;
  /** The accepted transports: all by default. */
  readonly transports?: readonly TransportName[];
  /** The accepted protocols: both by default. */
  readonly protocols?: readonly ProtocolName[];
  /** True if a client may open a WebSocket without negotiate (`skipNegotiation`). The default is true. */
  readonly isNegotiationOptional?: boolean;
  /** Clients that negotiate with a lower version get an error. 0 by default. */
  readonly minimumNegotiateVersion?: 0 | 1;
  /** Redirects a client that negotiates to another server; null to stay here. */
  readonly redirect?: (request: HubRequest) => Promise<NegotiateRedirect | null> | NegotiateRedirect | null;
  readonly handlers: HubHandlers<C, User, Items>;
}

interface HubEndpointParameters<C extends HubContract, User extends HubUser | null, Items> {
  readonly path: string;
  readonly contract: C;
  readonly options: HubOptions<C, User, Items>;
}

/** A client has a second to answer before a new connection takes the place of its silent one. */
const probeWaits = 40;
const probeWaitMs = 25;

/** The constructor throws an Error when contract and handlers do not match. */
export class HubEndpoint<C extends HubContract, User extends HubUser | null, Items> implements Endpoint {
  readonly path: string;
  readonly hub: TypedHub<C, User, Items>;
  readonly origins: OriginRule | undefined;
  readonly isNegotiationOptional: boolean;
  readonly minimumNegotiateVersion: number;
  readonly transports: ReadonlySet<TransportName>;
  readonly formats: ReadonlySet<TransferFormat>;
  readonly #options: HubOptions<C, User, Items>;

  constructor(runtime: HubRuntime, { path, contract, options }: HubEndpointParameters<C, User, Items>) {
    const protocolNames = new Set<ProtocolName>(options.protocols ?? ['json', 'messagepack']);
    this.#options = options;
    this.path = path;
    this.origins = options.origins;
    this.isNegotiationOptional = options.isNegotiationOptional ?? true;
    this.minimumNegotiateVersion = options.minimumNegotiateVersion ?? 0;
    this.transports = new Set(options.transports ?? transportNames);
    this.formats = formatsOf(protocolNames);
    this.hub = new TypedHub(runtime, {
      path,
      contract,
      protocolNames,
      handlers: options.handlers,
      createItems: options.createItems,
    });
  }

  async admit(request: HubRequest): Promise<AdmittedClient | null> {
    const admitted = await authenticateRequest(this.#options.authenticate, request);
    if (admitted === null) return null;
    const { user } = admitted;
    return {
      userId: user?.userId ?? null,
      redirect: async () => (await this.#options.redirect?.(request)) ?? null,
      open: (opened) => this.hub.open(user as User, opened),
    };
  }

  transportOf(connectionId: string): TransportName | null {
    return this.hub.router.registry.connection(connectionId)?.transport.name ?? null;
  }

  async closeSilent(userId: string): Promise<boolean> {
    const probed = [...this.hub.router.registry.user(userId)].filter(({ transport }) => transport.probe());
    const askedAtMs = performance.now();
    /** The connections that have not answered, the longest silent first. */
    const silent = () => {
      const sinceMs = performance.now() - askedAtMs;
      return probed
        .filter((connection) => connection.isReachable && connection.silentMs > sinceMs)
        .sort((a, b) => b.silentMs - a.silentMs);
    };
    for (let waits = 0; waits < probeWaits && silent().length > 0; waits += 1)
      await new Promise((resolve) => setTimeout(resolve, probeWaitMs));
    const [oldest] = silent();
    oldest?.close({ error: 'A newer connection has taken the place of this one.', allowReconnect: true });
    return oldest !== undefined;
  }

  connectionCountOf(userId: string): number {
    return this.hub.router.registry.user(userId).size;
  }
}

function formatsOf(protocols: ReadonlySet<ProtocolName>): ReadonlySet<TransferFormat> {
  const formats = new Set<TransferFormat>();
  if (protocols.has('json')) formats.add('Text');
  if (protocols.has('messagepack')) formats.add('Binary');
  return formats;
}
