// Error trades (market.md, Error trades): the operator cancels a deal, or gives it another price, with a reason that both sides
// and everyone else are notified of. Positions and the day's figures follow the deals that stand. A package is cancelled as a
// whole. A deal that a member has already changed must be undone by that member first.
import { announce } from '../announcements/announcements-module.ts';
import type { Contract } from '../contracts/contract.ts';
import type { Deal } from '../deals/deal.ts';
import type { CorrectedFigures } from '../deals/deal-events.ts';
import { amountOf } from '../deals/deal-fee.ts';
import type { PackageDeal } from '../deals/deal-ledger.ts';
import { countsForMarket } from '../deals/deal-origin.ts';
import { amountText } from '../kernel/amount-text.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import { optionRepriced } from '../pricing/option-dealt.ts';
import { priceRejection } from '../pricing/price-check.ts';
import { contractNamed } from '../reference/market.ts';
import { changeState, updatePositions } from './book-deal.ts';
import type { CancelDeal, RepriceDeal } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { DealsAct } from './deals-act.ts';

/** The two sides of a match; one of them where only one is left. */
type Match = readonly [Deal, ...Deal[]];

export function cancelDeal(act: DealsAct, { matchSeq, reason }: CancelDeal): Rejection | null {
  const { state, emit } = act;
  const matches = unchangedMatches(act, matchSeq);
  if (isRejection(matches)) return matches;

  for (const match of matches) for (const deal of match) changeState(act, deal, { state: 'Cancelled' });
  const group = matches[0][0].linkedGroup;
  const whole = group === null ? undefined : state.deals.packageOf(group);
  if (whole !== undefined) cancelPackage(act, whole, reason);
  for (const match of matches) {
    const about = aboutMatch(match, reason);
    emit({ kind: 'dealCancelled', ...about, ...correctFigures(act, match) });
    announce(act, 'Info', `${nameOf(about)} was cancelled: ${reason}.`);
  }
  return null;
}

export function repriceDeal(act: DealsAct, { matchSeq, price, reason }: RepriceDeal): Rejection | null {
  const { state, market, emit } = act;
  const matches = unchangedMatches(act, matchSeq);
  if (isRejection(matches)) return matches;
  const [match] = matches;
  const [first] = match;
  if (first.origin !== 'screen') return reject('packageNotRepriced', { matchSeq });
  if (priceOf(first) === price) return reject('dealPriceUnchanged', { matchSeq, price: amountText(price) });
  const contract = contractNamed(market, first.contract);
  const rejected = priceRejection(state, contract, price);
  if (rejected !== null) return rejected;

  const about = aboutMatch(match, reason);
  const { businessDay } = market;
  const option = optionRepriced(contract, first.option, { premium: price, businessDay });
  for (const deal of match) {
    deal.value = price * deal.lots;
    deal.option = option;
  }
  const newAmount = amountOf(contract, price * first.lots);
  emit({ kind: 'dealRepriced', ...about, newPrice: price, newAmount, option, ...correctFigures(act, match) });
  announce(act, 'Info', `${nameOf(about)} was given the price ${amountText(price)}: ${reason}.`);
  return null;
}

/** The split, spread or delta itself, in whose book the deals were matched. */
function cancelPackage(act: DealsAct, whole: PackageDeal, reason: string): void {
  const { state, market, emit } = act;
  const { matchSeq, contract, lots, price } = whole;
  whole.isCancelled = true;
  const figures = figuresOf(act, contractNamed(market, contract), state.deals.packagesIn(contract));
  const about = { matchSeq, contract, lots, price, sides: [], reason, origin: 'package' } as const;
  emit({ kind: 'dealCancelled', ...about, ...figures });
  announce(act, 'Info', `${nameOf(whole)} was cancelled: ${reason}.`);
}

/** The match, or all matches of its package, if no side has been changed since. */
function unchangedMatches({ state }: DealsAct, matchSeq: number): readonly [Match, ...Match[]] | Rejection {
  const byMatch = new Map<number, Match>();
  for (const deal of state.deals.ofMatch(matchSeq)) {
    if (deal.origin === 'delivery') return reject('dealFromDelivery', { dealSeq: deal.dealSeq });
    if (deal.state !== 'Open')
      return reject('matchChanged', { matchSeq, dealSeq: deal.dealSeq, state: deal.state });
    const other = byMatch.get(deal.matchSeq);
    byMatch.set(deal.matchSeq, other === undefined ? [deal] : [...other, deal]);
  }
  const [first, ...others] = byMatch.values();
  if (first === undefined) return reject('matchNotFound', { matchSeq });
  const matches = [first, ...others] as const;
  if (matches.every((match) => match.length === 2)) return matches;
  return reject('matchChanged', { matchSeq, dealSeq: first[0].dealSeq, state: 'Open' });
}

/** Corrects positions and figures to those of the deals that stand. */
function correctFigures(act: DealsAct, match: Match): CorrectedFigures {
  const { contract } = match[0];
  updatePositions(
    act,
    contract,
    match.map(({ owner }) => owner),
  );
  const counting = act.state.deals.matchedIn(contract).filter(({ origin }) => countsForMarket[origin]);
  return figuresOf(
    act,
    contractNamed(act.market, contract),
    counting.map((deal) => ({ price: priceOf(deal), lots: deal.lots, dealtAt: deal.dealtAt })),
  );
}

/** Sets the contract's prices of the day to those of these deals, in their order; returns the figures. */
function figuresOf(
  { state }: DealsAct,
  contract: Contract,
  deals: readonly Pick<PackageDeal, 'price' | 'lots' | 'dealtAt'>[],
): CorrectedFigures {
  const [first, last] = [deals[0], deals.at(-1)];
  const all = deals.map(({ price }) => price);
  const prices = state.prices.of(contract);
  prices.last = last?.price ?? null;
  prices.high = all.length === 0 ? null : asPrice(Math.max(...all));
  prices.low = all.length === 0 ? null : asPrice(Math.min(...all));
  return {
    last: prices.last,
    lastLots: last?.lots ?? null,
    lastAt: last?.dealtAt ?? null,
    high: prices.high,
    low: prices.low,
    open: first?.price ?? null,
  };
}

function aboutMatch(match: Match, reason: string) {
  const [first] = match;
  const { matchSeq, contract, lots, origin } = first;
  const sides = match.map(({ dealSeq, owner: { member, userId } }) => ({ dealSeq, member, userId }));
  return { matchSeq, contract, lots, price: priceOf(first), sides, reason, origin };
}

const nameOf = (deal: Pick<PackageDeal, 'lots' | 'contract' | 'price' | 'matchSeq'>): string =>
  `The deal of ${deal.lots} ${deal.contract} at ${amountText(deal.price)} (match ${deal.matchSeq})`;

const priceOf = ({ value, lots }: Deal): Price => asPrice(Math.round(value / lots));
