// The messages between the market and the thread of its follower.
import type { SavedProjections } from '@openpit/projections';
import type { SequencedCommand, StateHash, VenueSnapshot } from '@openpit/venue';

export interface FollowerProtocol {
  readonly start: {
    readonly snapshotFolder: string;
    readonly venue: VenueSnapshot;
    readonly projections: SavedProjections;
  };
  readonly calls: {
    /** Keeps the state as it is after the commands so far, ready to be written. */
    keep: { params: null; result: { readonly seq: number; readonly stateHash: StateHash } };
    /** Writes what was kept. */
    write: { params: null; result: undefined };
  };
  /** Commands that are durable and handled, in order. */
  readonly toThread: readonly SequencedCommand[];
  readonly fromThread: never;
}
