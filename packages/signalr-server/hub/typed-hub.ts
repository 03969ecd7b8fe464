// A hub: senders for the application, methods for its connections. Here the application's types meet the
// connections, which are untyped; all layers below work with plain values.
import type { ConnectionRequest } from '../hub-request.ts';
import type { HubRuntime } from '../hub-runtime.ts';
import type { HubMethod } from '../invocations/invocation.ts';
import { HubMessage } from '../protocol/hub-message.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { Transport } from '../transport.ts';
import { ClientResults } from './client-results.ts';
import { ConnectionContext } from './connection-context.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import type { Audience } from './connection-registry.ts';
import type { EventArgs, EventName, HubContract } from './contract.ts';
import type { Hub, HubContext, HubHandlers, HubUser } from './hub.ts';
import { HubConnection } from './hub-connection.ts';
import { bindHubMethods } from './hub-methods.ts';
import { MessageRouter } from './message-router.ts';
import {
  AudienceSender,
  type ClosableSender,
  type ConnectionSender,
  type GroupSender,
  type Sender,
  SingleConnectionSender,
} from './senders.ts';

interface TypedHubOptions<C extends HubContract, User, Items> {
  readonly path: string;
  readonly contract: C;
  readonly protocolNames: ReadonlySet<ProtocolName>;
  readonly handlers: HubHandlers<C, User, Items>;
  readonly createItems: (() => Items) | undefined;
}

/** The constructor throws an Error when contract and handlers do not match. */
export class TypedHub<C extends HubContract, User extends HubUser | null, Items>
  implements Hub<C, User, Items>, ConnectionOwner<HubConnection>
{
  readonly path: string;
  readonly all: Sender<C> & { readonly size: number };
  readonly router = new MessageRouter();
  readonly protocolNames: ReadonlySet<ProtocolName>;
  readonly #runtime: HubRuntime;
  readonly #contract: C;
  readonly #handlers: HubHandlers<C, User, Items>;
  readonly #createItems: (() => Items) | undefined;
  readonly #methods: ReadonlyMap<string, HubMethod<HubConnection>>;
  readonly #clientResults: ClientResults<C>;
  readonly #contexts = new WeakMap<HubConnection, HubContext<C, User, Items>>();

  constructor(runtime: HubRuntime, options: TypedHubOptions<C, User, Items>) {
    const { path, contract, handlers } = options;
    this.#runtime = runtime;
    this.#contract = contract;
    this.#handlers = handlers;
    this.#createItems = options.createItems;
    this.path = path;
    this.protocolNames = options.protocolNames;
    this.#clientResults = new ClientResults(path, contract);
    this.#methods = bindHubMethods(path, contract, {
      handlers: handlers.methods,
      before: handlers.beforeInvocation?.bind(handlers),
      contextOf: (connection) => this.#contextOf(connection),
      clientResults: this.#clientResults,
    });
    this.all = this.#sender({ kind: 'all' });
  }

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

  connection(connectionId: string): ConnectionSender<C> {
    return new SingleConnectionSender<C>(this.router, connectionId, this.message, this.#clientResults);
  }

  *contexts(): Iterable<HubContext<C, User, Items>> {
    for (const connection of this.router.registry.reachable) {
      const context = this.#contexts.get(connection);
      if (context !== undefined && connection.isReachable) yield context;
    }
  }

  #sender(audience: Audience): AudienceSender<C> {
    return new AudienceSender<C>(this.router, audience, this.message);
  }

  /** Adds a connection. Throws what `createItems` throws; then no connection is added. */
  open(user: User, opened: { transport: Transport; connectionId: string; request: ConnectionRequest }): void {
    // First of all, because it is application code and may throw.
    const items = this.#createItems?.() as Items;
    const { transport, connectionId, request } = opened;
    const connection = new HubConnection(this.#runtime, {
      owner: this,
      transport,
      identity: {
        connectionId,
        userId: user?.userId ?? null,
        expiresAtMs: user?.expiresAt ?? null,
        request,
      },
    });
    const { registry } = this.router;
    const context = new ConnectionContext<C, User, Items>(connection, { hub: this, user, items, registry });
    this.#contexts.set(connection, context);
    this.#runtime.counters.connections++;
    this.#runtime.counters.transports[transport.name]++;
    registry.add(connection);
  }

  findMethod(name: string): HubMethod<HubConnection> | null {
    return this.#methods.get(name.toLowerCase()) ?? null;
  }

  onConnected(connection: HubConnection): unknown {
    return this.#handlers.onConnected?.(this.#contextOf(connection));
  }

  onClosing(connection: HubConnection): void {
    this.router.registry.makeUnreachable(connection);
  }

  onClosed(connection: HubConnection): void {
    this.router.registry.remove(connection);
    this.#runtime.connectionClosed();
  }

  onDisconnected(connection: HubConnection, error: Error | null): void {
    void this.#runOnDisconnected(connection, error);
  }

  async #runOnDisconnected(connection: HubConnection, error: Error | null): Promise<void> {
    try {
      await this.#handlers.onDisconnected?.(this.#contextOf(connection), error);
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

  #contextOf(connection: HubConnection): HubContext<C, User, Items> {
    const context = this.#contexts.get(connection);
    if (context === undefined) throw new Error('A connection has no context.');
    return context;
  }
}
