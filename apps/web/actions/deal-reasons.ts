// Why a deal cannot be changed now, in words (market.md, Deals). The market checks it again.
import type { DealRow, HqAccess, Phase } from '@openpit/wire';

/** The deals of an action, and what decides whether they may be changed now. */
export interface DealTarget {
  /** The chosen deals. */
  readonly deals: readonly DealRow[];
  /** Today's deals that the user sees. */
  readonly all: readonly DealRow[];
  /** The phase of a contract; null while it is not known. */
  readonly phaseOf: (contract: string, instrument: string) => Phase | null;
  readonly account: Pick<HqAccess, 'subAccounts'> | null;
  /** Whether the deals are rows of the history. */
  readonly isHistory?: boolean;
}

const closedWords: Readonly<Record<Phase, string | null>> = {
  closed: 'it is closed',
  preOpen: null,
  continuous: null,
  admin: null,
  delivery: 'delivery is being processed',
};

/** Why nothing can be done with this deal; null when it is open and its contract is in a phase that allows changes. */
export function dealReason(deal: DealRow, { phaseOf, isHistory = false }: DealTarget): string | null {
  const { dealSeq, contract, instrument, origin } = deal;
  if (isHistory) return 'History cannot be changed. Deals of today can, in the list of today.';
  if (origin === 'exercise')
    return `Deal ${dealSeq} comes from an exercise and cannot be changed. Ask your operator to cancel the exercise.`;
  const state = stateReason(deal);
  if (state !== null) return state;
  const phase = phaseOf(contract, instrument);
  const closed = phase === null ? null : closedWords[phase];
  return closed === null
    ? null
    : `Deals in ${contract} can be changed from its pre-open to the end of its administration; now ${closed}.`;
}

function stateReason({ dealSeq, state }: DealRow): string | null {
  switch (state) {
    case 'Open':
      return null;
    case 'Assigning':
      return `Deal ${dealSeq} is offered to another member, which has not accepted it yet. Withdraw the offer first.`;
    case 'Cancelled':
      return `Deal ${dealSeq} was cancelled as an error trade.`;
    case 'Split':
      return `Deal ${dealSeq} was split. Act on the deals that were made of it.`;
    case 'Cumulated':
      return `Deal ${dealSeq} was cumulated. Act on the deal that was made of it.`;
    case 'Assigned':
    case 'Tripartite':
      return `Deal ${dealSeq} was passed on to another member.`;
  }
}

/** What keeps two deals from being cumulated, in words; null when they can be. */
export function dealDifference(one: DealRow, other: DealRow): string | null {
  if (one.contract !== other.contract) return 'contract';
  if (one.side !== other.side) return 'side';
  if (one.principal !== other.principal) return 'principal';
  if (one.subAccount !== other.subAccount) return 'sub-account';
  if (one.dealer !== other.dealer) return 'dealer';
  return one.origin === other.origin ? null : 'origin';
}

/** The deals with which a deal can be cumulated, in the order of their numbers; the deal itself is not among them. */
export function alikeDeals(deal: DealRow, all: readonly DealRow[]): readonly DealRow[] {
  return all
    .filter(
      (other) =>
        other.dealSeq !== deal.dealSeq && other.state === 'Open' && dealDifference(deal, other) === null,
    )
    .toSorted((a, b) => a.dealSeq - b.dealSeq);
}
