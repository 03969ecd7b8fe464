// The backplane: carries messages between the nodes of one application, so that a sender on any node reaches
// the clients of all nodes. Delivery is at most once, as with .NET's Redis backplane. A node sends to its own
// clients directly, before the others, and never receives its own messages. Envelopes contain objects and
// functions: a backplane between processes would also have to encode them.
import type { HubMessage } from '../protocol/hub-message.ts';

/** What one node sends to the others for one audience. The subject names the audience. */
export type HubEnvelope =
  | {
      readonly kind: 'message';
      readonly message: HubMessage;
      readonly isUrgent: boolean;
      /** The ids of connections that must not receive it. */
      readonly except: readonly string[];
    }
  | {
      readonly kind: 'conflated';
      readonly key: string;
      readonly update: HubMessage;
      readonly snapshot: () => HubMessage;
    }
  | { readonly kind: 'close'; readonly allowReconnect: boolean; readonly error: string | null };

/** An invocation of a client method that returns a result, on a client of another node. */
export interface ClientInvocation {
  readonly target: string;
  readonly args: readonly unknown[];
}

/** One node's subscription to an audience. */
export interface BackplaneSubscriber {
  receive(envelope: HubEnvelope): void;
  /** Returns the client's result. Rejects with a ClientResultError when there is none. */
  invoke(invocation: ClientInvocation): Promise<unknown>;
}

/** One node's connection to the backplane. */
export interface BackplaneLink {
  /**
   * Sends to the other nodes that subscribe to `subject`. Does not throw; what cannot be delivered is lost.
   */
  publish(subject: string, envelope: HubEnvelope): void;
  /** Invokes a client method on the node that subscribes to `subject`. Rejects with a ClientResultError. */
  invoke(subject: string, invocation: ClientInvocation): Promise<unknown>;
  /**
   * Subscribes until the returned function is called. A node subscribes only to audiences with local members.
   */
  subscribe(subject: string, subscriber: BackplaneSubscriber): () => void;
}

export interface Backplane {
  /** `node`: the `node` option of the server that joins. */
  join(node: string): BackplaneLink;
}
