// What hub code sees of the client for which it runs; one for each connection, the same in all calls.
import type { IncomingHttpHeaders } from 'node:http';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { HubQuery } from '../transports/hub-request.ts';
import type { TransportName } from '../transports/transport.ts';
import type { EventArgs, EventName, HubContract } from './contract.ts';
import type { Hub } from './hub.ts';
import type { CloseOptions, HubConnection } from './hub-connection.ts';
import type { HubMessage } from './hub-message.ts';
import type { Registry } from './registry.ts';

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
  /** Ends the connection after what was sent so far. */
  close(options?: CloseOptions): void;
}

export class ConnectionContext<C extends HubContract, User, State> implements HubContext<C, User, State> {
  readonly hub: Hub<C, User, State>;
  readonly user: User;
  readonly items: State;
  readonly groups: ConnectionGroups;
  readonly #connection: HubConnection;

  constructor(
    connection: HubConnection,
    parts: { hub: Hub<C, User, State>; user: User; items: State; registry: Registry },
  ) {
    this.#connection = connection;
    this.hub = parts.hub;
    this.user = parts.user;
    this.items = parts.items;
    this.groups = {
      join: (name) => parts.registry.joinGroup(connection, name),
      leave: (name) => parts.registry.leaveGroup(connection, name),
      has: (name) => connection.groupNames.has(name),
      names: connection.groupNames,
    };
  }

  get connectionId(): string {
    return this.#connection.identity.connectionId;
  }

  get query(): HubQuery {
    return this.#connection.identity.request.query;
  }

  get headers(): IncomingHttpHeaders {
    return this.#connection.identity.request.headers;
  }

  get remoteAddress(): string | null {
    return this.#connection.identity.request.remoteAddress;
  }

  get transport(): TransportName {
    return this.#connection.transport.name;
  }

  get protocol(): ProtocolName {
    // A context is first seen in onConnected, after the handshake.
    return this.#connection.protocolName ?? 'json';
  }

  get signal(): AbortSignal {
    return this.#connection.signal;
  }

  send<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): void {
    this.#connection.send(this.hub.message(event, ...args), false);
  }

  sendMessage(message: HubMessage, options: { readonly urgent?: boolean } = {}): void {
    this.#connection.send(message, options.urgent ?? false);
  }

  close(options: CloseOptions = {}): void {
    this.#connection.close(options);
  }
}
