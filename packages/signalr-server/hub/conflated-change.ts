// A change of something of which a client needs the newest state and not every step. While a client keeps up it gets
// the changes; where one is still waiting when the next comes, the whole state goes instead, made when it is sent.
import type { HubMessage } from '../protocol/hub-message.ts';

/** What changes: one key of one group. The object itself is the identity. */
export interface ConflationTopic {
  readonly groupName: string;
  readonly key: string;
}

export interface ConflatedUpdate {
  /** The change, for clients that have everything before it. */
  readonly update: HubMessage;
  /** The newest whole state, asked for when it is sent; called once per client, so let it return one kept message. */
  readonly whole: () => HubMessage;
}

/** One entry in the queues of all clients concerned. */
export class ConflatedChange {
  readonly topic: ConflationTopic;
  readonly #update: HubMessage | null;
  readonly #whole: () => HubMessage;
  #merged: ConflatedChange | null = null;

  constructor(topic: ConflationTopic, update: HubMessage | null, whole: () => HubMessage) {
    this.topic = topic;
    this.#update = update;
    this.#whole = whole;
  }

  /** The entry for a client that missed a change before this one. */
  get merged(): ConflatedChange {
    if (this.#update === null) return this;
    this.#merged ??= new ConflatedChange(this.topic, null, this.#whole);
    return this.#merged;
  }

  message(): HubMessage {
    return this.#update ?? this.#whole();
  }
}
