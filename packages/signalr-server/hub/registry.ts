// Who is here: the connections of one hub by id, by user and by group.
import type { ConflationTopic } from './conflated-change.ts';
import type { HubConnection } from './hub-connection.ts';

export interface Group {
  readonly name: string;
  readonly members: Set<HubConnection>;
  /** What is conflated in this group; forgotten with its last member. */
  readonly topics: Map<string, ConflationTopic>;
}

/** A set of connections that somebody may address from another node. */
export type Audience =
  | { readonly kind: 'all' }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'connection'; readonly connectionId: string };

/** Told when an audience gets its first member here and when it loses its last. */
export interface AudienceWatcher {
  appeared(audience: Audience): void;
  vanished(audience: Audience): void;
}

const nobody: ReadonlySet<HubConnection> = new Set();

export class Registry {
  readonly #watcher: AudienceWatcher;
  /** Until their line is gone. */
  readonly #byId = new Map<string, HubConnection>();
  readonly #all = new Set<HubConnection>();
  readonly #users = new Map<string, Set<HubConnection>>();
  readonly #groups = new Map<string, Group>();

  constructor(watcher: AudienceWatcher) {
    this.#watcher = watcher;
  }

  /** Every connection whose line is not gone, those that are closing included. */
  get lines(): Iterable<HubConnection> {
    return this.#byId.values();
  }

  get lineCount(): number {
    return this.#byId.size;
  }

  /** Those that are not closing. */
  get all(): ReadonlySet<HubConnection> {
    return this.#all;
  }

  add(connection: HubConnection): void {
    const { connectionId, userId } = connection.identity;
    this.#byId.set(connectionId, connection);
    if (this.#all.add(connection).size === 1) this.#watcher.appeared({ kind: 'all' });
    this.#watcher.appeared({ kind: 'connection', connectionId });
    if (userId === null) return;
    const connections = this.#users.get(userId);
    if (connections === undefined) {
      this.#users.set(userId, new Set([connection]));
      this.#watcher.appeared({ kind: 'user', userId });
    } else {
      connections.add(connection);
    }
  }

  /** Takes a connection out of every audience; its line may still be closing. */
  leave(connection: HubConnection): void {
    if (!this.#all.delete(connection)) return;
    for (const name of connection.groupNames) this.leaveGroup(connection, name);
    const { connectionId, userId } = connection.identity;
    const connections = userId === null ? undefined : this.#users.get(userId);
    if (userId !== null && connections?.delete(connection) && connections.size === 0) {
      this.#users.delete(userId);
      this.#watcher.vanished({ kind: 'user', userId });
    }
    this.#watcher.vanished({ kind: 'connection', connectionId });
    if (this.#all.size === 0) this.#watcher.vanished({ kind: 'all' });
  }

  remove(connection: HubConnection): void {
    this.leave(connection);
    this.#byId.delete(connection.identity.connectionId);
  }

  /** One whose line is not gone. */
  line(connectionId: string): HubConnection | null {
    return this.#byId.get(connectionId) ?? null;
  }

  /** One that is not closing. */
  connection(connectionId: string): HubConnection | null {
    const connection = this.#byId.get(connectionId);
    return connection !== undefined && this.#all.has(connection) ? connection : null;
  }

  user(userId: string): ReadonlySet<HubConnection> {
    return this.#users.get(userId) ?? nobody;
  }

  group(name: string): Group | null {
    return this.#groups.get(name) ?? null;
  }

  joinGroup(connection: HubConnection, name: string): void {
    // A method may still be running for a connection that has ended.
    if (!this.#all.has(connection)) return;
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { name, members: new Set(), topics: new Map() };
      this.#groups.set(name, group);
      this.#watcher.appeared({ kind: 'group', name });
    }
    group.members.add(connection);
    connection.groupNames.add(name);
  }

  leaveGroup(connection: HubConnection, name: string): void {
    const group = this.#groups.get(name);
    if (group === undefined || !group.members.delete(connection)) return;
    connection.groupNames.delete(name);
    connection.dropGroup(name);
    if (group.members.size > 0) return;
    this.#groups.delete(name);
    this.#watcher.vanished({ kind: 'group', name });
  }
}
