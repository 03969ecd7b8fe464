// The answers to accepted commands on deals.
import type { UnmatchedState } from '@openpit/terms';

/** The numbers of the deals that the action has created or left at the user's member. */
export interface DealsAnswer {
  readonly kind: 'deals';
  readonly deals: readonly number[];
}

/** The state of an unmatched deal after the action, and the user's deals that it has created or released. */
export interface UnmatchedAnswer {
  readonly kind: 'unmatched';
  readonly unmatchedSeq: number;
  readonly state: UnmatchedState;
  readonly version: number;
  readonly deals: readonly number[];
}
