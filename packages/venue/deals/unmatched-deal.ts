// An item that one member has entered and another must accept (market/deals.md, Unmatched deals): a reported deal, or a deal that is
// passed on. Both sides and the operator refer to it by one number.
import type { Side, UnmatchedState, UnmatchedType } from '@openpit/terms';
import type { EpochMs, Lots } from '../kernel/units.ts';
import type { OrderOwner } from '../rights/owner.ts';

export interface UnmatchedDeal {
  readonly unmatchedSeq: number;
  readonly type: UnmatchedType;
  readonly contract: string;
  /**
   * The entering member's side. The other member receives the opposite side of a report, or the same side of a deal passed on.
   */
  readonly side: Side;
  readonly lots: Lots;
  /** Cents per ton times lots. */
  readonly value: number;
  readonly owner: OrderOwner;
  /** The member that it is addressed to. */
  readonly counterparty: string;
  /** The other client of a cross, otherwise null. */
  readonly counterpartyPrincipal: string | null;
  /** The accepting account; null until then. */
  readonly accepted: OrderOwner | null;
  readonly state: UnmatchedState;
  /** Counts the edits, so that a user can accept only the terms shown on the screen. */
  readonly version: number;
  /** The deal that is passed on; null for a report. */
  readonly dealSeq: number | null;
  readonly capturedAt: EpochMs;
}
