// One member's side of a deal that another member must accept (data set 8, PANEL-11): reported, or passed on.
// The member that reported or assigned it and the member that it is addressed to have one row each, with the same
// number; a cross between two of the member's clients is one row, from the side that was reported. Prices are rand per
// ton, quantities lots, times epoch milliseconds.
import type { Capacity, Side, UnmatchedState, UnmatchedType } from '@openpit/terms';

export interface UnmatchedDealRow {
  /** The key: its number, the same for both members. */
  readonly unmatchedSeq: number;
  readonly time: number;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  /** The side of this member. */
  readonly side: Side;
  readonly qty: number;
  readonly price: number;
  readonly value: number;
  /**
   * `captured`: reported or assigned by this member. `addressed`: to this member, which must accept. `cross`: both, between
   * two clients of this member.
   */
  readonly role: 'captured' | 'addressed' | 'cross';
  readonly type: UnmatchedType;
  readonly state: UnmatchedState;
  /** Sent with an acceptance, so that nobody accepts other terms than those on the screen. */
  readonly version: number;
  readonly member: string;
  /** This member's account; null until it is chosen. */
  readonly principal: string | null;
  readonly subAccount: string | null;
  readonly capacity: Capacity | null;
  /** This member's dealer; null until a dealer has acted, and for a cross until it has ended. */
  readonly dealer: string | null;
  readonly ref: string;
  readonly counterparty: string;
  /** The other side's principal; null before the acceptance, except for a cross. */
  readonly theirPrincipal: string | null;
  /** The deal that is passed on, for its member. */
  readonly dealSeq: number | null;
  /** The business day at the end of whose administration phase it expires. */
  readonly expires: string;
}
