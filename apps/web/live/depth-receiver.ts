// Receives depth (MODEL-2): a snapshot, then updates of single cells. An update applies only to the state from which it
// was made; any other requests the snapshot again. Depth of an unknown contract is an error (HUB-6).
import { applyDepthUpdates, type DepthSnapshot, type DepthSnapshotUpdate } from '@openpit/wire';
import type { DepthStore } from '../stores/depth-store.ts';

export interface DepthReceiver {
  /** Throws `No contract found for snapshot`. */
  snapshot(payload: DepthSnapshot): void;
  /** Throws `No contract for depth update`, and RangeError for a row or a cell that does not exist. */
  update(payload: DepthSnapshotUpdate): void;
}

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
      if (isWatched(DisplaySeq)) store.set(DisplaySeq, { rows: DepthRows, seq, status: 'success' });
    },
    update({ DisplaySeq, Updates, prev, seq }) {
      if (!isReady(DisplaySeq, 'No contract for depth update')) return;
      const before = store.get(DisplaySeq);
      if (!isWatched(DisplaySeq) || before.status !== 'success' || seq <= before.seq) return;
      if (prev !== before.seq) {
        store.setStatus(DisplaySeq, 'loading');
        requestAgain();
        return;
      }
      store.set(DisplaySeq, { rows: applyDepthUpdates(before.rows, Updates), seq, status: 'success' });
    },
  };
}
