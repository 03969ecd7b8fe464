// The messages between the market and the thread of its follower.
import type { PackedRows } from '@openpit/storage';
import type { StateHash } from '@openpit/venue';
import type { MarketBytes } from './snapshot-contents.ts';

export interface FollowerProtocol {
  readonly start: {
    readonly snapshotFolder: string;
    /** Undefined for a market without commands. */
    readonly state: MarketBytes | undefined;
  };
  readonly calls: {
    /** Captures the state after the commands so far, ready to be written. */
    keep: { params: null; result: { readonly seq: number; readonly stateHash: StateHash } };
    /**
     * How many milliseconds the thread has spent on commands since it last captured the state. A replay would repeat this work.
     */
    spent: { params: null; result: number };
    /** Writes the state that `keep` captured as a snapshot. Call it only when the outcomes up to that state are on disk. */
    write: { params: null; result: undefined };
  };
  /** Commands that are durable and handled, in order, as they are in the journal. */
  readonly toThread: PackedRows;
  readonly fromThread: never;
}
