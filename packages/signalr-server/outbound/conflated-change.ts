// Conflation: a change of a state; clients need only its newest value. A client that keeps up gets
// every update. If an update is still queued when the next one arrives, one snapshot replaces both. It is
// created when it is sent.
import type { HubMessage } from '../protocol/hub-message.ts';

/** The state that changes: one key of one group. Topics are compared by identity. */
export interface ConflationTopic {
  readonly groupName: string;
  readonly key: string;
}

export interface ConflatedUpdate {
  /** The change, for clients that received all changes before it. */
  readonly update: HubMessage;
  /** Returns the newest complete state. Called when it is sent, once per client, so return a cached message. */
  readonly snapshot: () => HubMessage;
}

/** One queue entry, shared by the queues of all clients in the group. */
export class ConflatedChange {
  readonly topic: ConflationTopic;
  readonly #update: HubMessage | null;
  readonly #snapshot: () => HubMessage;
  #merged: ConflatedChange | null = null;

  constructor(topic: ConflationTopic, update: HubMessage | null, snapshot: () => HubMessage) {
    this.topic = topic;
    this.#update = update;
    this.#snapshot = snapshot;
  }

  /** The entry for a client that did not receive an earlier change: it sends the snapshot. */
  get merged(): ConflatedChange {
    if (this.#update === null) return this;
    this.#merged ??= new ConflatedChange(this.topic, null, this.#snapshot);
    return this.#merged;
  }

  message(): HubMessage {
    return this.#update ?? this.#snapshot();
  }
}
