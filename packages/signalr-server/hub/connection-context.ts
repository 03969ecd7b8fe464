// The context of one connection, as hub code sees it.
import type { IncomingHttpHeaders } from 'node:http';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { CloseOptions } from './connection-owner.ts';
import type { EventArgs, EventName, HubContract } from './contract.ts';
import type { ConnectionGroups, Hub, HubContext } from './hub.ts';
import type { HubConnection } from './hub-connection.ts';
import type { HubQuery } from './hub-request.ts';
import type { Registry } from './registry.ts';
import type { TransportName } from './transport.ts';

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

  whenRoom(): Promise<void> {
    return this.#connection.whenRoom();
  }

  close(options: CloseOptions = {}): void {
    this.#connection.close(options);
  }
}
