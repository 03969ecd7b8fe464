// The commands and events of valuations (market/money.md, MTM). The commands come from the schedule and from the operator.
import type { IsoDate } from '../kernel/civil-date.ts';
import type { Money, Price } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { DayMark } from '../prices/prices-module.ts';

/** Values the market as if the day ended now, without changing anything. */
export interface ValueMarket {
  readonly kind: 'valueMarket';
}
/** Sets a different MTM for a future whose trading has ended, and values the market again with it. */
export interface CorrectMtm {
  readonly kind: 'correctMtm';
  readonly contract: string;
  readonly mtm: Price;
  readonly reason: string;
}
/** The day ends with the MTM of this valuation, which must be the latest. */
export interface ApproveMtm {
  readonly kind: 'approveMtm';
  readonly run: number;
}

/** A contract's MTM by a valuation. */
export type ValuedContract = Omit<DayMark, 'limits'>;

/** An account by a valuation, its sub-accounts added up. */
export interface ValuedAccount {
  readonly member: string;
  readonly principal: string;
  /** Positive if the account would receive it, negative if it would pay. */
  readonly variationMargin: Money;
  /** The initial margin that it would need. */
  readonly initialMargin: Money;
}

/** The market was valued; provisional until the operator approves it or the day ends. */
export interface MarketValued {
  readonly kind: 'marketValued';
  readonly businessDay: IsoDate;
  /** Counts the valuations of the day from 1. */
  readonly run: number;
  /** Whether trading had ended in all futures, so that the valuation can be approved. */
  readonly isFinal: boolean;
  /** In the order of listing, without expired contracts. */
  readonly marks: readonly ValuedContract[];
  /** The accounts with positions, by code. */
  readonly accounts: readonly ValuedAccount[];
}
/** The operator has corrected the MTM of a future; the next event is the valuation with it. */
interface MtmCorrected {
  readonly kind: 'mtmCorrected';
  readonly businessDay: IsoDate;
  readonly contract: string;
  readonly mtm: Price;
  readonly reason: string;
}
interface MtmApproved {
  readonly kind: 'mtmApproved';
  readonly businessDay: IsoDate;
  readonly run: number;
}

export type MtmEvent = MarketValued | MtmCorrected | MtmApproved;

export const mtmEvents: EventKinds<MtmEvent> = { marketValued: true, mtmCorrected: true, mtmApproved: true };
