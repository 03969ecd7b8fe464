// One member's side of a deal that another must accept (data set 8, PANEL-11): reported, or passed on. Who captured it and to whom it is
// addressed have a row each, with numbers of their own; a cross between two own clients gives the member both rows. Prices are
// rand per ton, quantities lots, times epoch milliseconds.
import type { Capacity, Side, UnmatchedState, UnmatchedType } from '@openpit/terms';

export interface UnmatchedDealRow {
  /** The key: the number of this side. */
  readonly unmatchedSeq: number;
  readonly time: number;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  /** Of this member: what it has, or would have. */
  readonly side: Side;
  readonly qty: number;
  readonly price: number;
  readonly value: number;
  /** `captured`: mine, waiting for the other side. `addressed`: waiting for me. */
  readonly role: 'captured' | 'addressed';
  readonly type: UnmatchedType;
  readonly state: UnmatchedState;
  /** Goes with an acceptance, so that nobody accepts other terms than he saw. */
  readonly version: number;
  readonly member: string;
  /** My account; null where nobody has chosen it yet. */
  readonly principal: string | null;
  readonly subAccount: string | null;
  readonly capacity: Capacity | null;
  /** My dealer; null where nobody has dealt with it yet. */
  readonly dealer: string | null;
  readonly ref: string;
  readonly counterparty: string;
  /** The other side's principal: once accepted, and in a cross from the beginning. */
  readonly theirPrincipal: string | null;
  /** The deal that is passed on, for the member whose it is. */
  readonly dealSeq: number | null;
  /** The business day with whose admin period it ends. */
  readonly expires: string;
}
