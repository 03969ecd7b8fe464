// The price of a call auction (market/sessions.md, Call auction): the price at which most lots can deal. Ties are broken by the smallest
// surplus on one side, then by the distance to the previous MTM, then by the lower price. Prices are tick indices.
import { lots as asLots, ticks as asTicks, type Lots, type Price, type Ticks } from '../kernel/units.ts';

/** The parts of an order that matter for the auction price. */
export interface AuctionOrder {
  readonly tick: Ticks;
  readonly lots: Lots;
}

export interface Opening {
  readonly tick: Ticks;
  /** Lots that deal at it. */
  readonly lots: Lots;
}

interface Candidate {
  readonly tick: number;
  readonly lots: number;
  readonly leftOver: number;
  /** Distance from the MTM, in cents. */
  readonly away: number;
}

/** Returns null if no bid reaches an offer. `near` is the MTM with the size of a tick. */
export function openingPrice(
  { buys, sells }: { readonly buys: readonly AuctionOrder[]; readonly sells: readonly AuctionOrder[] },
  near: { readonly mtm: Price; readonly tick: Price },
): Opening | null {
  const prices = [...new Set([...buys, ...sells].map(({ tick }) => tick))].sort((a, b) => a - b);
  const bid = lotsFrom(prices, buys, 'above');
  const offered = lotsFrom(prices, sells, 'below');
  let best: Candidate | null = null;
  const consider = (tick: number, demand: number, supply: number) => {
    const candidate = {
      tick,
      lots: Math.min(demand, supply),
      leftOver: Math.abs(demand - supply),
      away: Math.abs(tick * near.tick - near.mtm),
    };
    if (candidate.lots > 0 && (best === null || isBetter(candidate, best))) best = candidate;
  };
  prices.forEach((tick, at) => {
    consider(tick, bid[at] ?? 0, offered[at] ?? 0);
    // Between two order prices, only the distance to the MTM changes, so the price nearest to it is the best.
    const next = prices[at + 1];
    if (next === undefined || next - tick < 2) return;
    // Adding 0 turns −0 into 0.
    const nearest = Math.ceil(near.mtm / near.tick - 0.5) + 0;
    consider(Math.min(Math.max(nearest, tick + 1), next - 1), bid[at + 1] ?? 0, offered[at] ?? 0);
  });
  const candidate = best as Candidate | null;
  return candidate === null ? null : { tick: asTicks(candidate.tick), lots: asLots(candidate.lots) };
}

function isBetter(a: Candidate, b: Candidate): boolean {
  if (a.lots !== b.lots) return a.lots > b.lots;
  if (a.leftOver !== b.leftOver) return a.leftOver < b.leftOver;
  if (a.away !== b.away) return a.away < b.away;
  return a.tick < b.tick;
}

/** For each price, the lots of the orders at it or beyond. */
function lotsFrom(
  prices: readonly number[],
  orders: readonly AuctionOrder[],
  beyond: 'above' | 'below',
): readonly number[] {
  const places = new Map(prices.map((tick, at) => [tick, at]));
  const sums = new Array<number>(prices.length).fill(0);
  for (const { tick, lots } of orders) {
    const at = places.get(tick) ?? 0;
    sums[at] = (sums[at] ?? 0) + lots;
  }
  if (beyond === 'below')
    for (let at = 1; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0);
  else for (let at = sums.length - 2; at >= 0; at -= 1) sums[at] = (sums[at] ?? 0) + (sums[at + 1] ?? 0);
  return sums;
}
