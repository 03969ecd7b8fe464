// The events of deals. Each names the deal and its member, and contains everything that a reader needs.

import type { DealOrigin, DealState, Side } from '@openpit/terms';
import type { EpochMs, Lots, Money, Price } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { OptionDealt } from '../pricing/option-dealt.ts';
import type { OrderOwner } from '../rights/owner.ts';
import type { DealTerms } from './deal.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

/** One side of a deal matched in a book. `left` is the remaining lots of its order. */
export interface DealSide {
  readonly dealSeq: number;
  readonly activeOrderSeq: number;
  readonly left: Lots;
  readonly owner: OrderOwner;
  /** Booking fee, VAT included; null if the market charges none. */
  readonly fee: Money | null;
}
export interface DealMade {
  readonly kind: 'dealMade';
  /** Shared by the two sides. */
  readonly matchSeq: number;
  readonly contract: string;
  readonly price: Price;
  readonly lots: Lots;
  /** Price times lots times tons. */
  readonly amount: Money;
  /** The side that dealt with a resting order; null in a call auction, where both waited. */
  readonly aggressor: Side | null;
  readonly origin: DealOrigin;
  /** Shared by the deals of a package, such as the legs of a pair; null for a single deal. */
  readonly linkedGroup: number | null;
  /** The volatility of an option when it was dealt. */
  readonly option: OptionDealt | null;
  readonly buy: DealSide;
  readonly sell: DealSide;
}

/** One side of a deal that was not matched in a book: reported and accepted, passed on, or derived from other deals. */
export interface DealBooked extends DealTerms {
  readonly kind: 'dealBooked';
  readonly dealSeq: number;
  readonly amount: Money;
  readonly fee: Money | null;
}
/** A deal was replaced, cancelled, offered to another member, or returned from there. */
export interface DealStateChanged {
  readonly kind: 'dealStateChanged';
  readonly dealSeq: number;
  readonly member: string;
  readonly state: DealState;
  readonly linkedGroup: number | null;
  /** The booking fee of the deal in the new state. */
  readonly fee: Money | null;
}
/** A deal was moved to another account. The audit names the old and the new account and who moved it. */
export interface DealMoved {
  readonly kind: 'dealMoved';
  readonly dealSeq: number;
  readonly what: 'principal' | 'subAccount';
  readonly from: OrderOwner;
  readonly to: OrderOwner;
  /** The booking fee for the new account. */
  readonly fee: Money | null;
  /** The dealer who moved it. */
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
/** The item was accepted or withdrawn, or it expired; the state tells these apart. */
export interface UnmatchedDealEnded {
  readonly kind: 'unmatchedDealEnded';
  readonly item: UnmatchedDeal;
}

/** The day's figures of a contract after the correction; all null if no deal is left. */
export interface CorrectedFigures {
  readonly last: Price | null;
  readonly lastLots: Lots | null;
  readonly lastAt: EpochMs | null;
  readonly high: Price | null;
  readonly low: Price | null;
  /** Price of the day's first deal. */
  readonly open: Price | null;
}
interface DealCorrected extends CorrectedFigures {
  readonly matchSeq: number;
  readonly contract: string;
  readonly lots: Lots;
  /** Its dealt price. */
  readonly price: Price;
  /** The two sides of the match; empty for a package, because accounts hold only the deals that it printed. */
  readonly sides: readonly { readonly dealSeq: number; readonly member: string; readonly userId: string }[];
  readonly reason: string;
  readonly origin: DealOrigin;
}
interface DealAndUser {
  readonly dealSeq: number;
  readonly member: string;
  readonly userId: string;
}
/** An error trade was cancelled, together with everything that members had derived from it. */
export interface DealCancelled extends DealCorrected {
  readonly kind: 'dealCancelled';
  /** Derived deals that counted until now. Omitted by earlier rules, which cancelled no such deals. */
  readonly made?: readonly DealAndUser[];
  /** Deals of other matches that were cumulated with it and are open again, unchanged. */
  readonly restored?: readonly DealAndUser[];
}
/** An error trade was repriced. */
export interface DealRepriced extends DealCorrected {
  readonly kind: 'dealRepriced';
  readonly newPrice: Price;
  readonly newAmount: Money;
  readonly option: OptionDealt | null;
}

export type DealEvent =
  | DealMade
  | DealBooked
  | DealStateChanged
  | DealMoved
  | UnmatchedDealInserted
  | UnmatchedDealEdited
  | UnmatchedDealEnded
  | DealCancelled
  | DealRepriced;

export const dealEvents: EventKinds<DealEvent> = {
  dealMade: true,
  dealBooked: true,
  dealStateChanged: true,
  dealMoved: true,
  unmatchedDealInserted: true,
  unmatchedDealEdited: true,
  unmatchedDealEnded: true,
  dealCancelled: true,
  dealRepriced: true,
};
