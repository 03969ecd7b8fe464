// The context of one connection, which is passed to the application's code.
import type { IncomingHttpHeaders } from 'node:http';
import type { HubQuery } from '../hub-request.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { ProtocolName } from '../protocol/hub-protocol.ts';
import type { TransportName } from '../transport.ts';
import type { CloseOptions } from './connection-owner.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { EventArgs, EventName, HubContract } from './contract.ts';
import type { ConnectionGroups, Hub, HubContext } from './hub.ts';
import type { HubConnection } from './hub-connection.ts';

interface ConnectionContextOptions<C extends HubContract, User, Items> {
  readonly hub: Hub<C, User, Items>;
  readonly user: User;
  readonly items: Items;
  readonly registry: ConnectionRegistry;
}

export class ConnectionContext<C extends HubContract, User, Items> implements HubContext<C, User, Items> {
  readonly hub: Hub<C, User, Items>;
  readonly user: User;
  readonly items: Items;
  readonly groups: ConnectionGroups;
  readonly #connection: HubConnection;

  constructor(connection: HubConnection, options: ConnectionContextOptions<C, User, Items>) {
    const { hub, user, items, registry } = options;
    this.#connection = connection;
    this.hub = hub;
    this.user = user;
    this.items = items;
    this.groups = {
      join: (name) => registry.joinGroup(connection, name),
      leave: (name) => registry.leaveGroup(connection, name),
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
    // Never null here: the application sees the context first in onConnected, after the handshake.
    return this.#connection.protocolName ?? 'json';
  }

  get signal(): AbortSignal {
    return this.#connection.signal;
  }

  get silentMs(): number {
    return this.#connection.silentMs;
  }

  probe(): void {
    this.#connection.transport.probe();
  }

  send<E extends EventName<C>>(event: E, ...args: EventArgs<C, E>): void {
    this.#connection.send(this.hub.message(event, ...args), false);
  }

  sendMessage(message: HubMessage, options: { readonly urgent?: boolean } = {}): void {
    this.#connection.send(message, options.urgent ?? false);
  }

  whenWritable(): Promise<void> {
    return this.#connection.whenWritable();
  }

  close(options: CloseOptions = {}): void {
    this.#connection.close(options);
  }
}
