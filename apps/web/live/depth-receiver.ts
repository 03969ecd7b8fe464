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
  isWatched,
  requestAgain,
}: {
  store: DepthStore;
  isKnown: (displaySeq: number) => boolean;
  isWatched: (displaySeq: number) => boolean;
  requestAgain: () => void;
}): DepthReceiver {
  return {
    snapshot({ DisplaySeq, DepthRows, seq }) {
      if (!isKnown(DisplaySeq)) throw new Error('No contract found for snapshot', { cause: { DisplaySeq } });
      if (isWatched(DisplaySeq)) store.set(DisplaySeq, { rows: DepthRows, seq, status: 'success' });
    },
    update({ DisplaySeq, Updates, prev, seq }) {
      if (!isKnown(DisplaySeq)) throw new Error('No contract for depth update', { cause: { DisplaySeq } });
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
