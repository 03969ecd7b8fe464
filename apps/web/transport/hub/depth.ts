// Depth over the hub: the connection with the contracts that open panels watch (HUB-1, HUB-5), and the snapshots and updates that
// it receives (MODEL-2).
import { applyDepthUpdates, type DepthSnapshot, type DepthSnapshotUpdate } from '@openpit/wire';
import type { DepthStore } from '../../stores/stores.ts';
import type { OpenLink } from './open-link.ts';
import { createReferenceCounts } from './reference-counts.ts';

export interface DepthReceiver {
  /** Throws `No contract found for snapshot`. */
  snapshot(payload: DepthSnapshot): void;
  /** Throws `No contract for depth update`, and RangeError for a row or a cell that does not exist. */
  update(payload: DepthSnapshotUpdate): void;
}

/**
 * Depth arrives as a snapshot, followed by updates of single cells. An update applies only to the state from which it was derived; any
 * other update requests the snapshot again. Depth of an unknown contract is an error (HUB-6).
 */
export function createDepthReceiver({
  store,
  isKnown,
  isMarketLoaded,
  isWatched,
  requestAgain,
}: {
  store: DepthStore;
  isKnown: (displaySeq: number) => boolean;
  isMarketLoaded: () => boolean;
  isWatched: (displaySeq: number) => boolean;
  requestAgain: () => void;
}): DepthReceiver {
  /** False while the market is not loaded yet; throws for a contract that does not exist. */
  function isReady(displaySeq: number, message: string): boolean {
    if (isKnown(displaySeq)) return true;
    if (isMarketLoaded()) throw new Error(message, { cause: { DisplaySeq: displaySeq } });
    return false;
  }

  return {
    snapshot({ DisplaySeq, DepthRows, seq }) {
      if (!isReady(DisplaySeq, 'No contract found for snapshot')) return;
      if (isWatched(DisplaySeq)) store.set(DisplaySeq, { rows: DepthRows, seq, status: 'received' });
    },
    update({ DisplaySeq, Updates, prev, seq }) {
      if (!isReady(DisplaySeq, 'No contract for depth update')) return;
      const before = store.get(DisplaySeq);
      if (!isWatched(DisplaySeq) || before.status !== 'received' || seq <= before.seq) return;
      if (prev !== before.seq) {
        store.setStatus(DisplaySeq, 'loading');
        requestAgain();
        return;
      }
      store.set(DisplaySeq, { rows: applyDepthUpdates(before.rows, Updates), seq, status: 'received' });
    },
  };
}

/** The hub's own limit of contracts per depth connection. */
const maxDepthContracts = 50;

interface DepthFeed {
  /** Keeps this contract's depth up to date; the returned function stops it. */
  watch(displaySeq: number): () => void;
  isWatched(displaySeq: number): boolean;
  /** Requests the snapshots again, after a gap. */
  subscribe(): void;
  /**
   * Notices that the connection was made, lost or fell silent. Called after each change of its state, and a few times per second. Depth
   * that is no longer received becomes old, and all depth restarts from snapshots afterwards.
   */
  checkConnection(): void;
  /** Subscribes again when a watched contract has no depth yet. */
  subscribeMissing(): void;
}

type DepthLink = Pick<OpenLink, 'state' | 'isSilent' | 'lastMessageAt' | 'invoke'>;

interface DepthFeedOptions {
  readonly store: DepthStore;
  /** Opens the connection; it calls `checkConnection` after each change of its state. */
  readonly open: () => DepthLink;
  readonly delays: () => { readonly connectMs: number; readonly subscribeMs: number };
  readonly onFailed: (error: unknown) => void;
}

/**
 * The depth connection (HUB-1, HUB-5): it opens 1 s after the first depth panel, subscribes 2 s after it, and from then on immediately
 * whenever the open panels change. SubscribeDepth replaces the earlier subscription, so it always names all contracts.
 */
export function createDepthFeed({ store, open, delays, onFailed }: DepthFeedOptions): DepthFeed {
  let link: DepthLink | undefined;
  /** False while nothing arrives over the connection. */
  let isReceiving = false;
  /** The contracts of the last subscription over this connection. */
  let subscribed: readonly number[] = [];
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

  /** Panels that open or close in the same task share one call. */
  function subscribe(): void {
    if (isScheduled || !maySubscribe) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      if (link === undefined || !isReceiving) return;
      const all = watched.keys();
      // A book that no screen shows is not kept: it would be older than the time at which prices stop.
      for (const displaySeq of subscribed) if (!watched.has(displaySeq)) store.remove(displaySeq);
      const requested = all.slice(-maxDepthContracts);
      subscribed = requested;
      for (const displaySeq of all) {
        const isBeyondLimit = !requested.includes(displaySeq);
        if (isBeyondLimit) store.setStatus(displaySeq, 'error');
        else if (store.get(displaySeq).status !== 'received') store.setStatus(displaySeq, 'loading');
      }
      link.invoke('SubscribeDepth', requested).catch((error: unknown) => {
        for (const displaySeq of requested)
          if (store.get(displaySeq).status === 'loading') store.setStatus(displaySeq, 'error');
        onFailed(error);
      });
    });
  }

  return {
    watch: (displaySeq) => watched.acquire([displaySeq]),
    isWatched: (displaySeq) => watched.has(displaySeq),
    subscribe,
    checkConnection() {
      const wasReceiving = isReceiving;
      isReceiving = link?.state() === 'Connected' && !link.isSilent();
      if (isReceiving === wasReceiving) return;
      for (const displaySeq of subscribed)
        store.setStatus(displaySeq, 'old', link?.lastMessageAt() ?? undefined);
      subscribed = [];
      subscribe();
    },
    subscribeMissing() {
      if (watched.keys().some((displaySeq) => store.get(displaySeq).status !== 'received')) subscribe();
    },
  };
}
