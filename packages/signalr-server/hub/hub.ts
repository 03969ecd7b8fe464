// A hub: a path, a contract, who may come in, and the code that answers calls. Here the application's types meet the
// untyped connections; everything below works with plain values.
import type { BackplaneLink } from '../backplane/backplane.ts';
import { withoutSecret } from '../logger.ts';
import type { Admission, Endpoint, NegotiateRedirect, OpenLine } from '../transports/endpoint.ts';
import { type HubRequest, withoutSecrets } from '../transports/hub-request.ts';
import type { OriginRule } from '../transports/origin.ts';
import { ConnectionContext, type HubContext } from './context.ts';
import type { EventArgs, EventName, HubContract, MethodArgs, MethodHandler, MethodName } from './contract.ts';
import type { HubMethod } from './dispatcher.ts';
import { type ConnectionOwner, HubConnection } from './hub-connection.ts';
import { HubError } from './hub-error.ts';
import { HubMessage } from './hub-message.ts';
import { Router } from './router.ts';
import type { HubRuntime } from './runtime.ts';
import { AudienceSender, type ClosableSender, type GroupSender, type Sender } from './senders.ts';

/** Who a client is; the application adds what it wants to know. */
export interface HubUser {
  readonly userId: string;
  /** Epoch ms at which the right to be connected ends; the connection is then closed and may come back. */
  readonly expiresAt?: number;
}

/** The code of a hub: one function for each method of the contract. */
export interface HubHandlers<C extends HubContract, User, State> {
  /** Runs before any call of the client. If it fails, the connection is closed for good. */
  onConnected?(context: HubContext<C, User, State>): void | Promise<void>;
  /** Runs when the line is gone, if onConnected had succeeded; `error` when it did not end in an orderly way. */
  onDisconnected?(context: HubContext<C, User, State>, error: Error | null): void | Promise<void>;
  readonly methods: {
    readonly [M in MethodName<C>]: MethodHandler<HubContext<C, User, State>, C, M>;
  };
}

/** `authenticate` and `state` come before `hub` in the literal: the types of its contexts follow from them. */
export interface HubOptions<C extends HubContract, User extends HubUser | null, State> {
  /**
   * Says who is asking, at negotiate and again when the transport opens. Null: not signed in, the client gets 401. A
   * thrown HubError: known and not allowed, 403 with its message. Without this function everybody may come in.
   */
  readonly authenticate?: (request: HubRequest) => Promise<User | null> | User | null;
  /** Makes what `context.items` holds, once for each connection. */
  readonly state?: () => State;
  /** Pages that may connect; without it only those of the same host. */
  readonly origins?: OriginRule;
  /** Whether a client may open a WebSocket without negotiate (`skipNegotiation`); true by default. */
  readonly isNegotiationOptional?: boolean;
  /** Clients that negotiate below this version are told that it is not supported; 0 by default. */
  readonly minimumNegotiateVersion?: 0 | 1;
  /** Sends a client that negotiates to another server. */
  readonly redirect?: (request: HubRequest) => Promise<NegotiateRedirect | null> | NegotiateRedirect | null;
  readonly hub: HubHandlers<C, User, State>;
}

export interface Hub<C extends HubContract, User, State> {
  readonly path: string;
  readonly all: Sender<C> & { readonly size: number };
  group(name: string): GroupSender<C>;
  user(userId: string): ClosableSender<C>;
  connection(connectionId: string): ClosableSender<C>;
  /** A message to be sent to several audiences, encoded at most once for each protocol. Its arguments must not change. */
  message<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): HubMessage;
  /** The contexts of all clients on this node. */
  contexts(): Iterable<HubContext<C, User, State>>;
}

