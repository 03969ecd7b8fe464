// What the venue says to a command: accepted with its events, or rejected with a reason. This is also a line of the
// outcome log, from which screens and history are made.
import type { Actor, CommandKind, InsertOrder } from './commands.ts';
import type { UnmatchedState } from './deals/unmatched-deal.ts';
import type { VenueEvent } from './events.ts';
import type { EpochMs, Lots, Side } from './kernel/units.ts';
import type { OptionPricing } from './options/option-terms.ts';
import type { Rejection } from './rejections.ts';

/** `Pre-market`: it waits for an opening. */
export type OrderState =
  | 'Pre-market'
  | 'Active'
  | 'Suspended'
  | 'Filled'
  | 'Cancelled'
  | 'Killed'
  | 'Expired';

/** What an accepted order command says of its order. */
export interface OrderAnswer {
  readonly kind: 'order';
  readonly activeOrderSeq: number;
  readonly state: OrderState;
  readonly remaining: Lots;
  readonly dealt: Lots;
  readonly ref: string;
  /** What a volatility came to, and of a delta its hedge; left out where the price was given as it is. */
  readonly pricing?: OptionPricing;
  readonly hedge?: HedgeAnswer;
}

/** The hedge of a delta order if it deals whole; of each deal it is computed anew, so that parts may differ by a lot. */
export interface HedgeAnswer {
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
}

/** The contracts of a new strike. */
export interface StrikeAnswer {
  readonly kind: 'strike';
  readonly contracts: readonly string[];
}

/** Both sides of a two-way quote. */
export interface DoubleAnswer {
  readonly kind: 'double';
  readonly bid: OrderAnswer;
  readonly offer: OrderAnswer;
}

/** The orders on which an all-action acted. */
export interface OrdersAnswer {
  readonly kind: 'orders';
  readonly orders: readonly number[];
}

/** What stands after an action on deals: their numbers at the own member. */
export interface DealsAnswer {
  readonly kind: 'deals';
  readonly deals: readonly number[];
}

/** What became of an unmatched deal, and the own deals that came of it. */
export interface UnmatchedAnswer {
  readonly kind: 'unmatched';
  readonly unmatchedSeq: number;
  readonly state: UnmatchedState;
  readonly version: number;
  readonly deals: readonly number[];
}

export type Answer = OrderAnswer | DoubleAnswer | OrdersAnswer | DealsAnswer | UnmatchedAnswer | StrikeAnswer;

export type Verdict =
  | { readonly kind: 'accepted'; readonly answer: Answer | null }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

export interface Outcome {
  readonly seq: number;
  readonly at: EpochMs;
  readonly by: Actor;
  readonly requestId: string | null;
  readonly command: CommandKind;
  readonly verdict: Verdict;
  /** The order that was rejected, so that its dealer can be shown what became of it; null for everything else. */
  readonly rejected: InsertOrder | null;
  /** The sequence number whose answer this repeats, null when the command was new. */
  readonly repeats: number | null;
  /** Empty when rejected or repeated. */
  readonly events: readonly VenueEvent[];
}
