// Error trades (market/deals.md, Error trades): the operator cancels or reprices a deal, with a reason that everyone is notified of.
// Positions and the day's figures are recomputed from the remaining deals. A package is cancelled as a whole. A deal is cancelled
// together with everything that members have derived from it, but can be repriced only if it has been replaced by no other deal.
import { matchName, otherSide } from '@openpit/terms';
import { announce } from '../announcements/announcements-module.ts';
import type { Contract } from '../contracts/contract.ts';
import { type Deal, isStanding } from '../deals/deal.ts';
import type { CorrectedFigures, DealCancelled } from '../deals/deal-events.ts';
import { amountOf } from '../deals/deal-fee.ts';
import type { DealLedger, PackageDeal } from '../deals/deal-ledger.ts';
import { countsForMarket } from '../deals/deal-origin.ts';
import { endUnaccepted } from '../deals/expire-unmatched-deals.ts';
import { mustExist } from '../kernel/assert.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { amountText, asPrice, type Price } from '../kernel/units.ts';
import { roomRejection } from '../positions/account-room.ts';
import type { PositionCause } from '../positions/position.ts';
import { optionRepriced } from '../pricing/option-dealt.ts';
import { priceRejection } from '../pricing/price-check.ts';
import { contractNamed } from '../reference/market.ts';
import { changeState, updatePositions } from './book-deal.ts';
import { type ChangedLots, closedSince } from './closed-since.ts';
import { dealRoomRejection } from './deal-account.ts';
import type { CancelDeal, RepriceDeal } from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import type { DealsContext } from './deals-context.ts';

/** The two sides of a match, as they were dealt. */
type Match = readonly [Deal, Deal];

/** The numbers of the deals that the correction of an error trade would change. */
export interface ErrorTradePreview {
  /** The deals that would be cancelled or repriced. */
  readonly corrected: readonly number[];
  /** Deals that would be open again, because they were cumulated with a cancelled one. */
  readonly reopened: readonly number[];
}

/** Changes nothing. Rejected like the command. */
export function previewErrorTrade(
  context: DealsContext,
  command: CancelDeal | RepriceDeal,
): ErrorTradePreview | Rejection {
  if (command.kind === 'repriceDeal') {
    const match = repricedMatch(context, command);
    return isRejection(match) ? match : { corrected: match.map(({ dealSeq }) => dealSeq), reopened: [] };
  }
  const undone = undoneBy(context, command);
  if (isRejection(undone)) return undone;
  const numbers = (deals: readonly Deal[]) => deals.map(({ dealSeq }) => dealSeq).sort((a, b) => a - b);
  return {
    corrected: numbers(undone.flatMap(({ cancelled }) => cancelled)),
    reopened: numbers(undone.flatMap(({ restored }) => restored)),
  };
}

export function cancelDeal(context: DealsContext, command: CancelDeal): Rejection | null {
  const { state, emit } = context;
  const { matchSeq, reason } = command;
  const undone = undoneBy(context, command);
  if (isRejection(undone)) return undone;

  const whole = state.deals.packageWith(matchSeq);
  for (const { cancelled, restored } of undone) {
    const isCancelled = new Set(cancelled.map(({ dealSeq }) => dealSeq));
    for (const item of state.deals.waiting())
      if (item.dealSeq !== null && isCancelled.has(item.dealSeq)) endUnaccepted(context, item, 'Withdrawn');
    for (const deal of cancelled) changeState(context, deal, { state: 'Cancelled' });
    for (const deal of restored) changeState(context, deal, { state: 'Open' });
  }
  if (whole !== undefined) cancelPackage(context, whole, reason);
  const cancelled = new Set(undone.flatMap((undoneMatch) => undoneMatch.cancelled.map(numberOf)));
  for (const undoneMatch of undone) {
    const errorTrade = errorTradeOf(undoneMatch.match, reason);
    const figures = correctFigures(context, undoneMatch, { cancelled });
    emit({
      kind: 'dealCancelled',
      ...errorTrade,
      ...figures,
      made: undoneMatch.derived,
      restored: undoneMatch.restored.map(userOf),
    });
    announce(context, 'Info', `${nameOf(errorTrade)} was cancelled: ${reason}.`);
  }
  return null;
}

export function repriceDeal(context: DealsContext, command: RepriceDeal): Rejection | null {
  const { market, emit } = context;
  const { price, reason } = command;
  const match = repricedMatch(context, command);
  if (isRejection(match)) return match;

  const [first] = match;
  const contract = contractNamed(market, first.contract);
  const errorTrade = errorTradeOf(match, reason);
  const { businessDay } = market;
  const option = optionRepriced(contract, first.option, { premium: price, businessDay });
  for (const deal of match) {
    deal.value = price * deal.lots;
    deal.option = option;
  }
  const newAmount = amountOf(contract, price * first.lots);
  const figures = correctFigures(context, { match, cancelled: match, restored: [] }, first);
  emit({ kind: 'dealRepriced', ...errorTrade, newPrice: price, newAmount, option, ...figures });
  announce(context, 'Info', `${nameOf(errorTrade)} was given the price ${amountText(price)}: ${reason}.`);
  return null;
}

