// The commands and events of exercise and abandon (market/options.md, Exercise and abandon).
import type { DealAccount } from '../deal-actions/deal-commands.ts';
import type { Lots } from '../kernel/units.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { Account } from '../positions/position-ledger.ts';

/** Turns a long option into its future at the strike. */
export interface ExerciseOption extends DealAccount {
  readonly kind: 'exerciseOption';
  readonly contract: string;
  readonly lots: Lots;
}
/**
 * Keeps this many lots of a long option from being exercised automatically today. Replaces the account's earlier instruction; 0
 * withdraws it.
 */
export interface AbandonOption extends DealAccount {
  readonly kind: 'abandonOption';
  readonly contract: string;
  readonly lots: Lots;
}

export type ExpiryCommand = ExerciseOption | AbandonOption;

/** Part of an account's position in one contract. */
export interface AccountLots extends Account {
  readonly lots: Lots;
}

/** Options were closed at 0 and futures opened at the strike; the deals have their own events. */
export interface OptionExercised {
  readonly kind: 'optionExercised';
  readonly contract: string;
  /** The number of the option's lots. */
  readonly lots: Lots;
  /** True if the market exercised the option on the expiry day; false if a dealer did. */
  readonly isAutomatic: boolean;
  /** The long accounts. */
  readonly exercised: readonly AccountLots[];
  /** The short accounts. */
  readonly assigned: readonly AccountLots[];
}
/** The instruction for the account; 0 lots when it was withdrawn. */
export interface OptionAbandoned extends AccountLots {
  readonly kind: 'optionAbandoned';
  readonly positionSeq: number;
  readonly contract: string;
  /** The dealer who gave the instruction. */
  readonly dealer: string;
}
/** Options were closed at 0 without exercise: out of the money, or abandoned. */
export interface OptionLapsed {
  readonly kind: 'optionLapsed';
  readonly contract: string;
  readonly lots: Lots;
}
/** The positions in a future were closed at its last MTM. */
export interface FutureSettled {
  readonly kind: 'futureSettled';
  readonly contract: string;
  readonly lots: Lots;
}

export type ExpiryEvent = OptionExercised | OptionAbandoned | OptionLapsed | FutureSettled;

export const expiryEvents: EventKinds<ExpiryEvent> = {
  optionExercised: true,
  optionAbandoned: true,
  optionLapsed: true,
  futureSettled: true,
};
