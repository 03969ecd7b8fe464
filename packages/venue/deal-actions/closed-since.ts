// Protects lots that were exercised or delivered after they were dealt. Without them, their account would have exercised or
// delivered lots that it did not hold, so they can be neither cancelled nor given away (market/deals.md, Error trades, Deals).
import type { Contract } from '../contracts/contract.ts';
import { type Deal, isStanding } from '../deals/deal.ts';
import type { DealLedger } from '../deals/deal-ledger.ts';
import type { Account } from '../positions/position-ledger.ts';
import type { DealsContext } from './deals-context.ts';

export type HowClosed = 'exercised' | 'delivered';

/** Hypothetical lots by deal number; 0 for a deal that would not count. */
export type ChangedLots = ReadonlyMap<number, number>;

/**
 * How the account has closed lots that it would not have held with the changed lots, or null if it would have held all of them.
 */
export function closedSince(
  { state }: Pick<DealsContext, 'state'>,
  account: Account,
  contract: Contract,
  changed: ChangedLots,
): HowClosed | null {
  const deals = ofAccount(state.deals, account, contract);
  const opening = state.positions.of(account, contract)?.opening ?? 0;
  const nothingChanged: ChangedLots = new Map();
  const now = uncovered(deals, opening, nothingChanged);
  return now === null ? uncovered(deals, opening, changed) : null;
}

/** In the order in which they were dealt. A deal that does not count now may count with the change. */
const ofAccount = (ledger: DealLedger, { principal, subAccount }: Account, { name }: Contract): Deal[] =>
  [...ledger.in(name)]
    .filter(({ owner }) => owner.principal === principal && owner.subAccount === subAccount)
    .sort((a, b) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq);

function uncovered(deals: readonly Deal[], opening: number, changed: ChangedLots): HowClosed | null {
  let net = opening;
  for (const deal of deals) {
    const lots = changed.get(deal.dealSeq) ?? (isStanding(deal) ? deal.lots : 0);
    const signed = deal.side === 'B' ? lots : -lots;
    const how = howClosed(deal);
    // A deal that closes lots in one direction must not open lots in the other.
    if (how !== null && lots > 0 && (net > 0 === signed > 0 || Math.abs(net) < lots)) return how;
    net += signed;
  }
  return null;
}

/** An exercise closes the option at 0; the future that it opens is held like any other. */
function howClosed({ origin, value }: Deal): HowClosed | null {
  if (origin === 'delivery') return 'delivered';
  return origin === 'exercise' && value === 0 ? 'exercised' : null;
}
