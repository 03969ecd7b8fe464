// What passes between the market and its follower on the other thread; every value can be structured-cloned.
import type { SavedProjections } from '@openpit/projections';
import type { SequencedCommand, StateHash, VenueSnapshot } from '@openpit/venue';

export interface FollowerStart {
  readonly snapshotFolder: string;
  readonly venue: VenueSnapshot;
  readonly projections: SavedProjections;
}

export type ToFollower =
  /** Commands that are durable and handled, in order. */
  | { readonly kind: 'commands'; readonly commands: readonly SequencedCommand[] }
  /** Keep the state as it is after the commands so far, ready to be written. */
  | { readonly kind: 'keep' }
  /** Write what was kept. */
  | { readonly kind: 'write' };

export type FromFollower =
  | { readonly kind: 'kept'; readonly seq: number; readonly stateHash: StateHash }
  | { readonly kind: 'written' }
  | { readonly kind: 'failed'; readonly message: string };
