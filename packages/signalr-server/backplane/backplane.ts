// What carries messages between the nodes of one application, so that a sender on any node reaches clients on all.
// At most once, as with .NET's Redis backplane: what must not be lost does not travel here. A node serves its own
// clients itself, before the others, and never hears its own messages.
import type { HubMessage } from '../protocol/hub-message.ts';

/** What one node tells the others about one audience (the subject says which). */
export type HubEnvelope =
  | {
      readonly kind: 'message';
      /** A backplane that leaves the process takes `message.bytes('json')` and `.bytes('messagepack')`. */
      readonly message: HubMessage;
      readonly isUrgent: boolean;
      /** Ids of connections that do not get it. */
      readonly except: readonly string[];
    }
  | {
      readonly kind: 'conflated';
      readonly key: string;
      readonly update: HubMessage;
      readonly whole: () => HubMessage;
    }
  | { readonly kind: 'close'; readonly allowReconnect: boolean; readonly error: string | null };

/** What one node wants to know of a client of another. */
export interface HubQuestion {
  readonly target: string;
  readonly args: readonly unknown[];
}

/** What a node does with what comes for an audience of its clients. */
export interface BackplaneSubscriber {
  receive(envelope: HubEnvelope): void;
  /** The client's answer. Rejects with a ClientAnswerError when there will be none. */
  answer(question: HubQuestion): Promise<unknown>;
}

/** One node's place on the backplane. */
export interface BackplaneLink {
  /** To the other nodes that subscribe to `subject`. Does not throw: what cannot be carried is lost. */
  publish(subject: string, envelope: HubEnvelope): void;
  /** Asks the node that subscribes to `subject`. Rejects with a ClientAnswerError when there is none or no answer. */
  request(subject: string, question: HubQuestion): Promise<unknown>;
  /** Until the returned function is called. A node subscribes only to audiences that it has members of. */
  subscribe(subject: string, subscriber: BackplaneSubscriber): () => void;
}

export interface Backplane {
  join(node: string): BackplaneLink;
}