/** What the cancellation changes, for each match of its package or exercise. */
function undoneBy(context: DealsContext, { matchSeq }: CancelDeal): readonly Undone[] | Rejection {
  const matches = matchesOf(context, matchSeq);
  if (isRejection(matches)) return matches;
  const undone = matches.map((match) => undoneWith(context, match));
  return undoneRejection(context, matchSeq, undone) ?? undoneRoomRejection(context, undone) ?? undone;
}

const noLots = { lots: 0, except: null, isNamed: true, isCorrection: true };

/** Why an account that loses deals, or gets them back, could not be cleared. */
function undoneRoomRejection(context: DealsContext, undone: readonly Undone[]): Rejection | null {
  for (const { cancelled, restored } of undone) {
    for (const { owner, contract, side, lots } of cancelled.filter(isStanding)) {
      const rejected = dealRoomRejection(context, owner, { contract, side: otherSide(side), lots });
      if (rejected !== null) return rejected;
    }
    for (const deal of restored) {
      const rejected = dealRoomRejection(context, deal.owner, deal);
      if (rejected !== null) return rejected;
    }
  }
  return null;
}

/** The match, if it can be given this price. */
function repricedMatch(context: DealsContext, { matchSeq, price }: RepriceDeal): Match | Rejection {
  const { state, market } = context;
  const matches = matchesOf(context, matchSeq);
  if (isRejection(matches)) return matches;
  const [match] = matches;
  const changed = match.find((deal) => deal.state !== 'Open');
  if (changed !== undefined)
    return reject('matchChanged', { matchSeq, dealSeq: changed.dealSeq, state: changed.state });
  const [first] = match;
  if (first.origin !== 'screen') return reject('packageNotRepriced', { matchSeq });
  if (priceOf(first) === price) return reject('dealPriceUnchanged', { matchSeq, price: amountText(price) });
  return (
    priceRejection(state, contractNamed(market, first.contract), price) ??
    // The positions do not change, but the cash does.
    roomRejection(context, { ...noLots, principal: match[0].owner.principal }) ??
    roomRejection(context, { ...noLots, principal: match[1].owner.principal }) ??
    match
  );
}

/** The split, spread or delta itself, in whose book the deals were matched. */
function cancelPackage(context: DealsContext, whole: PackageDeal, reason: string): void {
  const { state, market, emit } = context;
  const { matchSeq, contract, lots, price } = whole;
  whole.isCancelled = true;
  const figures = figuresOf(context, contractNamed(market, contract), state.deals.packagesIn(contract));
  const errorTrade = { matchSeq, contract, lots, price, sides: [], reason, origin: 'package' } as const;
  emit({ kind: 'dealCancelled', ...errorTrade, ...figures });
  announce(context, 'Info', `${nameOf(whole)} was cancelled: ${reason}.`);
}

/** The match, or all matches of its package or exercise, if none is cancelled. */
function matchesOf({ state }: DealsContext, matchSeq: number): readonly [Match, ...Match[]] | Rejection {
  const { deals } = state;
  const named = deals.ofMatch(matchSeq);
  const [dealt] = named.filter(isDealt);
  const whole = deals.packageWith(matchSeq);
  if (dealt === undefined && whole === undefined) return notDealt(deals, matchSeq, named[0]);
  const numbers =
    whole !== undefined
      ? deals.legsOf(whole)
      : dealt?.origin === 'exercise'
        ? [...deals.all()].filter(({ linkedGroup }) => linkedGroup === dealt.linkedGroup).map(numberOf)
        : [matchSeq];
  const matches: Match[] = [];
  for (const number of new Set(numbers)) {
    const [firstDeal, secondDeal] = deals.ofMatch(number).filter(isDealt);
    if (firstDeal === undefined || secondDeal === undefined) return reject('matchNotFound', { matchSeq });
    if (firstDeal.origin === 'delivery') return reject('dealFromDelivery', { dealSeq: firstDeal.dealSeq });
    if (firstDeal.state === 'Cancelled') return reject('matchCancelled', { matchSeq });
    matches.push([firstDeal, secondDeal]);
  }
  const [first, ...others] = matches;
  return first === undefined ? reject('matchNotFound', { matchSeq }) : [first, ...others];
}

