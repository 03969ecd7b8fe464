// What hub code sees: the hub, by which it sends, and the client for which it runs. One context for each connection, the
// same in all calls.
import type { IncomingHttpHeaders } from 'node:http';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { CloseOptions } from './connection-owner.ts';
import type { EventArgs, EventName, HubContract, MethodHandler, MethodName } from './contract.ts';
import type { HubQuery } from './hub-request.ts';
import type { ClosableSender, ConnectionSender, GroupSender, Sender } from './senders.ts';
import type { TransportName } from './transport.ts';

export interface Hub<C extends HubContract, User, State> {
  readonly path: string;
  readonly all: Sender<C> & { readonly size: number };
  group(name: string): GroupSender<C>;
  user(userId: string): ClosableSender<C>;
  connection(connectionId: string): ConnectionSender<C>;
  /** A message to be sent to several audiences, encoded at most once for each protocol. Its arguments must not change. */
  message<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): HubMessage;
  /** The contexts of all clients on this node. */
  contexts(): Iterable<HubContext<C, User, State>>;
}

export interface ConnectionGroups {
  /** From now on the connection gets what is sent to the group; nothing from before. */
  join(name: string): void;
  /** Conflated changes of the group that still wait for the connection are dropped. */
  leave(name: string): void;
  has(name: string): boolean;
  readonly names: ReadonlySet<string>;
}

export interface HubContext<C extends HubContract, User, State> {
  readonly connectionId: string;
  /** The hub that the client is connected to, for sending to others. */
  readonly hub: Hub<C, User, State>;
  readonly user: User;
  /** What the application keeps about this connection. */
  readonly items: State;
  /** Of the request that opened the connection; tokens are not in it. */
  readonly query: HubQuery;
  /** Of the request that opened the connection; Authorization is not in it. */
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | null;
  readonly transport: TransportName;
  readonly protocol: ProtocolName;
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal;
  readonly groups: ConnectionGroups;
  /** Calls a method of this client. Throws when an argument cannot be encoded. */
  send<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): void;
  sendMessage(message: HubMessage, options?: { readonly urgent?: boolean }): void;
  /**
   * Resolves when little enough waits for the client that something long may be sent to it, and when it is gone (`signal`
   * tells). Who awaits it before each long message is never the reason that the client is closed as too slow.
   */
  whenRoom(): Promise<void>;
  /** Ends the connection after what was sent so far. */
  close(options?: CloseOptions): void;
}

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
