// One member's side of a deal of the business day (market/deals.md, Deals). The exact amount is the value, from which the price is
// derived, because deals cumulated at their average may not have a whole-cent price.
import type { DealOrigin, DealState, Side } from '@openpit/terms';
import type { EpochMs, Lots } from '../kernel/units.ts';
import type { OptionDealt } from '../pricing/option-dealt.ts';
import type { OrderOwner } from '../rights/owner.ts';

export interface DealTerms {
  /** Shared by the two sides; a cumulated deal has a new number. */
  readonly matchSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
  /** Cents per ton times lots. */
  readonly value: number;
  /**
   * For a part of deals cumulated at their average: the average in hundredths of a cent, kept despite odd cents in the value.
   * Otherwise null, and the price follows from the value.
   */
  readonly averagePrice: number | null;
  readonly owner: OrderOwner;
  /** The member on the other side; severalMembers for cumulated deals with different ones. */
  readonly counterparty: string;
  /** Whether the two members agreed on the deal and therefore know each other, even if the market does not disclose members. */
  readonly isDisclosed: boolean;
  readonly origin: DealOrigin;
  /** Shared by deals made of one another, and by the deals of a package; null for a single deal. */
  readonly linkedGroup: number | null;
  /** The order that dealt; null for a deal without one. */
  readonly activeOrderSeq: number | null;
  readonly isAggressor: boolean;
  /**
   * The volatility of an option when it was dealt, or `null` for other contracts, and for deals
   * cumulated from different volatilities.
   */
  readonly option: OptionDealt | null;
  /** When it was dealt; deals made of it keep the time. */
  readonly dealtAt: EpochMs;
}

/** The ledger's record of a deal, with the fields that may change. */
export interface Deal extends DealTerms {
  readonly dealSeq: number;
  value: number;
  option: OptionDealt | null;
  owner: OrderOwner;
  linkedGroup: number | null;
  state: DealState;
  /** True if a book made the deal; false for deals that members made of deals or agreed off-screen. */
  readonly isMatched: boolean;
  /** The numbers of the deals that it has replaced; empty for a dealt or reported deal. 0 stands for an unknown deal. */
  readonly madeOf: readonly number[];
}

/** For a deal that was dealt or reported. */
export const madeOfNone: readonly number[] = [];

/** Stands for the counterparty where deals with different members were cumulated. */
export const severalMembers = '';

/** True if the deal counts for positions. */
export const isStanding = ({ state }: Pick<Deal, 'state'>): boolean =>
  state === 'Open' || state === 'Assigning';

/**
 * A copy whose fields are always in the same order, so that its events read the same after a restart. Field by field,
 * because there can be very many and a spread is slow.
 */
export function copyOf(deal: Deal): Deal {
  return {
    dealSeq: deal.dealSeq,
    matchSeq: deal.matchSeq,
    contract: deal.contract,
    side: deal.side,
    lots: deal.lots,
    value: deal.value,
    averagePrice: deal.averagePrice,
    owner: deal.owner,
    counterparty: deal.counterparty,
    isDisclosed: deal.isDisclosed,
    origin: deal.origin,
    linkedGroup: deal.linkedGroup,
    activeOrderSeq: deal.activeOrderSeq,
    isAggressor: deal.isAggressor,
    option: deal.option,
    dealtAt: deal.dealtAt,
    state: deal.state,
    isMatched: deal.isMatched,
    madeOf: deal.madeOf,
  };
}