/** Throws an Error when the contract and the code do not fit. */
export class TypedHub<C extends HubContract, User extends HubUser | null, State>
  implements Hub<C, User, State>, Endpoint, ConnectionOwner
{
  readonly path: string;
  readonly all: Sender<C> & { readonly size: number };
  readonly router: Router;
  readonly origins: OriginRule | undefined;
  readonly isNegotiationOptional: boolean;
  readonly minimumNegotiateVersion: number;
  readonly #runtime: HubRuntime;
  readonly #contract: C;
  readonly #options: HubOptions<C, User, State>;
  readonly #methods: ReadonlyMap<string, HubMethod<HubConnection>>;
  readonly #contexts = new WeakMap<HubConnection, HubContext<C, User, State>>();

  constructor(
    runtime: HubRuntime,
    parts: { path: string; contract: C; link: BackplaneLink | null; options: HubOptions<C, User, State> },
  ) {
    this.#runtime = runtime;
    this.#contract = parts.contract;
    this.#options = parts.options;
    this.path = parts.path;
    this.origins = parts.options.origins;
    this.isNegotiationOptional = parts.options.isNegotiationOptional ?? true;
    this.minimumNegotiateVersion = parts.options.minimumNegotiateVersion ?? 0;
    this.router = new Router(parts.path, parts.link);
    this.#methods = this.#methodsByLowerCaseName();
    this.all = this.#sender({ kind: 'all' });
  }

  // — For the application —

  readonly message = <E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): HubMessage => {
    if (!Object.hasOwn(this.#contract.events, event)) {
      throw new Error(`The contract of the hub ${this.path} has no event '${event}'.`);
    }
    return new HubMessage(this.#runtime.protocols, event, args);
  };

  group(name: string): GroupSender<C> {
    return this.#sender({ kind: 'group', name });
  }

  user(userId: string): ClosableSender<C> {
    return this.#sender({ kind: 'user', userId });
  }

  connection(connectionId: string): ClosableSender<C> {
    return this.#sender({ kind: 'connection', connectionId });
  }

  *contexts(): Iterable<HubContext<C, User, State>> {
    for (const connection of this.router.registry.all) {
      const context = this.#contexts.get(connection);
      if (context !== undefined && connection.isReachable) yield context;
    }
  }

  #sender(audience: ConstructorParameters<typeof AudienceSender>[1]): AudienceSender<C> {
    return new AudienceSender<C>(this.router, audience, this.message);
  }

  // — For the transports —

  async admit(request: HubRequest): Promise<Admission | null> {
    const { authenticate } = this.#options;
    if (authenticate === undefined) return this.#admission(null, request);
    let user: User | null;
    try {
      user = await authenticate(request);
    } catch (error) {
      if (error instanceof HubError) throw error;
      throw withoutSecret(error, request.token);
    }
    return user === null ? null : this.#admission(user, request);
  }

  isLive(connectionId: string): boolean {
    return this.router.registry.hasLine(connectionId);
  }

  connectionCountOf(userId: string): number {
    return this.router.registry.user(userId).size;
  }

  #admission(user: User | null, request: HubRequest): Admission {
    return {
      userId: user?.userId ?? null,
      redirect: async () => (await this.#options.redirect?.(request)) ?? null,
      open: (line) => this.#open(user, line, request),
    };
  }

  #open(user: User | null, { transport, connectionId }: OpenLine, request: HubRequest): void {
    // Before anything else: it is the application's code and may fail.
    const items = this.#options.state?.() as State;
    const connection = new HubConnection(this.#runtime, {
      owner: this,
      transport,
      identity: {
        connectionId,
        userId: user?.userId ?? null,
        expiresAtMs: user?.expiresAt ?? null,
        request: withoutSecrets(request),
      },
    });
    const context = new ConnectionContext<C, User, State>(connection, {
      hub: this,
      user: user as User,
      items,
      registry: this.router.registry,
    });
    this.#contexts.set(connection, context);
    this.#runtime.counters.connections++;
    this.router.registry.add(connection);
  }

  // — For the connections —

  methodNamed(name: string): HubMethod<HubConnection> | null {
    return this.#methods.get(name.toLowerCase()) ?? null;
  }

  connected(connection: HubConnection): unknown {
    return this.#options.hub.onConnected?.(this.#contextOf(connection));
  }

  left(connection: HubConnection): void {
    this.router.registry.leave(connection);
  }

  gone(connection: HubConnection): void {
    this.router.registry.remove(connection);
    this.#runtime.lineGone();
  }

  disconnected(connection: HubConnection, error: Error | null): void {
    void this.#runOnDisconnected(connection, error);
  }

  async #runOnDisconnected(connection: HubConnection, error: Error | null): Promise<void> {
    try {
      await this.#options.hub.onDisconnected?.(this.#contextOf(connection), error);
    } catch (failure) {
      this.#runtime.log({
        level: 'error',
        message: 'onDisconnected failed.',
        hub: this.path,
        connectionId: connection.identity.connectionId,
        error: failure,
      });
    }
  }

  #contextOf(connection: HubConnection): HubContext<C, User, State> {
    const context = this.#contexts.get(connection);
    if (context === undefined) throw new Error('A connection has no context.');
    return context;
  }

  #methodsByLowerCaseName(): ReadonlyMap<string, HubMethod<HubConnection>> {
    const methods = new Map<string, HubMethod<HubConnection>>();
    const contract = this.#contract;
    const { hub } = this.#options;
    for (const name of Object.keys(contract.methods) as MethodName<C>[]) {
      const handler = hub.methods[name];
      const args = contract.methods[name]?.args;
      if (typeof handler !== 'function' || args === undefined) {
        throw new Error(`The hub ${this.path} has no function for the method '${name}' of its contract.`);
      }
      if (methods.has(name.toLowerCase())) {
        throw new Error(`The hub ${this.path} has two methods '${name}': case does not tell them apart.`);
      }
      methods.set(name.toLowerCase(), {
        name,
        args,
        // The arguments were validated by the schemas from which the handler's types are taken.
        call: (connection, values) =>
          handler(this.#contextOf(connection), ...(values as MethodArgs<C, MethodName<C>>)),
      });
    }
    return methods;
  }
}
