// Routes messages to the connections of an audience: directly on this node, over the backplane on the others.
import type { BackplaneLink, ClientInvocation, HubEnvelope } from '../backplane/backplane.ts';
import { ClientResultError } from '../errors.ts';
import { ConflatedChange, type ConflatedUpdate, type ConflationTopic } from '../outbound/conflated-change.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { CloseOptions } from './connection-owner.ts';
import { type Audience, ConnectionRegistry, type Group } from './connection-registry.ts';
import type { HubConnection } from './hub-connection.ts';

export interface SendOptions {
  /** Flushes at the end of this event-loop turn, with everything queued before. False by default. */
  readonly urgent?: boolean;
  /** The ids of connections that must not receive it. */
  readonly except?: readonly string[];
}

const noConnectionIds: readonly string[] = [];

export class MessageRouter {
  readonly registry: ConnectionRegistry;
  readonly #path: string;
  readonly #link: BackplaneLink | null;
  readonly #subscriptions = new Map<string, () => void>();

  /** `link`: null when there is no backplane. */
  constructor(path: string, link: BackplaneLink | null) {
    this.#path = path;
    this.#link = link;
    this.registry = new ConnectionRegistry({
      onFirstMember: (audience) => this.#subscribe(audience),
      onLastMemberGone: (audience) => this.#unsubscribe(audience),
    });
  }

  /** Throws when an argument of the message cannot be encoded for a client in the audience. */
  send(audience: Audience, message: HubMessage, options: SendOptions = {}): void {
    const isUrgent = options.urgent ?? false;
    const except = options.except ?? noConnectionIds;
    this.#sendLocally(audience, message, isUrgent, except);
    this.#link?.publish(this.#subject(audience), { kind: 'message', message, isUrgent, except });
  }

  conflate(groupName: string, key: string, change: ConflatedUpdate): void {
    this.#conflateLocally(groupName, key, change);
    this.#link?.publish(this.#subject({ kind: 'group', name: groupName }), {
      kind: 'conflated',
      key,
      update: change.update,
      snapshot: change.snapshot,
    });
  }

  close(audience: Audience, options: CloseOptions): void {
    for (const connection of this.#localMembers(audience)) connection.close(options);
    this.#link?.publish(this.#subject(audience), {
      kind: 'close',
      allowReconnect: options.allowReconnect ?? false,
      error: options.error ?? null,
    });
  }

  /** Invokes a method of one client on any node. Rejects with a ClientResultError when there is no result. */
  async invokeClient(connectionId: string, invocation: ClientInvocation): Promise<unknown> {
    const connection = this.registry.reachableConnection(connectionId);
    if (connection !== null) return connection.invokeClient(invocation.target, invocation.args);
    const link = this.#link;
    if (link === null) throw new ClientResultError('There is no connection with that id.');
    return link.invoke(this.#subject({ kind: 'connection', connectionId }), invocation);
  }

  /** The number of members of an audience on this node. */
  size(audience: Audience): number {
    switch (audience.kind) {
      case 'all':
        return this.registry.reachable.size;
      case 'group':
        return this.registry.group(audience.name)?.members.size ?? 0;
      case 'user':
        return this.registry.user(audience.userId).size;
      case 'connection':
        return this.registry.reachableConnection(audience.connectionId) === null ? 0 : 1;
    }
  }

  #sendLocally(audience: Audience, message: HubMessage, isUrgent: boolean, except: readonly string[]): void {
    if (except.length === 0) {
      for (const connection of this.#localMembers(audience)) connection.send(message, isUrgent);
      return;
    }
    const excluded = new Set(except);
    for (const connection of this.#localMembers(audience)) {
      if (!excluded.has(connection.identity.connectionId)) connection.send(message, isUrgent);
    }
  }

  #conflateLocally(groupName: string, key: string, { update, snapshot }: ConflatedUpdate): void {
    const group = this.registry.group(groupName);
    if (group === null) return;
    const change = new ConflatedChange(topicOf(group, key), update, snapshot);
    for (const connection of group.members) connection.sendConflated(change);
  }

  #localMembers(audience: Audience): Iterable<HubConnection> {
    switch (audience.kind) {
      case 'all':
        return this.registry.reachable;
      case 'group':
        return this.registry.group(audience.name)?.members ?? [];
      case 'user':
        return this.registry.user(audience.userId);
      case 'connection': {
        const connection = this.registry.reachableConnection(audience.connectionId);
        return connection === null ? [] : [connection];
      }
    }
  }

  #subscribe(audience: Audience): void {
    if (this.#link === null) return;
    const subject = this.#subject(audience);
    const unsubscribe = this.#link.subscribe(subject, {
      receive: (envelope) => this.#receive(audience, envelope),
      invoke: (invocation) => this.#invokeLocally(audience, invocation),
    });
    this.#subscriptions.set(subject, unsubscribe);
  }

  #unsubscribe(audience: Audience): void {
    if (this.#link === null) return;
    const subject = this.#subject(audience);
    this.#subscriptions.get(subject)?.();
    this.#subscriptions.delete(subject);
  }

  #receive(audience: Audience, envelope: HubEnvelope): void {
    if (envelope.kind === 'message') {
      this.#sendLocally(audience, envelope.message, envelope.isUrgent, envelope.except);
    } else if (envelope.kind === 'close') {
      const { allowReconnect, error } = envelope;
      const options = { allowReconnect, ...(error === null ? null : { error }) };
      for (const connection of this.#localMembers(audience)) connection.close(options);
    } else if (audience.kind === 'group') {
      this.#conflateLocally(audience.name, envelope.key, envelope);
    }
  }

  async #invokeLocally(audience: Audience, { target, args }: ClientInvocation): Promise<unknown> {
    const connection =
      audience.kind === 'connection' ? this.registry.reachableConnection(audience.connectionId) : null;
    if (connection === null) throw new ClientResultError('There is no connection with that id.');
    return connection.invokeClient(target, args);
  }

  #subject(audience: Audience): string {
    switch (audience.kind) {
      case 'all':
        return `${this.#path}:all`;
      case 'group':
        return `${this.#path}:group:${audience.name}`;
      case 'user':
        return `${this.#path}:user:${audience.userId}`;
      case 'connection':
        return `${this.#path}:connection:${audience.connectionId}`;
    }
  }
}

function topicOf(group: Group, key: string): ConflationTopic {
  const known = group.topics.get(key);
  if (known !== undefined) return known;
  const topic = { groupName: group.name, key };
  group.topics.set(key, topic);
  return topic;
}
