// Brings what is sent to an audience to its connections: those here at once, those of other nodes over the backplane.
import type { BackplaneLink, HubEnvelope, HubQuestion } from '../backplane/backplane.ts';
import { ClientAnswerError } from '../client-answer-error.ts';
import type { HubMessage } from '../protocol/hub-message.ts';
import { ConflatedChange, type ConflatedUpdate, type ConflationTopic } from './conflated-change.ts';
import type { CloseOptions } from './connection-owner.ts';
import type { HubConnection } from './hub-connection.ts';
import { type Audience, type Group, Registry } from './registry.ts';

export interface SendOptions {
  /** Sent at the end of this turn of the event loop, with all that was waiting before it. */
  readonly urgent?: boolean;
  /** Ids of connections that do not get it. */
  readonly except?: readonly string[];
}

const toNobodyElse: readonly string[] = [];

export class Router {
  readonly registry: Registry;
  readonly #path: string;
  readonly #link: BackplaneLink | null;
  readonly #subscriptions = new Map<string, () => void>();

  /** `link`: null when this node is alone. */
  constructor(path: string, link: BackplaneLink | null) {
    this.#path = path;
    this.#link = link;
    this.registry = new Registry({
      appeared: (audience) => this.#subscribe(audience),
      vanished: (audience) => this.#unsubscribe(audience),
    });
  }

  /** Throws when an argument of the message cannot be encoded for a client that should get it. */
  send(audience: Audience, message: HubMessage, options: SendOptions = {}): void {
    const isUrgent = options.urgent ?? false;
    const except = options.except ?? toNobodyElse;
    this.#sendHere(audience, message, isUrgent, except);
    this.#link?.publish(this.#subject(audience), { kind: 'message', message, isUrgent, except });
  }

  conflate(groupName: string, key: string, update: ConflatedUpdate): void {
    this.#conflateHere(groupName, key, update);
    this.#link?.publish(this.#subject({ kind: 'group', name: groupName }), {
      kind: 'conflated',
      key,
      update: update.update,
      whole: update.whole,
    });
  }

  close(audience: Audience, options: CloseOptions): void {
    for (const connection of this.#membersHere(audience)) connection.close(options);
    this.#link?.publish(this.#subject(audience), {
      kind: 'close',
      allowReconnect: options.allowReconnect ?? false,
      error: options.error ?? null,
    });
  }

  /** Asks one client something, wherever it is. Rejects with a ClientAnswerError when there will be no answer. */
  async ask(connectionId: string, question: HubQuestion): Promise<unknown> {
    const connection = this.registry.connection(connectionId);
    if (connection !== null) return connection.ask(question.target, question.args);
    const link = this.#link;
    if (link === null) throw new ClientAnswerError('There is no connection with that id.');
    return link.request(this.#subject({ kind: 'connection', connectionId }), question);
  }

  /** Members of an audience on this node. */
  size(audience: Audience): number {
    switch (audience.kind) {
      case 'all':
        return this.registry.all.size;
      case 'group':
        return this.registry.group(audience.name)?.members.size ?? 0;
      case 'user':
        return this.registry.user(audience.userId).size;
      case 'connection':
        return this.registry.connection(audience.connectionId) === null ? 0 : 1;
    }
  }

  #sendHere(audience: Audience, message: HubMessage, isUrgent: boolean, except: readonly string[]): void {
    if (except.length === 0) {
      for (const connection of this.#membersHere(audience)) connection.send(message, isUrgent);
      return;
    }
    const excepted = new Set(except);
    for (const connection of this.#membersHere(audience)) {
      if (!excepted.has(connection.identity.connectionId)) connection.send(message, isUrgent);
    }
  }

  #conflateHere(groupName: string, key: string, { update, whole }: ConflatedUpdate): void {
    const group = this.registry.group(groupName);
    if (group === null) return;
    const change = new ConflatedChange(topicOf(group, key), update, whole);
    for (const connection of group.members) connection.sendConflated(change);
  }

  #membersHere(audience: Audience): Iterable<HubConnection> {
    switch (audience.kind) {
      case 'all':
        return this.registry.all;
      case 'group':
        return this.registry.group(audience.name)?.members ?? [];
      case 'user':
        return this.registry.user(audience.userId);
      case 'connection': {
        const connection = this.registry.connection(audience.connectionId);
        return connection === null ? [] : [connection];
      }
    }
  }

  #subscribe(audience: Audience): void {
    if (this.#link === null) return;
    const subject = this.#subject(audience);
    const unsubscribe = this.#link.subscribe(subject, {
      receive: (envelope) => this.#receive(audience, envelope),
      answer: (question) => this.#answer(audience, question),
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
      this.#sendHere(audience, envelope.message, envelope.isUrgent, envelope.except);
    } else if (envelope.kind === 'close') {
      const { allowReconnect, error } = envelope;
      const options = { allowReconnect, ...(error === null ? null : { error }) };
      for (const connection of this.#membersHere(audience)) connection.close(options);
    } else if (audience.kind === 'group') {
      this.#conflateHere(audience.name, envelope.key, envelope);
    }
  }

  async #answer(audience: Audience, { target, args }: HubQuestion): Promise<unknown> {
    const connection =
      audience.kind === 'connection' ? this.registry.connection(audience.connectionId) : null;
    if (connection === null) throw new ClientAnswerError('There is no connection with that id.');
    return connection.ask(target, args);
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
