// A backplane for several servers in one process, and the pattern for one that leaves it.
import type { Backplane, BackplaneLink, HubEnvelope } from './backplane.ts';

interface Subscription {
  readonly link: BackplaneLink;
  readonly receive: (envelope: HubEnvelope) => void;
}

export class InProcessBackplane implements Backplane {
  readonly #subscriptions = new Map<string, Set<Subscription>>();

  join(_node: string): BackplaneLink {
    const link: BackplaneLink = {
      publish: (subject, envelope) => {
        for (const subscription of this.#subscriptions.get(subject) ?? []) {
          if (subscription.link !== link) subscription.receive(envelope);
        }
      },
      subscribe: (subject, receive) => {
        const subscription = { link, receive };
        const subscriptions = this.#subscriptions.get(subject) ?? new Set();
        this.#subscriptions.set(subject, subscriptions.add(subscription));
        return () => {
          subscriptions.delete(subscription);
          if (subscriptions.size === 0 && this.#subscriptions.get(subject) === subscriptions) {
            this.#subscriptions.delete(subject);
          }
        };
      },
    };
    return link;
  }
}
