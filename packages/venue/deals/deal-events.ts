// What happens to deals after they were made, in the past tense. An event names both the deal and its member, and says all that
// a reader needs.
import type { OrderOwner } from '../events.ts';
import type { DealState, DealTerms } from './deal.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

/** A side of a deal that no book has matched: reported and accepted, passed on, or made of other deals. */
export interface DealBooked extends DealTerms {
  readonly kind: 'dealBooked';
  readonly dealSeq: number;
}
/** A deal was replaced, offered to another member, or has come back from there. */
export interface DealStateChanged {
  readonly kind: 'dealStateChanged';
  readonly dealSeq: number;
  readonly member: string;
  readonly state: DealState;
  readonly linkedGroup: number | null;
}
/** A deal belongs to another account: the audit of what it was and is, and by whom. */
export interface DealMoved {
  readonly kind: 'dealMoved';
  readonly dealSeq: number;
  readonly what: 'principal' | 'subAccount';
  readonly from: OrderOwner;
  readonly to: OrderOwner;
  /** The dealer who did it. */
  readonly by: string;
}
export interface UnmatchedDealInserted {
  readonly kind: 'unmatchedDealInserted';
  readonly item: UnmatchedDeal;
}
export interface UnmatchedDealEdited {
  readonly kind: 'unmatchedDealEdited';
  readonly item: UnmatchedDeal;
}
/** It was accepted, withdrawn, or its time is over: the item says which. */
export interface UnmatchedDealEnded {
  readonly kind: 'unmatchedDealEnded';
  readonly item: UnmatchedDeal;
}

export type DealEvent =
  | DealBooked
  | DealStateChanged
  | DealMoved
  | UnmatchedDealInserted
  | UnmatchedDealEdited
  | UnmatchedDealEnded;
