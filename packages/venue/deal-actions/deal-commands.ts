// The commands on deals and unmatched deals (market/deals.md, Deals, Unmatched deals). Each is named after its permission, with the
// specification's spelling.
import type { Capacity, Side } from '@openpit/terms';
import type { Lots, Price } from '../kernel/units.ts';

/** The target account of a deal. The capacity follows from the principal and, if given, must agree with it. */
export interface DealAccount {
  readonly principal: string;
  readonly subAccount?: string | null;
  readonly capacity?: Capacity | null;
}

/** One part of a split deal; dealer and ref are unchanged if null or omitted. */
export interface DealPart extends DealAccount {
  readonly lots: Lots;
  readonly dealer?: string | null;
  readonly ref?: string | null;
}
export interface SplitDeal {
  readonly kind: 'splitDeal';
  readonly dealSeq: number;
  readonly parts: readonly DealPart[];
}
export interface CumulateDeal {
  readonly kind: 'cumulateDeal';
  readonly dealSeqs: readonly number[];
  /** Whether deals at different prices may be cumulated at their average; false by default. */
  readonly averagePrice?: boolean;
}
export interface CorrectDealPrinciple extends DealAccount {
  readonly kind: 'correctDealPrinciple';
  readonly dealSeq: number;
}
export interface SubAccountChange {
  readonly kind: 'subAccountChange';
  readonly dealSeq: number;
  /** Null removes the deal from its sub-account. */
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
  /** Client and carrying member of a registered arrangement with the user's member as executor. */
  readonly client: string;
  readonly carryingMember: string;
}

/** A deal agreed off-screen, from the reporting member's side. */
export interface InsertUnmatchedDeal extends DealAccount {
  readonly kind: 'insertUnmatchedDeal';
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
  readonly price: Price;
  /** The member on the other side. */
  readonly counterparty: string;
  /** The other client if the user's member is on both sides; otherwise null or omitted. */
  readonly counterpartyPrincipal?: string | null;
  readonly ref?: string;
}
/** Fields that are null stay unchanged. A principal without sub-account removes the deal from its sub-account. */
export interface EditUnmatchedDeal {
  readonly kind: 'editUnmatchedDeal';
  readonly unmatchedSeq: number;
  readonly lots: Lots | null;
  readonly price: Price | null;
  readonly account: DealAccount | null;
}
export interface DeleteUnmatchedDeal {
  readonly kind: 'deleteUnmatchedDeal';
  readonly unmatchedSeq: number;
}
export interface AcceptUnmatchedDeal extends DealAccount {
  readonly kind: 'acceptUnmatchedDeal';
  readonly unmatchedSeq: number;
  /** The version of the terms that is accepted. */
  readonly version: number;
  /** The accepting dealer if null or omitted. */
  readonly dealer?: string | null;
  readonly ref?: string;
}

/** The operator cancels an error trade (market/deals.md, Error trades). */
export interface CancelDeal {
  readonly kind: 'cancelDeal';
  readonly matchSeq: number;
  readonly reason: string;
}
/** The operator gives an error trade another price. */
export interface RepriceDeal {
  readonly kind: 'repriceDeal';
  readonly matchSeq: number;
  readonly price: Price;
  readonly reason: string;
}

/** The commands of members on deals. */
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
