// What a participant must know of a contract to trade it. Prices are cents per ton.
import type { Cents } from '@openpit/venue';

export interface QuotedContract {
  readonly contract: string;
  readonly instrument: string;
  readonly tick: Cents;
  /** Where the participants believe it stands at the start: the last deal, else the MTM. */
  readonly start: Cents;
  readonly limits: { readonly low: Cents; readonly high: Cents } | null;
}

/** An option, a delta, a split or a spread, as the option writer must know it. */
export interface QuotedPackage {
  readonly contract: string;
  readonly kind: 'option' | 'delta' | 'pair';
  /** Of a pair. */
  readonly tick: Cents;
  /** Hundredths of a percent of volatility; of a pair its difference in cents. */
  readonly fair: number;
  /** The futures of a pair, whose deals say where it stands; null for the others. */
  readonly legs: { readonly plus: string; readonly minus: string } | null;
}

/** An order of a participant that is still open from before, for instance over a restart. */
export interface OpenOrder {
  readonly activeOrderSeq: number;
  readonly userId: string;
}

/** A position that a participant holds from before. */
export interface HeldPosition {
  readonly contract: string;
  readonly userId: string;
  readonly net: number;
}

export interface Participant {
  readonly userId: string;
  readonly principal: string;
}
