// The facts of a contract that rows of other projections show.
import type { Price } from '@openpit/venue';

/** Stands for a member's code where the market does not disclose members. */
export const undisclosed = '****';

export interface ContractFacts {
  readonly displaySeq: number;
  readonly instrument: string;
  readonly tons: number;
  /** The tick of the instrument. */
  readonly tick: Price;
  readonly disclosesMembers: boolean;
}

export type FactsOf = (contract: string) => ContractFacts;
