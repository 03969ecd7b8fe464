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

/** An option as a formula must know it. */
export interface OptionTerms {
  /** The future. */
  readonly underlying: string;
  readonly type: 'call' | 'put';
  readonly strike: Cents;
  /** Time to expiry. */
  readonly years: number;
  /** At which it was marked, in hundredths of a percent. */
  readonly volatility: number;
}

/** What the option writer quotes: an option in premium, a delta in volatility, a split or a spread in difference. */
export type QuotedPackage =
  | { readonly kind: 'option'; readonly contract: string; readonly tick: Cents; readonly option: OptionTerms }
  | {
      readonly kind: 'delta';
      readonly contract: string;
      /** Of its volatility, in hundredths of a percent. */
      readonly tick: Cents;
      readonly option: OptionTerms;
      /** The option that it deals together with its hedge. */
      readonly outright: string;
    }
  | {
      readonly kind: 'pair';
      readonly contract: string;
      readonly tick: Cents;
      readonly legs: {
        readonly plus: string;
        readonly minus: string;
        /** Lots of each in one lot of the pair. */
        readonly plusLots: number;
        readonly minusLots: number;
      };
    };

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
