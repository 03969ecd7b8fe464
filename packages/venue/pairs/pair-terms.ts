// A split or a spread: two futures dealt together at a difference (domain §3.2, §4.4). The difference is the price of one leg
// less that of the other, so buying it buys the first and sells the second: of a split the far month less the near one, of
// a spread the first-named instrument less the second. One lot is the fewest lots of each leg that are equal in tons.
import { type Cents, cents } from '../kernel/units.ts';
import { referencePrice } from '../options/reference-price.ts';
import { rand } from '../orders/rand.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract } from '../state.ts';

export interface PairTerms {
  readonly kind: 'split' | 'spread';
  /** Bought by who buys the pair. */
  readonly plus: Contract;
  /** Sold by who buys the pair; at its own price, from which the other leg's follows. */
  readonly minus: Contract;
  /** Lots of each leg in one lot of the pair. */
  readonly plusLots: number;
  readonly minusLots: number;
}

export interface LegPrices {
  readonly plus: Cents;
  readonly minus: Cents;
}

/** Prices of the legs at a difference: the one leg where it stands, the other as far from it as the pair was dealt. */
export function legPrices(pair: PairTerms, difference: Cents, tick: Cents): LegPrices {
  const minus = referencePrice(pair.minus, tick);
  return { plus: cents(minus + difference), minus };
}

/** Rejects a difference at which a leg could not be dealt on the day. */
export function legsRejection(pair: PairTerms, legs: LegPrices): Rejection | null {
  return legRejection(pair.minus, legs.minus) ?? legRejection(pair.plus, legs.plus);
}

function legRejection({ listing, limits }: Contract, price: Cents): Rejection | null {
  const low = limits?.low ?? 1;
  const high = limits?.high ?? Number.POSITIVE_INFINITY;
  if (price >= low && price <= high) return null;
  const { contract } = listing;
  if (limits === null) return rejection('legNotPositive', { contract, price: rand(price) });
  return rejection('legOutsideLimits', { contract, price: rand(price), low: rand(low), high: rand(high) });
}

/** The MTM of a pair is the difference of its legs' (domain §4.4). */
export const pairMtm = ({ plus, minus }: PairTerms): Cents => cents(plus.mtm - minus.mtm);

/** Equal tons: 100 t against 50 t is one lot against two. */
export function lotsOfEqualTons(
  plusTons: number,
  minusTons: number,
): Pick<PairTerms, 'plusLots' | 'minusLots'> {
  const shared = greatestDivisor(plusTons, minusTons);
  return { plusLots: minusTons / shared, minusLots: plusTons / shared };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
