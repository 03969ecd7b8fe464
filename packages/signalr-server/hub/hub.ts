// The public types of a hub: the hub, which the application sends with, and the context of each connection. A
// connection has one context, which is passed to all its method calls.
import type { IncomingHttpHeaders } from 'node:http';
import type { HubQuery } from '../hub-request.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { TransportName } from '../transport.ts';
import type { CloseOptions } from './connection-owner.ts';
import type { EventArgs, EventName, HubContract, MethodHandler, MethodName } from './contract.ts';
import type { ClosableSender, ConnectionSender, GroupSender, Sender } from './senders.ts';

export interface Hub<C extends HubContract, User, Items> {
  readonly path: string;
  /** All clients; `size` counts the clients of this node. */
  readonly all: Sender<C> & { readonly size: number };
  group(name: string): GroupSender<C>;
  user(userId: string): ClosableSender<C>;
  connection(connectionId: string): ConnectionSender<C>;
  /**
   * Creates a message for several audiences, encoded at most once per protocol. Its arguments must not change
   * afterwards. Throws an Error when the contract has no such event.
   */
  message<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): HubMessage;
  /** The contexts of all clients of this node. */
  contexts(): Iterable<HubContext<C, User, Items>>;
}

export interface ConnectionGroups {
  /** From now on the connection receives the messages that are sent to the group. Earlier messages are not sent to it. */
  join(name: string): void;
  /** Leaves the group, and drops its conflated changes that are queued for the connection. */
  leave(name: string): void;
  has(name: string): boolean;
  readonly names: ReadonlySet<string>;
}

export interface HubContext<C extends HubContract, User, Items> {
  readonly connectionId: string;
  /** The hub of the connection, for sending to others. */
  readonly hub: Hub<C, User, Items>;
  readonly user: User;
  /** The application's own data for this connection, from `createItems`. */
  readonly items: Items;
  /** The query of the request that opened the connection, without tokens. */
  readonly query: HubQuery;
  /** The headers of the request that opened the connection, without Authorization. */
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | null;
  readonly transport: TransportName;
  readonly protocol: ProtocolName;
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal;
  readonly groups: ConnectionGroups;
  /**
   * Milliseconds since the client's last activity: a message, a ping, or the answer to a probe. 0 while its messages wait for the
   * server.
   */
  readonly silentMs: number;
  /** Probes the client with a ping. Only WebSockets can; every client answers automatically. */
  probe(): void;
  /** Sends an event. Throws if an argument cannot be encoded or the contract has no such event. */
  send<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): void;
  /** Sends a message from `hub.message`; an urgent one at the end of this event-loop turn. */
  sendMessage(message: HubMessage, options?: { readonly urgent?: boolean }): void;
  /**
   * Resolves when less than `slowBelowBytes` are queued for the client, and when the connection has ended
   * (see `signal`). Await it before each long message: then the client is never closed because of
   * `maxOrderedBytes`.
   */
  whenWritable(): Promise<void>;
  /** Closes the connection after the messages sent so far. */
  close(options?: CloseOptions): void;
}

/** The user of a connection. The application adds its own fields. */
export interface HubUser {
  readonly userId: string;
  /** Milliseconds since 1970 at which the connection is closed. The client may reconnect with a new token. */
  readonly expiresAt?: number;
}

/** The application's code of a hub: one function per method of the contract. */
export interface HubHandlers<C extends HubContract, User, Items> {
  /** Runs before the first invocation. If it fails, the connection is closed and may not reconnect. */
  onConnected?(context: HubContext<C, User, Items>): void | Promise<void>;
  /**
   * Runs after the connection has closed, if onConnected succeeded; `error` is null after an orderly close.
   */
  onDisconnected?(context: HubContext<C, User, Items>, error: Error | null): void | Promise<void>;
  /**
   * Runs before each method that a client invokes, as a filter of ASP.NET Core does. While it runs, the
   * client's next invocation waits, and reading from the client stops at `maxWaitingInvocations`. If it fails,
   * the method does not run, and the error is the invocation's.
   */
  beforeInvocation?(context: HubContext<C, User, Items>, method: MethodName<C>): void | Promise<void>;
  readonly methods: {
    readonly [M in MethodName<C>]: MethodHandler<HubContext<C, User, Items>, C, M>;
  };
}
