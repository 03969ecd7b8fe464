// A hub at its path: who may come in, by which transports, and from which pages. It stands between the HTTP side, which
// knows nothing of contracts, and the hub, which knows nothing of HTTP.
import type { BackplaneLink } from './backplane/backplane.ts';
import type { HubContract } from './hub/contract.ts';
import type { HubHandlers, HubUser } from './hub/hub.ts';
import type { HubRequest } from './hub/hub-request.ts';
import type { HubRuntime } from './hub/runtime.ts';
import { type TransportName, transportNames } from './hub/transport.ts';
import { TypedHub } from './hub/typed-hub.ts';
import type { ProtocolName } from './protocol/hub-protocol.ts';
import { type Authenticate, authenticated } from './transports/authentication.ts';
import type { Admission, Endpoint, NegotiateRedirect, TransferFormat } from './transports/endpoint.ts';
import type { OriginRule } from './transports/origin.ts';

/** `authenticate` and `state` come before `hub` in the literal: the types of its contexts follow from them. */
export interface HubOptions<C extends HubContract, User extends HubUser | null, State> {
  /** Says who is asking; see there. Without this function everybody may come in. */
  readonly authenticate?: Authenticate<User>;
  /** Makes what `context.items` holds, once for each connection. */
  readonly state?: () => State;
  /** Pages that may connect; without it only those of the same host. */
  readonly origins?: OriginRule;
  /** Those that clients may use; all by default. */
  readonly transports?: readonly TransportName[];
  /** What the hub speaks; both by default. */
  readonly protocols?: readonly ProtocolName[];
  /** Whether a client may open a WebSocket without negotiate (`skipNegotiation`); true by default. */
  readonly isNegotiationOptional?: boolean;
  /** Clients that negotiate below this version are told that it is not supported; 0 by default. */
  readonly minimumNegotiateVersion?: 0 | 1;
  /** Sends a client that negotiates to another server. */
  readonly redirect?: (request: HubRequest) => Promise<NegotiateRedirect | null> | NegotiateRedirect | null;
  readonly hub: HubHandlers<C, User, State>;
}

/** Throws an Error when the contract and the code do not fit. */
export class HubEndpoint<C extends HubContract, User extends HubUser | null, State> implements Endpoint {
  readonly path: string;
  readonly hub: TypedHub<C, User, State>;
  readonly origins: OriginRule | undefined;
  readonly isNegotiationOptional: boolean;
  readonly minimumNegotiateVersion: number;
  readonly transports: ReadonlySet<TransportName>;
  readonly formats: ReadonlySet<TransferFormat>;
  readonly #options: HubOptions<C, User, State>;

  constructor(
    runtime: HubRuntime,
    parts: { path: string; contract: C; link: BackplaneLink | null; options: HubOptions<C, User, State> },
  ) {
    const { path, contract, link, options } = parts;
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
      link,
      protocolNames,
      code: options.hub,
      makeState: options.state,
    });
  }

  async admit(request: HubRequest): Promise<Admission | null> {
    const { authenticate } = this.#options;
    const user = authenticate === undefined ? null : await authenticated(authenticate, request);
    if (user === null && authenticate !== undefined) return null;
    return {
      userId: user?.userId ?? null,
      redirect: async () => (await this.#options.redirect?.(request)) ?? null,
      open: (line) => this.hub.open(user as User, line),
    };
  }

  transportOf(connectionId: string): TransportName | null {
    return this.hub.router.registry.line(connectionId)?.transport.name ?? null;
  }

  connectionCountOf(userId: string): number {
    return this.hub.router.registry.user(userId).size;
  }
}

/** JSON goes as text, MessagePack as binary. */
function formatsOf(protocols: ReadonlySet<ProtocolName>): ReadonlySet<TransferFormat> {
  const formats = new Set<TransferFormat>();
  if (protocols.has('json')) formats.add('Text');
  if (protocols.has('messagepack')) formats.add('Binary');
  return formats;
}
