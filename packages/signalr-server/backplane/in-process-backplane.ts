// A backplane for several servers in one process.
import { ClientResultError } from '../errors.ts';
import type { Backplane, BackplaneLink, BackplaneSubscriber } from './backplane.ts';

interface Subscription {
  readonly link: BackplaneLink;
  readonly subscriber: BackplaneSubscriber;
}

export class InProcessBackplane implements Backplane {
  readonly #subscriptions = new Map<string, Set<Subscription>>();

  join(_node: string): BackplaneLink {
    const link: BackplaneLink = {
      publish: (subject, envelope) => {
        for (const subscription of this.#subscriptions.get(subject) ?? []) {
          if (subscription.link !== link) subscription.subscriber.receive(envelope);
        }
      },
      invoke: async (subject, invocation) => {
        for (const { link: other, subscriber } of this.#subscriptions.get(subject) ?? []) {
          if (other !== link) return subscriber.invoke(invocation);
        }
        throw new ClientResultError('There is no connection with that id.');
      },
      subscribe: (subject, subscriber) => {
        const subscription = { link, subscriber };
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
