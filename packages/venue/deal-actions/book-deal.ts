// The final steps shared by all actions on deals: new deals, changed states, and the resulting positions.
import type { DealState } from '@openpit/terms';
import { copyOf, type Deal, type DealTerms, madeOfNone } from '../deals/deal.ts';
import { amountOf, feeOf } from '../deals/deal-fee.ts';
import { type PositionCause, positionChanged, shareOf } from '../positions/position.ts';
import { contractNamed } from '../reference/market.ts';
import type { OrderOwner } from '../rights/owner.ts';
import type { DealsContext } from './deals-context.ts';

/** Adds a new deal to the ledger. `madeOf`: the numbers of the deals that it replaces. */
export function bookDeal(
  context: DealsContext,
  terms: DealTerms,
  madeOf: readonly number[] = madeOfNone,
): Deal {
  const { state, market, emit } = context;
  const contract = contractNamed(market, terms.contract);
  const dealSeq = state.deals.takeDealSeq();
  const deal = state.deals.add({ dealSeq, ...terms, state: 'Open', isMatched: false, madeOf });
  const amount = amountOf(contract, deal.value);
  emit({ kind: 'dealBooked', dealSeq, ...termsOf(deal), amount, fee: feeOf(context, contract, deal) });
  return deal;
}

/** Changes the state of a deal and, if given, its linked group. */
export function changeState(
  context: DealsContext,
  deal: Deal,
  to: { readonly state: DealState; readonly linkedGroup?: number },
): void {
  deal.state = to.state;
  deal.linkedGroup = to.linkedGroup ?? deal.linkedGroup;
  const { dealSeq, owner, state, linkedGroup } = deal;
  const fee = feeOf(context, contractNamed(context.market, deal.contract), deal);
  context.emit({ kind: 'dealStateChanged', dealSeq, member: owner.member, state, linkedGroup, fee });
}

/** The terms that a deal made of this one inherits. */
export function termsOf(deal: Deal): DealTerms {
  const { dealSeq: _number, state: _state, isMatched: _matched, madeOf: _madeOf, ...terms } = copyOf(deal);
  return terms;
}

/** The linked group for deals derived from one another: their current group if they share one, otherwise a new group. */
export function linkedGroupOf({ state }: DealsContext, deals: readonly Deal[]): number {
  const [first] = deals;
  const group = first?.linkedGroup ?? null;
  return group !== null && deals.every(({ linkedGroup }) => linkedGroup === group)
    ? group
    : state.deals.takeLinkedGroup();
}

/**
 * Distributes a deal's value over parts of its lots, in cents times lots. If the price is not a whole cent, each part is rounded
 * towards zero and the first part receives the odd cents, so that no value is lost.
 */
export function valuesOf(deal: Pick<Deal, 'lots' | 'value'>, parts: readonly number[]): number[] {
  const values = parts.map((part) => shareOf(deal.value, { part, whole: deal.lots }));
  const odd = deal.value - values.reduce((sum, value) => sum + value, 0);
  return values.map((value, at) => (at === 0 ? value + odd : value));
}

/** The average that the parts of a deal keep, in hundredths of a cent; null if the price is a whole cent. */
export function averageOf({ value, lots, averagePrice }: Deal): number | null {
  if (averagePrice !== null || value % lots === 0) return averagePrice;
  const hundredths = (2 * Math.abs(value) * 100 + lots) / (2 * lots);
  return Math.floor(hundredths) * Math.sign(value);
}

/** Recomputes these accounts' positions in a contract from the deals that count. `cause`: the match of the deals that have changed. */
export function updatePositions(
  { state, market, emit }: DealsContext,
  contract: string,
  owners: readonly OrderOwner[],
  cause: PositionCause,
): void {
  const listed = contractNamed(market, contract);
  const { mtm } = state.prices.of(listed);
  const done = new Set<string>();
  for (const { member, principal, subAccount } of owners) {
    const key = `${principal} ${subAccount ?? ''}`;
    if (done.has(key)) continue;
    done.add(key);
    const account = { member, principal, subAccount };
    const deals = state.deals.standing(account, contract);
    emit(positionChanged(state.positions.refold(account, listed, { mtm, deals, cause })));
  }
}
