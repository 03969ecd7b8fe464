// The deal actions of domain §5.2 as commands; each is named after its flag, with the specification's spelling.
import type { Capacity, Cents, Lots, Side } from '../kernel/units.ts';

/** To whom a deal is to belong. The capacity follows from the principal; where it is given it must agree. */
export interface DealAccount {
  readonly principal: string;
  readonly subAccount: string | null;
  readonly capacity: Capacity | null;
}

/** One part of a deal that is split; null leaves dealer or ref as they are. */
export interface DealPart extends DealAccount {
  readonly lots: Lots;
  readonly dealer: string | null;
  readonly ref: string | null;
}
export interface SplitDeal {
  readonly kind: 'splitDeal';
  readonly dealSeq: number;
  readonly parts: readonly DealPart[];
}
export interface CumulateDeal {
  readonly kind: 'cumulateDeal';
  readonly dealSeqs: readonly number[];
  /** Whether deals of other prices may come together at their average. */
  readonly averagePrice: boolean;
}
export interface CorrectDealPrinciple extends DealAccount {
  readonly kind: 'correctDealPrinciple';
  readonly dealSeq: number;
}
export interface SubAccountChange {
  readonly kind: 'subAccountChange';
  readonly dealSeq: number;
  /** Null takes the deal out of its sub-account. */
  readonly subAccount: string | null;
}
export interface AssignDealToMember {
  readonly kind: 'assignDealToMember';
  readonly dealSeq: number;
  readonly member: string;
}
export interface TripartiteDeal {
  readonly kind: 'tripartiteDeal';
  readonly dealSeq: number;
  /** Client and carrying member of a registered arrangement in which the own member executes. */
  readonly client: string;
  readonly carryingMember: string;
}
/** A deal agreed off-screen, from the capturing member's side. */
export interface InsertUnmatchedDeal extends DealAccount {
  readonly kind: 'insertUnmatchedDeal';
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Cents;
  /** The member on the other side. */
  readonly counterparty: string;
  /** The other client where the own member is on both sides, else null. */
  readonly counterpartyPrincipal: string | null;
  readonly ref: string;
}
/** What is null stays. A principal without sub-account takes the deal out of one. */
export interface EditUnmatchedDeal {
  readonly kind: 'editUnmatchedDeal';
  readonly unmatchedSeq: number;
  readonly lots: Lots | null;
  readonly price: Cents | null;
  readonly account: DealAccount | null;
}
export interface DeleteUnmatchedDeal {
  readonly kind: 'deleteUnmatchedDeal';
  readonly unmatchedSeq: number;
}
export interface AcceptUnmatchedDeal extends DealAccount {
  readonly kind: 'acceptUnmatchedDeal';
  readonly unmatchedSeq: number;
  /** The version of the terms that was seen and is accepted. */
  readonly version: number;
  /** Null: the accepting dealer himself. */
  readonly dealer: string | null;
  readonly ref: string;
}

export type DealCommand =
  | SplitDeal
  | CumulateDeal
  | CorrectDealPrinciple
  | SubAccountChange
  | AssignDealToMember
  | TripartiteDeal
  | InsertUnmatchedDeal
  | EditUnmatchedDeal
  | DeleteUnmatchedDeal
  | AcceptUnmatchedDeal;
