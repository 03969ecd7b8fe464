// What a participant must know of a contract to quote it. Prices are cents per ton.
import type { Cents } from '@openpit/venue';

export interface QuotedContract {
  readonly contract: string;
  readonly tick: Cents;
  readonly mtm: Cents;
  readonly limits: { readonly low: Cents; readonly high: Cents } | null;
}

/** An order of the participant that is still open from before, for instance over a restart. */
export interface OpenOrder {
  readonly activeOrderSeq: number;
  readonly contract: string;
}

export interface Participant {
  readonly userId: string;
  readonly principal: string;
}