const isDealt = ({ madeOf }: Deal): boolean => madeOf.length === 0;
const numberOf = ({ matchSeq }: Deal): number => matchSeq;

/** The number is unknown, or belongs only to deals that members derived from others. */
function notDealt(deals: DealLedger, matchSeq: number, deal: Deal | undefined): Rejection {
  if (deal === undefined) return reject('matchNotFound', { matchSeq });
  const roots = deals.rootsOf(deal);
  const { dealSeq, state } = deal;
  if (roots === null) return reject('matchChanged', { matchSeq, dealSeq, state });
  return reject('matchMadeOfDeals', { matchSeq, of: [...roots].sort((a, b) => a - b).join(', ') });
}

/** What a cancellation changes. */
interface Undone {
  readonly match: Match;
  /** The sides, and everything derived from them. */
  readonly cancelled: readonly Deal[];
  /** Derived deals that counted until now, with their users. */
  readonly derived: NonNullable<DealCancelled['made']>;
  /** Deals of other matches that were cumulated with one of them. */
  readonly restored: readonly Deal[];
}

function undoneWith({ state }: DealsContext, match: Match): Undone {
  const cancelled = state.deals.withDescendants(match);
  const numbers = new Set(cancelled.map(({ dealSeq }) => dealSeq));
  const derived = cancelled.filter(({ dealSeq }) => match.every((side) => side.dealSeq !== dealSeq));
  const parents = new Set(derived.flatMap(({ madeOf }) => madeOf));
  const restored = [...parents]
    .filter((dealSeq) => !numbers.has(dealSeq))
    .map((dealSeq) => mustExist(state.deals.deal(dealSeq), `deal ${dealSeq} was cumulated but is not known`));
  return { match, cancelled, derived: derived.filter(isStanding).map(userOf), restored };
}

const userOf = ({ dealSeq, owner: { member, userId } }: Deal) => ({ dealSeq, member, userId });

/**
 * Why the deals cannot be cancelled: the deals that replaced one are unknown, or its lots were meanwhile exercised or delivered.
 */
function undoneRejection(
  context: DealsContext,
  matchSeq: number,
  undone: readonly Undone[],
): Rejection | null {
  for (const { cancelled, restored } of undone) {
    const parents = new Set(cancelled.flatMap(({ madeOf }) => madeOf));
    const lost = cancelled.find((deal) => replaced.has(deal.state) && !parents.has(deal.dealSeq));
    if (lost !== undefined)
      return reject('matchChanged', { matchSeq, dealSeq: lost.dealSeq, state: lost.state });
    const changed: ChangedLots = new Map<number, number>([
      ...cancelled.map(({ dealSeq }) => [dealSeq, 0] as const),
      ...restored.map(({ dealSeq, lots }) => [dealSeq, lots] as const),
    ]);
    for (const { owner, contract } of cancelled) {
      const how = closedSince(context, owner, contractNamed(context.market, contract), changed);
      if (how !== null)
        return reject('dealClosedSince', { matchSeq, principal: owner.principal, contract, how });
    }
  }
  return null;
}

/** States of a deal that was replaced by others. */
const replaced: ReadonlySet<Deal['state']> = new Set(['Split', 'Cumulated', 'Assigned', 'Tripartite']);

/** Recomputes positions and figures from the remaining deals. */
function correctFigures(
  context: DealsContext,
  { match, cancelled, restored }: Pick<Undone, 'match' | 'cancelled' | 'restored'>,
  cause: PositionCause,
): CorrectedFigures {
  const { contract } = match[0];
  updatePositions(
    context,
    contract,
    [...cancelled, ...restored].map(({ owner }) => owner),
    cause,
  );
  const counting = context.state.deals.matchedIn(contract).filter(({ origin }) => countsForMarket[origin]);
  return figuresOf(
    context,
    contractNamed(context.market, contract),
    counting.map((deal) => ({ price: priceOf(deal), lots: deal.lots, dealtAt: deal.dealtAt })),
  );
}

/** Recomputes the contract's prices of the day from these deals, in this order; returns the figures. */
function figuresOf(
  { state }: DealsContext,
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

function errorTradeOf(match: Match, reason: string) {
  const [first] = match;
  const { matchSeq, contract, lots, origin } = first;
  const sides = match.map(({ dealSeq, owner: { member, userId } }) => ({ dealSeq, member, userId }));
  return { matchSeq, contract, lots, price: priceOf(first), sides, reason, origin };
}

const nameOf = (deal: Pick<PackageDeal, 'lots' | 'contract' | 'price' | 'matchSeq'>): string =>
  `The deal of ${deal.lots} ${deal.contract} at ${amountText(deal.price)} (${matchName(deal.matchSeq)})`;

const priceOf = ({ value, lots }: Deal): Price => asPrice(Math.round(value / lots));
