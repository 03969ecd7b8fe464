// What one member has captured and another must accept: a deal agreed off-screen, or one that is passed on (domain §4.9, §5.2). As
// a deal has a number for each side, so has this: the capturing member's and the addressed member's.
import type { OrderOwner } from '../events.ts';
import type { EpochMs, Lots, Side } from '../kernel/units.ts';

export type UnmatchedType = 'reported' | 'assign' | 'tripartite';
export type UnmatchedState = 'Waiting' | 'Accepted' | 'Withdrawn' | 'Expired';

export interface UnmatchedDeal {
  /** Its number at the member that captured it. */
  readonly ownSeq: number;
  /** Its number at the member to which it is addressed. */
  readonly theirSeq: number;
  readonly type: UnmatchedType;
  readonly contract: string;
  /** Of the capturing member: the other gets the opposite side of a report, and the same side of a deal passed on. */
  readonly side: Side;
  readonly lots: Lots;
  /** Cents per ton times lots. */
  readonly value: number;
  readonly owner: OrderOwner;
  /** The member to which it is addressed. */
  readonly counterparty: string;
  /** The other client of a cross, else null. */
  readonly counterpartyPrincipal: string | null;
  /** Who took it; null while nobody has. */
  readonly accepted: OrderOwner | null;
  readonly state: UnmatchedState;
  /** Counts the edits, so that nobody accepts other terms than he saw. */
  readonly version: number;
  /** The deal that is passed on; null for a report. */
  readonly dealSeq: number | null;
  readonly capturedAt: EpochMs;
}
