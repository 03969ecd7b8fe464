// The connections of one hub, by id, user and group.
import type { ConflationTopic } from '../outbound/conflated-change.ts';
import type { HubConnection } from './hub-connection.ts';

export interface Group {
  readonly name: string;
  readonly members: Set<HubConnection>;
  /** The conflation topics of the group, by key. Removed with its last member. */
  readonly topics: Map<string, ConflationTopic>;
}

/** The receivers of a message. */
export type Audience =
  | { readonly kind: 'all' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'connection'; readonly connectionId: string };

export const noConnections: ReadonlySet<HubConnection> = new Set();

export class ConnectionRegistry {
  /** All connections until their transport is closed. */
  readonly #byId = new Map<string, HubConnection>();
  readonly #reachable = new Set<HubConnection>();
  readonly #users = new Map<string, Set<HubConnection>>();
  readonly #groups = new Map<string, Group>();

  /** All connections, including those that are closing. */
  get connections(): Iterable<HubConnection> {
    return this.#byId.values();
  }

  /** The connections that are not closing. */
  get reachable(): ReadonlySet<HubConnection> {
    return this.#reachable;
  }

  add(connection: HubConnection): void {
    const { connectionId, userId } = connection.identity;
    this.#byId.set(connectionId, connection);
    this.#reachable.add(connection);
    if (userId === null) return;
    const connections = this.#users.get(userId);
    if (connections === undefined) this.#users.set(userId, new Set([connection]));
    else connections.add(connection);
  }

  /** Removes a connection that begins to close from every audience. */
  makeUnreachable(connection: HubConnection): void {
    if (!this.#reachable.delete(connection)) return;
    for (const name of connection.groupNames) this.leaveGroup(connection, name);
    const { userId } = connection.identity;
    const connections = userId === null ? undefined : this.#users.get(userId);
    if (userId !== null && connections?.delete(connection) && connections.size === 0)
      this.#users.delete(userId);
  }

  /** Removes a connection whose transport is closed. */
  remove(connection: HubConnection): void {
    this.makeUnreachable(connection);
    this.#byId.delete(connection.identity.connectionId);
  }

  /** The connection with this id, even if it is closing. */
  connection(connectionId: string): HubConnection | null {
    return this.#byId.get(connectionId) ?? null;
  }

  /** The connection with this id, unless it is closing. */
  reachableConnection(connectionId: string): HubConnection | null {
    const connection = this.#byId.get(connectionId);
    return connection !== undefined && this.#reachable.has(connection) ? connection : null;
  }

  user(userId: string): ReadonlySet<HubConnection> {
    return this.#users.get(userId) ?? noConnections;
  }

  group(name: string): Group | null {
    return this.#groups.get(name) ?? null;
  }

  joinGroup(connection: HubConnection, name: string): void {
    // A method can still be running after its connection has ended.
    if (!this.#reachable.has(connection)) return;
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { name, members: new Set(), topics: new Map() };
      this.#groups.set(name, group);
    }
    group.members.add(connection);
    connection.groupNames.add(name);
  }

  leaveGroup(connection: HubConnection, name: string): void {
    const group = this.#groups.get(name);
    if (group === undefined || !group.members.delete(connection)) return;
    connection.groupNames.delete(name);
    connection.dropGroup(name);
    if (group.members.size === 0) this.#groups.delete(name);
  }
}
