// An error trade (domain §3.4, its last paragraph): surveillance cancels it, or gives it another price, with a reason that both sides
// and everybody else are told. Positions and the day's figures follow the deals that stand. A package is cancelled
// whole; a deal with which a member has already done something is his to undo first.
import { present } from '../kernel/assert.ts';
import { type Cents, cents } from '../kernel/units.ts';
import { optionRepriced } from '../options/option-dealt.ts';
import { priceRejection } from '../orders/price-check.ts';
import { rand } from '../orders/rand.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { announce } from '../session/announce.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import type { Deal } from './deal.ts';
import { changeState, positionsFollow } from './deal-action.ts';
import type { PackageDeal } from './deal-ledger.ts';
import { countsForMarket } from './deal-origin.ts';
import type { CancelDeal, RepriceDeal } from './error-trade-commands.ts';
import type { CorrectedFigures } from './error-trade-events.ts';

interface Desk {
  readonly state: VenueState;
  readonly market: Market;
  readonly handling: Handling;
}

export function cancelDeal(desk: Desk, { matchSeq, reason }: CancelDeal): Rejection | null {
  const deals = untouched(desk, matchSeq);
  if (!Array.isArray(deals)) return deals;

  const { handling, state } = desk;
  for (const deal of deals) changeState(desk, deal, { state: 'Cancelled' });
  const group = deals[0]?.linkedGroup ?? null;
  const whole = group === null ? undefined : state.deals.packageOf(group);
  if (whole !== undefined) cancelWhole(desk, whole, reason);
  for (const matched of pairsOf(deals)) {
    const about = aboutDeal(matched, reason);
    handling.tell({ kind: 'dealCancelled', ...about, ...follow(desk, matched) });
    const message = `${told(about)} was cancelled: ${reason}.`;
    announce(state, { kind: 'announce', announcement: 'Info', message }, handling);
  }
  return null;
}

export function repriceDeal(desk: Desk, { matchSeq, price, reason }: RepriceDeal): Rejection | null {
  const deals = untouched(desk, matchSeq);
  if (!Array.isArray(deals)) return deals;
  const [matched] = pairsOf(deals);
  const first = matched?.[0];
  if (matched === undefined || first === undefined || first.origin !== 'screen')
    return rejection('packageNotRepriced', { matchSeq });
  if (priceOf(first) === price) return rejection('dealPriceUnchanged', { matchSeq, price: rand(price) });
  const failed = priceRejection(contractOf(desk, first), price);
  if (failed !== null) return failed;

  const { handling, state } = desk;
  const about = aboutDeal(matched, reason);
  const { businessDay } = desk.market;
  const option = optionRepriced(
    contractOf(desk, first),
    { premium: price, dealt: first.option },
    businessDay,
  );
  for (const deal of matched) {
    deal.value = price * deal.lots;
    deal.option = option;
  }
  handling.tell({ kind: 'dealRepriced', ...about, newPrice: price, option, ...follow(desk, matched) });
  const message = `${told(about)} was given the price ${rand(price)}: ${reason}.`;
  announce(state, { kind: 'announce', announcement: 'Info', message }, handling);
  return null;
}

/** The split, spread or delta itself, in whose book the deals came to be. */
function cancelWhole(desk: Desk, whole: PackageDeal, reason: string): void {
  const { handling, state } = desk;
  const { matchSeq, contract, lots, price } = whole;
  whole.isCancelled = true;
  const figures = figuresOf(contractOf(desk, whole), state.deals.packagesIn(contract));
  const about = { matchSeq, contract, lots, price, sides: [], reason, origin: 'package' } as const;
  handling.tell({ kind: 'dealCancelled', ...about, ...figures });
  const message = `${told(whole)} was cancelled: ${reason}.`;
  announce(state, { kind: 'announce', announcement: 'Info', message }, handling);
}

/** The two sides of the deal, or of all deals of its package, with which nothing has been done yet. */
function untouched({ state }: Desk, matchSeq: number): Deal[] | Rejection {
  const deals = state.deals.ofMatch(matchSeq);
  if (deals.length === 0) return rejection('matchNotFound', { matchSeq });
  const changed = deals.find((deal) => deal.state !== 'Open');
  if (changed !== undefined)
    return rejection('matchChanged', { matchSeq, dealSeq: changed.dealSeq, state: changed.state });
  const isWhole = pairsOf(deals).every((sides) => sides.length === 2);
  return isWhole
    ? deals
    : rejection('matchChanged', { matchSeq, dealSeq: deals[0]?.dealSeq ?? 0, state: 'Open' });
}

function pairsOf(deals: readonly Deal[]): Deal[][] {
  const byMatch = new Map<number, Deal[]>();
  for (const deal of deals) byMatch.set(deal.matchSeq, [...(byMatch.get(deal.matchSeq) ?? []), deal]);
  return [...byMatch.values()];
}

/** Positions and figures as the deals that stand give them. */
function follow(desk: Desk, matched: readonly Deal[]): CorrectedFigures {
  const first = present(matched[0], 'a match has sides');
  positionsFollow(
    desk,
    first.contract,
    matched.map(({ owner }) => owner),
  );
  const counting = desk.state.deals.matchedIn(first.contract).filter(({ origin }) => countsForMarket[origin]);
  return figuresOf(
    contractOf(desk, first),
    counting.map((deal) => ({ price: priceOf(deal), lots: deal.lots, dealtAt: deal.dealtAt })),
  );
}

/** The contract's figures as these deals give them, in their order. */
function figuresOf(
  contract: Contract,
  deals: readonly Pick<PackageDeal, 'price' | 'lots' | 'dealtAt'>[],
): CorrectedFigures {
  const [first, last] = [deals[0], deals.at(-1)];
  const prices = deals.map(({ price }) => price);
  contract.last = last?.price ?? null;
  contract.high = prices.length === 0 ? null : cents(Math.max(...prices));
  contract.low = prices.length === 0 ? null : cents(Math.min(...prices));
  const { high, low } = contract;
  return {
    last: contract.last,
    lastLots: last?.lots ?? null,
    lastAt: last?.dealtAt ?? null,
    high,
    low,
    open: first?.price ?? null,
  };
}

function aboutDeal(matched: readonly Deal[], reason: string) {
  const { matchSeq, contract, lots, origin } = present(matched[0], 'a match has sides');
  return {
    matchSeq,
    contract,
    lots,
    price: priceOf(present(matched[0], 'a match has sides')),
    sides: matched.map(({ dealSeq, owner: { member, userId } }) => ({ dealSeq, member, userId })),
    reason,
    origin,
  };
}

const told = ({
  lots,
  contract,
  price,
  matchSeq,
}: Pick<PackageDeal, 'lots' | 'contract' | 'price' | 'matchSeq'>): string =>
  `The deal of ${lots} ${contract} at ${rand(price)} (number ${matchSeq})`;

const priceOf = ({ value, lots }: Deal): Cents => cents(Math.round(value / lots));
const contractOf = ({ market }: Desk, { contract }: Pick<Deal, 'contract'>): Contract =>
  present(market.contracts.get(contract), `a deal in ${contract}, which is not listed`);
