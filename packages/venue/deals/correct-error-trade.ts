// An error trade (domain §3.4, its last paragraph): surveillance cancels it, or gives it another price, with a reason that both sides
// and everybody else are told. Positions and the day's figures follow the deals that stand. A package is cancelled
// whole; a deal with which a member has already done something is his to undo first.
import { present } from '../kernel/assert.ts';
import { type Cents, cents } from '../kernel/units.ts';
import { priceRefusal } from '../orders/price-check.ts';
import { rand } from '../orders/rand.ts';
import { type Refusal, refusal } from '../refusals.ts';
import { announce } from '../session/announce.ts';
import type { Contract, Handling, Market, VenueState } from '../state.ts';
import type { Deal } from './deal.ts';
import { changeState, positionsFollow } from './deal-action.ts';
import { countsForMarket } from './deal-origin.ts';
import type { CancelDeal, RepriceDeal } from './error-trade-commands.ts';
import type { CorrectedFigures } from './error-trade-events.ts';

interface Desk {
  readonly state: VenueState;
  readonly market: Market;
  readonly handling: Handling;
}

export function cancelDeal(desk: Desk, { matchSeq, reason }: CancelDeal): Refusal | null {
  const deals = untouched(desk, matchSeq);
  if (!Array.isArray(deals)) return deals;

  const { handling, state } = desk;
  for (const deal of deals) changeState(desk, deal, { state: 'Cancelled' });
  for (const matched of pairsOf(deals)) {
    const contract = follow(desk, matched);
    handling.tell({ kind: 'dealCancelled', ...aboutDeal(matched, reason), ...figuresOf(contract) });
    const message = `${told(matched)} was cancelled: ${reason}.`;
    announce(state, { kind: 'announce', announcement: 'Info', message }, handling);
  }
  return null;
}

export function repriceDeal(desk: Desk, { matchSeq, price, reason }: RepriceDeal): Refusal | null {
  const deals = untouched(desk, matchSeq);
  if (!Array.isArray(deals)) return deals;
  const [matched] = pairsOf(deals);
  const first = matched?.[0];
  if (matched === undefined || first === undefined || first.origin !== 'screen')
    return refusal('packageNotRepriced', { matchSeq });
  if (priceOf(first) === price) return refusal('dealPriceUnchanged', { matchSeq, price: rand(price) });
  const failed = priceRefusal(contractOf(desk, first), price);
  if (failed !== null) return failed;

  const { handling, state } = desk;
  const before = { about: aboutDeal(matched, reason), told: told(matched) };
  for (const deal of matched) deal.value = price * deal.lots;
  const contract = follow(desk, matched);
  handling.tell({ kind: 'dealRepriced', ...before.about, newPrice: price, ...figuresOf(contract) });
  const message = `${before.told} was given the price ${rand(price)}: ${reason}.`;
  announce(state, { kind: 'announce', announcement: 'Info', message }, handling);
  return null;
}

/** The two sides of the deal, or of all deals of its package, with which nothing has been done yet. */
function untouched({ state }: Desk, matchSeq: number): Deal[] | Refusal {
  const deals = state.deals.ofMatch(matchSeq);
  if (deals.length === 0) return refusal('matchNotFound', { matchSeq });
  const changed = deals.find((deal) => deal.state !== 'Open');
  if (changed !== undefined)
    return refusal('matchChanged', { matchSeq, dealSeq: changed.dealSeq, state: changed.state });
  const isWhole = pairsOf(deals).every((sides) => sides.length === 2);
  return isWhole
    ? deals
    : refusal('matchChanged', { matchSeq, dealSeq: deals[0]?.dealSeq ?? 0, state: 'Open' });
}

function pairsOf(deals: readonly Deal[]): Deal[][] {
  const byMatch = new Map<number, Deal[]>();
  for (const deal of deals) byMatch.set(deal.matchSeq, [...(byMatch.get(deal.matchSeq) ?? []), deal]);
  return [...byMatch.values()];
}

/** Positions and figures as the deals that stand give them. */
function follow(desk: Desk, matched: readonly Deal[]): Contract {
  const first = present(matched[0], 'a match has sides');
  const contract = contractOf(desk, first);
  positionsFollow(
    desk,
    first.contract,
    matched.map(({ owner }) => owner),
  );
  contract.last = null;
  contract.high = null;
  contract.low = null;
  for (const deal of desk.state.deals.matchedIn(first.contract)) {
    if (!countsForMarket[deal.origin]) continue;
    const price = priceOf(deal);
    contract.last = price;
    contract.high = cents(Math.max(contract.high ?? price, price));
    contract.low = cents(Math.min(contract.low ?? price, price));
  }
  return contract;
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
    countsForMarket: countsForMarket[origin],
  };
}

function told(matched: readonly Deal[]): string {
  const deal = present(matched[0], 'a match has sides');
  return `The deal of ${deal.lots} ${deal.contract} at ${rand(priceOf(deal))} (number ${deal.matchSeq})`;
}

const figuresOf = ({ last, high, low }: Contract): CorrectedFigures => ({ last, high, low });
const priceOf = ({ value, lots }: Deal): Cents => cents(Math.round(value / lots));
const contractOf = ({ market }: Desk, { contract }: Deal): Contract =>
  present(market.contracts.get(contract), `a deal in ${contract}, which is not listed`);
