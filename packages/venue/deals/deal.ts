// One member's side of a deal of the business day, as the deal actions of domain §5.2 need it. Its price is its value by its
// lots: where deals were cumulated at their average that is no whole cent, and the value is what is exact.
import type { OrderOwner } from '../events.ts';
import type { EpochMs, Lots, Side } from '../kernel/units.ts';
import type { OptionDealt } from '../options/option-dealt.ts';
import type { DealOrigin } from './deal-origin.ts';

/**
 * `Open` and `Assigning` (offered to another member, who has not accepted yet) stand, and positions come of them. The rest were
 * replaced by other deals, or cancelled, and count no more.
 */
export type DealState =
  | 'Open'
  | 'Assigning'
  | 'Split'
  | 'Cumulated'
  | 'Assigned'
  | 'Tripartite'
  | 'Cancelled';

export interface DealTerms {
  /** Names the two sides together; of a cumulated deal a number of its own. */
  readonly matchSeq: number;
  readonly contract: string;
  readonly side: Side;
  readonly lots: Lots;
  /** Cents per ton times lots. */
  readonly value: number;
  readonly owner: OrderOwner;
  /** The member on the other side; severalMembers of deals that were cumulated. */
  readonly counterparty: string;
  /** Whether the two members know of each other whatever the market discloses: they agreed on it. */
  readonly isDisclosed: boolean;
  readonly origin: DealOrigin;
  /** Deals that became of one another, or belong to one package; null for a deal that stands alone. */
  readonly linkedGroup: number | null;
  /** The order that dealt; null for a deal that came of none. */
  readonly activeOrderSeq: number | null;
  readonly isAggressor: boolean;
  /** Of an option: its volatility as it was dealt; null for what is none, and for options that came together from different ones. */
  readonly option: OptionDealt | null;
  /** When it was dealt; what becomes of it keeps the time. */
  readonly dealtAt: EpochMs;
}

/** The ledger's own record of it, with what may change. */
export interface Deal extends DealTerms {
  readonly dealSeq: number;
  value: number;
  option: OptionDealt | null;
  owner: OrderOwner;
  linkedGroup: number | null;
  state: DealState;
  /** Whether a book made it; false for what members made of deals, or agreed between them. */
  readonly isMatched: boolean;
}

/** In place of the counterparty, where deals with more than one came together. */
export const severalMembers = '';

/** Whether positions come of the deal. */
export const isStanding = ({ state }: Pick<Deal, 'state'>): boolean =>
  state === 'Open' || state === 'Assigning';

/**
 * A copy whose fields stand in one order, whatever made the deal, so that what is told of it reads the same after a restart. Field by
 * field, because there can be very many and a spread is slow.
 */
export function copyOf(deal: Deal): Deal {
  return {
    dealSeq: deal.dealSeq,
    matchSeq: deal.matchSeq,
    contract: deal.contract,
    side: deal.side,
    lots: deal.lots,
    value: deal.value,
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
  };
}
