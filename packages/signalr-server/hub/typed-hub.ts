// A hub at work: senders for its application, methods for its connections. Here the application's types meet the untyped
// connections; everything below works with plain values.
import type { BackplaneLink } from '../backplane/backplane.ts';
import { HubMessage } from '../protocol/hub-message.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { HubMethod } from './call.ts';
import { ConnectionContext } from './connection-context.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import type { EventArgs, EventName, HubContract } from './contract.ts';
import type { Hub, HubContext, HubHandlers, HubUser } from './hub.ts';
import { HubConnection } from './hub-connection.ts';
import { hubMethods } from './hub-methods.ts';
import type { ConnectionRequest } from './hub-request.ts';
import { QuestionDesk } from './question-desk.ts';
import { Router } from './router.ts';
import type { HubRuntime } from './runtime.ts';
import {
  AudienceSender,
  type ClosableSender,
  type ConnectionSender,
  type GroupSender,
  OneConnectionSender,
  type Sender,
} from './senders.ts';
import type { Transport } from './transport.ts';

export interface TypedHubParts<C extends HubContract, User, State> {
  readonly path: string;
  readonly contract: C;
  /** Null when this node is alone. */
  readonly link: BackplaneLink | null;
  readonly protocolNames: ReadonlySet<ProtocolName>;
  readonly code: HubHandlers<C, User, State>;
  /** Makes what `context.items` holds. */
  readonly makeState: (() => State) | undefined;
}

/** Throws an Error when the contract and the code do not fit. */
export class TypedHub<C extends HubContract, User extends HubUser | null, State>
  implements Hub<C, User, State>, ConnectionOwner<HubConnection>
{
  readonly path: string;
  readonly all: Sender<C> & { readonly size: number };
  readonly router: Router;
  readonly protocolNames: ReadonlySet<ProtocolName>;
  readonly #runtime: HubRuntime;
  readonly #contract: C;
  readonly #code: HubHandlers<C, User, State>;
  readonly #makeState: (() => State) | undefined;
  readonly #methods: ReadonlyMap<string, HubMethod<HubConnection>>;
  readonly #questions: QuestionDesk<C>;
  readonly #contexts = new WeakMap<HubConnection, HubContext<C, User, State>>();

  constructor(runtime: HubRuntime, parts: TypedHubParts<C, User, State>) {
    this.#runtime = runtime;
    this.#contract = parts.contract;
    this.#code = parts.code;
    this.#makeState = parts.makeState;
    this.path = parts.path;
    this.protocolNames = parts.protocolNames;
    this.router = new Router(parts.path, parts.link);
    this.#questions = new QuestionDesk(parts.path, parts.contract);
    this.#methods = hubMethods(parts.path, parts.contract, {
      handlers: parts.code.methods,
      contextOf: (connection) => this.#contextOf(connection),
      questions: this.#questions,
    });
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

  connection(connectionId: string): ConnectionSender<C> {
    return new OneConnectionSender<C>(this.router, connectionId, this.message, this.#questions);
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

  /** Takes an open line. Throws what `makeState` throws; then the line is not taken. */
  open(user: User, line: { transport: Transport; connectionId: string; request: ConnectionRequest }): void {
    // Before anything else: it is the application's code and may fail.
    const items = this.#makeState?.() as State;
    const { transport, connectionId, request } = line;
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
    const context = new ConnectionContext<C, User, State>(connection, { hub: this, user, items, registry });
    this.#contexts.set(connection, context);
    this.#runtime.counters.connections++;
    this.#runtime.counters.transports[transport.name]++;
    registry.add(connection);
  }

  // — For the connections —

  methodNamed(name: string): HubMethod<HubConnection> | null {
    return this.#methods.get(name.toLowerCase()) ?? null;
  }

  connected(connection: HubConnection): unknown {
    return this.#code.onConnected?.(this.#contextOf(connection));
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
      await this.#code.onDisconnected?.(this.#contextOf(connection), error);
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
}
