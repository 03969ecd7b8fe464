// Listing contracts: they join the market with their first MTM and limits.
import type { Contract } from '../contracts/contract.ts';
import { type ContractListing, type FirstMarks, listingOf } from '../contracts/contract-listing.ts';
import { limitsAround } from '../limits/limits.ts';
import type { PricingState } from '../pricing/curves.ts';
import { daysLeft, optionMtm } from '../pricing/option-pricing.ts';
import { pairMtm } from '../pricing/pair-legs.ts';
import { type Addition, addContracts, type Market } from '../reference/market.ts';

/** Contracts listed after the first day: the next months of instruments whose contract has expired. */
export interface ContractsListed {
  readonly kind: 'contractsListed';
  readonly contracts: readonly ContractListing[];
}

/** The contracts of the addition as events publish them. Futures must be listed before the contracts that depend on them. */
export function listAddition(state: PricingState, market: Market, addition: Addition): ContractListing[] {
  const contracts = addContracts(market, addition);
  const series = contracts[0]?.option?.series;
  if (addition.kind === 'options' && series !== undefined && !state.curves.has(series))
    state.curves.set(series, { ...addition.series.curve });
  return contracts.map((contract) => {
    const marks = firstMarks(state, market, { contract, addition });
    state.prices.list(contract, marks.mtm);
    state.limits.list(contract, marks.limits);
    return listingOf(contract, marks);
  });
}

/** The same for an addition after the first day, which the market records. */
export function listLater(state: PricingState, market: Market, addition: Addition): ContractListing[] {
  const listed = listAddition(state, market, addition);
  market.later.push(addition);
  return listed;
}

function firstMarks(
  state: PricingState,
  { businessDay }: Market,
  { contract, addition }: { readonly contract: Contract; readonly addition: Addition },
): FirstMarks {
  const { option, pair, instrument } = contract;
  if (addition.kind === 'future') {
    const { mtm, openInterest } = addition.future;
    const limits = limitsAround(contract, { mtm, band: state.limits.bandOf(instrument), day: businessDay });
    return { mtm, limits, openInterest };
  }
  if (option !== null) {
    const { mtm, volatility } = optionMtm(state, option, daysLeft(option.expiry, businessDay));
    return { mtm, limits: null, openInterest: 0, volatility };
  }
  if (pair === null) throw new RangeError(`${contract.name} is neither a future nor derived from one`);
  return { mtm: pairMtm(state, pair), limits: null, openInterest: 0 };
}
