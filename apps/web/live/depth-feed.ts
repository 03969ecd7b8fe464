// The depth connection (HUB-1, HUB-5): it opens 1 s after the first depth panel, subscribes 2 s after it, and from then on
// at once whenever the open panels change. SubscribeDepth replaces the earlier subscription, so it always names all contracts.
import type { DepthStore } from '../stores/depth-store.ts';
import type { HubLink } from './hub-connection.ts';
import { createReferenceCounts } from './reference-counts.ts';

/** The hub's own limit of contracts per depth connection. */
export const maxDepthContracts = 50;

export interface DepthFeed {
  /** Keeps this contract's depth up to date; returns the way to stop. */
  watch(displaySeq: number): () => void;
  isWatched(displaySeq: number): boolean;
  /** Requests the snapshots again, after a gap. */
  subscribe(): void;
  /** The connection has been made, for the first time or again: all depth starts from snapshots. */
  connected(): void;
  /** Subscribes again when a watched contract has no depth yet. */
  subscribeMissing(): void;
}

export interface DepthFeedOptions {
  readonly store: DepthStore;
  /** Opens the connection; it calls `connected` each time it is made. */
  readonly open: () => Pick<HubLink, 'state' | 'invoke'>;
  readonly delays: () => { readonly connectMs: number; readonly subscribeMs: number };
  readonly onFailed: (error: unknown) => void;
}

export function createDepthFeed({ store, open, delays, onFailed }: DepthFeedOptions): DepthFeed {
  let link: Pick<HubLink, 'state' | 'invoke'> | undefined;
  let hasStarted = false;
  let maySubscribe = false;
  let isScheduled = false;
  const watched = createReferenceCounts<number>(watchedChanged);

  function watchedChanged(): void {
    if (hasStarted) {
      subscribe();
      return;
    }
    hasStarted = true;
    const { connectMs, subscribeMs } = delays();
    setTimeout(() => {
      link = open();
    }, connectMs);
    setTimeout(() => {
      maySubscribe = true;
      subscribe();
    }, subscribeMs);
  }

  /** Several panels that open or close in the same task make one call. */
  function subscribe(): void {
    if (isScheduled || !maySubscribe) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      if (link?.state() !== 'Connected') return;
      const all = watched.keys();
      const subscribed = all.slice(-maxDepthContracts);
      for (const displaySeq of all) {
        const isBeyondLimit = !subscribed.includes(displaySeq);
        if (isBeyondLimit) store.setStatus(displaySeq, 'error');
        else if (store.get(displaySeq).status !== 'success') store.setStatus(displaySeq, 'loading');
      }
      link.invoke('SubscribeDepth', subscribed).catch((error: unknown) => {
        for (const displaySeq of subscribed)
          if (store.get(displaySeq).status === 'loading') store.setStatus(displaySeq, 'error');
        onFailed(error);
      });
    });
  }

  return {
    watch: (displaySeq) => watched.acquire([displaySeq]),
    isWatched: (displaySeq) => watched.has(displaySeq),
    subscribe,
    connected() {
      for (const displaySeq of watched.keys()) store.setStatus(displaySeq, 'loading');
      subscribe();
    },
    subscribeMissing() {
      if (watched.keys().some((displaySeq) => store.get(displaySeq).status !== 'success')) subscribe();
    },
  };
}
