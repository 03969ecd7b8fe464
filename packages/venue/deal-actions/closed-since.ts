// Protects lots that were exercised or delivered after they were dealt. Without them, their account would have exercised or
// delivered lots that it did not hold, so they can be neither cancelled nor given away (market/deals.md, Error trades, Deals).
import type { Contract } from '../contracts/contract.ts';
import { type Deal, isStanding } from '../deals/deal.ts';
import type { DealLedger } from '../deals/deal-ledger.ts';
import type { Account } from '../positions/position-ledger.ts';
import type { DealsContext } from './deals-context.ts';

type HowClosed = 'exercised' | 'delivered';

/** Hypothetical lots by deal number; 0 for a deal that would not count. */
export type ChangedLots = ReadonlyMap<number, number>;

/**
 * How the account has closed lots that it would not have held with the changed lots, or null if it would have held as many of them as it
 * does now.
 */
export function closedSince(
  { state }: Pick<DealsContext, 'state'>,
  account: Account,
  contract: Contract,
  changed: ChangedLots,
): HowClosed | null {
  const deals = ofAccount(state.deals, account, contract);
  const opening = state.positions.of(account, contract)?.opening ?? 0;
  const now = uncovered(deals, opening, new Map());
  const then = uncovered(deals, opening, changed);
  return then.lots > now.lots ? then.how : null;
}

/** In the order in which they were dealt. A deal that does not count now may count with the change. */
function ofAccount(ledger: DealLedger, { principal, subAccount }: Account, { name }: Contract): Deal[] {
  return [...ledger.in(name)]
    .filter(({ owner }) => owner.principal === principal && owner.subAccount === subAccount)
    .map((deal) => ({ deal, first: firstOf(ledger, deal) }))
    .sort(({ first: a }, { first: b }) => a.dealtAt - b.dealtAt || a.dealSeq - b.dealSeq)
    .map(({ deal }) => deal);
}

/** The earliest of the deals that this one was made from: a cumulated deal has the time of the latest. */
function firstOf(ledger: DealLedger, deal: Deal): Pick<Deal, 'dealtAt' | 'dealSeq'> {
  // Numbers follow the time of dealing.
  const dealSeq = Math.min(...(ledger.rootsOf(deal) ?? [deal.dealSeq]));
  return ledger.deal(dealSeq) ?? deal;
}

interface Uncovered {
  readonly lots: number;
  readonly how: HowClosed | null;
}

/** The lots that the account has closed without holding them, and how it has closed the first of these. */
function uncovered(deals: readonly Deal[], opening: number, changed: ChangedLots): Uncovered {
  let net = opening;
  let sum = 0;
  let first: HowClosed | null = null;
  for (const deal of deals) {
    const lots = changed.get(deal.dealSeq) ?? (isStanding(deal) ? deal.lots : 0);
    const signed = deal.side === 'B' ? lots : -lots;
    const how = howClosed(deal);
    // A deal that closes lots in one direction must not open lots in the other.
    const covered = net > 0 === signed > 0 ? 0 : Math.min(Math.abs(net), lots);
    if (how !== null && covered < lots) {
      sum += lots - covered;
      first ??= how;
    }
    net += signed;
  }
  return { lots: sum, how: first };
}

/** An exercise closes the option at 0; the future that it opens is held like any other. */
function howClosed({ origin, value }: Deal): HowClosed | null {
  if (origin === 'delivery') return 'delivered';
  return origin === 'exercise' && value === 0 ? 'exercised' : null;
}
