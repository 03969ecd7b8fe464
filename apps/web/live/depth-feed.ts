// The depth connection (HUB-1, HUB-5): opened 1 s after the first depth panel asks, subscribed 2 s after, and from then on
// at once whenever the open panels change. SubscribeDepth replaces what was subscribed before, so it always names all.
import type { DepthStore } from '../stores/depth-store.ts';
import { createCounted } from './counted.ts';
import type { HubLink } from './hub-connection.ts';

/** The most contracts whose depth one connection may follow (the hub's own limit). */
export const maxDepthContracts = 50;

export interface DepthFeed {
  /** Keeps this contract's depth coming; returns the way to stop. */
  watch(displaySeq: number): () => void;
  isWatched(displaySeq: number): boolean;
  /** Asks for the snapshots anew, after a hole. */
  subscribe(): void;
  /** The connection stands, for the first time or again: whatever was known counts no more. */
  subscribeAfresh(): void;
  /** Subscribes again when a watched contract has no depth yet. */
  subscribeMissing(): void;
}

export interface DepthFeedOptions {
  readonly store: DepthStore;
  /** Opens the connection; it calls `subscribeAfresh` each time that it stands. */
  readonly open: () => Pick<HubLink, 'state' | 'invoke'>;
  readonly delays: () => { readonly connectMs: number; readonly subscribeMs: number };
  readonly onFailed: (error: unknown) => void;
}

export function createDepthFeed({ store, open, delays, onFailed }: DepthFeedOptions): DepthFeed {
  let link: Pick<HubLink, 'state' | 'invoke'> | undefined;
  let isBegun = false;
  let maySubscribe = false;
  let isAsked = false;
  const watched = createCounted<number>(wantedChanged);

  function wantedChanged(): void {
    if (isBegun) {
      subscribe();
      return;
    }
    isBegun = true;
    const { connectMs, subscribeMs } = delays();
    setTimeout(() => {
      link = open();
    }, connectMs);
    setTimeout(() => {
      maySubscribe = true;
      subscribe();
    }, subscribeMs);
  }

  /** Several panels that open or close in one turn make one call. */
  function subscribe(): void {
    if (isAsked || !maySubscribe) return;
    isAsked = true;
    queueMicrotask(() => {
      isAsked = false;
      if (link?.state() !== 'Connected') return;
      const all = watched.keys();
      const wanted = all.slice(-maxDepthContracts);
      for (const displaySeq of all) {
        const isBeyondLimit = !wanted.includes(displaySeq);
        if (isBeyondLimit) store.setStatus(displaySeq, 'error');
        else if (store.get(displaySeq).status !== 'success') store.setStatus(displaySeq, 'loading');
      }
      link.invoke('SubscribeDepth', wanted).catch((error: unknown) => {
        for (const displaySeq of wanted)
          if (store.get(displaySeq).status === 'loading') store.setStatus(displaySeq, 'error');
        onFailed(error);
      });
    });
  }

  return {
    watch: (displaySeq) => watched.want([displaySeq]),
    isWatched: (displaySeq) => watched.has(displaySeq),
    subscribe,
    subscribeAfresh() {
      for (const displaySeq of watched.keys()) store.setStatus(displaySeq, 'loading');
      subscribe();
    },
    subscribeMissing() {
      if (watched.keys().some((displaySeq) => store.get(displaySeq).status !== 'success')) subscribe();
    },
  };
}
