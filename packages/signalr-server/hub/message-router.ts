// Routes messages to the connections of an audience.
import { ClientResultError } from '../errors.ts';
import { ConflatedChange, type ConflatedUpdate, type ConflationTopic } from '../outbound/conflated-change.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import type { CloseOptions } from './connection-owner.ts';
import { type Audience, ConnectionRegistry, type Group, noConnections } from './connection-registry.ts';
import type { HubConnection } from './hub-connection.ts';

export interface SendOptions {
  /** Flushes at the end of this event-loop turn, with everything queued before, within `urgentFlushesPerSecond`. False by default. */
  readonly urgent?: boolean;
  /** The ids of connections that must not receive it. */
  readonly except?: readonly string[];
}

export class MessageRouter {
  readonly registry = new ConnectionRegistry();

  /** Throws if an argument of the message cannot be encoded for a client in the audience. */
  send(audience: Audience, message: HubMessage, { urgent = false, except = [] }: SendOptions = {}): void {
    const excluded = except.length === 0 ? null : new Set(except);
    for (const connection of this.#members(audience))
      if (excluded === null || !excluded.has(connection.identity.connectionId))
        connection.send(message, urgent);
  }

  conflate(groupName: string, key: string, { update, snapshot }: ConflatedUpdate): void {
    const group = this.registry.group(groupName);
    if (group === null) return;
    const change = new ConflatedChange(topicOf(group, key), update, snapshot);
    for (const connection of group.members) connection.sendConflated(change);
  }

  close(audience: Audience, options: CloseOptions): void {
    for (const connection of this.#members(audience)) connection.close(options);
  }

  /** Rejects with a ClientResultError when there is no result. */
  async invokeClient(connectionId: string, target: string, args: readonly unknown[]): Promise<unknown> {
    const connection = this.registry.reachableConnection(connectionId);
    if (connection === null) throw new ClientResultError('There is no connection with that id.');
    return connection.invokeClient(target, args);
  }

  size(audience: Audience): number {
    return this.#members(audience).size;
  }

  #members(audience: Audience): ReadonlySet<HubConnection> {
    switch (audience.kind) {
      case 'all':
        return this.registry.reachable;
      case 'group':
        return this.registry.group(audience.name)?.members ?? noConnections;
      case 'user':
        return this.registry.user(audience.userId);
      case 'connection': {
        const connection = this.registry.reachableConnection(audience.connectionId);
        return connection === null ? noConnections : new Set([connection]);
      }
    }
  }
}

function topicOf(group: Group, key: string): ConflationTopic {
  const groupTopic = group.topics.get(key);
  if (groupTopic !== undefined) return groupTopic;
  const topic = { groupName: group.name, key };
  group.topics.set(key, topic);
  return topic;
}
