// The price of an opening (domain §3.1): the one at which most lots can deal; of several the one that leaves the fewest lots
// of one side over, then the one nearest to the previous MTM, then the lower one. Prices are tick indices.
import type { Cents, Lots, Ticks } from '../kernel/units.ts';
import { lots as asLots, ticks as asTicks } from '../kernel/units.ts';

/** An order as far as the opening price depends on it. */
export interface Wish {
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
  /** Cents from the MTM. */
  readonly away: number;
}

/** Null when no bid reaches an offer. `near`: the MTM and the size of a tick, in cents. */
export function openingPrice(
  { buys, sells }: { readonly buys: readonly Wish[]; readonly sells: readonly Wish[] },
  near: { readonly mtm: Cents; readonly tick: Cents },
): Opening | null {
  const wished = [...new Set([...buys, ...sells].map(({ tick }) => tick))].sort((a, b) => a - b);
  const bid = summedFrom(wished, buys, 'above');
  const offered = summedFrom(wished, sells, 'below');
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
  wished.forEach((tick, at) => {
    consider(tick, bid[at] ?? 0, offered[at] ?? 0);
    // Between two wished prices nothing changes but the way to the MTM: the nearest of them stands for all.
    const next = wished[at + 1];
    if (next === undefined || next - tick < 2) return;
    // The sum with 0 turns a zero that is negative into the zero that it is.
    const nearest = Math.ceil(near.mtm / near.tick - 0.5) + 0;
    consider(Math.min(Math.max(nearest, tick + 1), next - 1), bid[at + 1] ?? 0, offered[at] ?? 0);
  });
  const found = best as Candidate | null;
  return found === null ? null : { tick: asTicks(found.tick), lots: asLots(found.lots) };
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.lots !== other.lots) return one.lots > other.lots;
  if (one.leftOver !== other.leftOver) return one.leftOver < other.leftOver;
  if (one.away !== other.away) return one.away < other.away;
  return one.tick < other.tick;
}

/** For each price, the lots wished at it or beyond. */
function summedFrom(
  wished: readonly number[],
  wishes: readonly Wish[],
  beyond: 'above' | 'below',
): readonly number[] {
  const places = new Map(wished.map((tick, at) => [tick, at]));
  const sums = new Array<number>(wished.length).fill(0);
  for (const { tick, lots } of wishes) {
    const at = places.get(tick) ?? 0;
    sums[at] = (sums[at] ?? 0) + lots;
  }
  if (beyond === 'below')
    for (let at = 1; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0);
  else for (let at = sums.length - 2; at >= 0; at -= 1) sums[at] = (sums[at] ?? 0) + (sums[at + 1] ?? 0);
  return sums;
}
