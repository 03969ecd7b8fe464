// Depth as it comes in (MODEL-2): a snapshot, then updates of single cells. An update fits only on the very state that it
// was made from; any other asks for the snapshot again. Depth of a contract that we do not know is an error (HUB-6).
import { applyDepthUpdates, type DepthSnapshot, type DepthSnapshotUpdate } from '@openpit/wire';
import type { DepthStore } from '../stores/depth-store.ts';

export interface DepthIntake {
  /** Throws `No contract found for snapshot`. */
  snapshot(payload: DepthSnapshot): void;
  /** Throws `No contract for depth update`, and RangeError for a row or a cell that does not exist. */
  update(payload: DepthSnapshotUpdate): void;
}

export function createDepthIntake({
  store,
  isKnown,
  isMarketLoaded,
  isWatched,
  askAgain,
}: {
  store: DepthStore;
  isKnown: (displaySeq: number) => boolean;
  isMarketLoaded: () => boolean;
  isWatched: (displaySeq: number) => boolean;
  askAgain: () => void;
}): DepthIntake {
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
        askAgain();
        return;
      }
      store.set(DisplaySeq, { rows: applyDepthUpdates(before.rows, Updates), seq, status: 'success' });
    },
  };
}
