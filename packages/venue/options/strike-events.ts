// What happens to strikes.
import type { ContractListing } from '../events.ts';
import type { Cents } from '../kernel/units.ts';

/** Four contracts more: call, put and their delta twins. */
export interface StrikeAdded {
  readonly kind: 'strikeAdded';
  readonly instrument: string;
  readonly contractDate: string;
  readonly strike: Cents;
  readonly contracts: readonly ContractListing[];
}
