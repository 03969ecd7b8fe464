// The legs of a split or a spread (market/orders.md, Splits and spreads): the reference leg deals at its current price, the other at
// the distance at which the pair was dealt.
import type { Contract, PairTerms } from '../contracts/contract.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { amountText, asPrice, type Price } from '../kernel/units.ts';
import type { LimitsState } from '../limits/limits.ts';
import type { ValuedAt } from './curves.ts';
import { valueRejection } from './price-check.ts';
import { reject } from './pricing-rejections.ts';
import { type PriceView, referencePrice } from './reference-price.ts';

interface LegPrices {
  readonly plus: Price;
  readonly minus: Price;
}

/** The leg that deals at its current price, which determines the price of the other: the near month, or the first-named. */
export const referenceLeg = ({ kind, plus, minus }: PairTerms): Contract => (kind === 'split' ? minus : plus);

/** `reference`: the price of the reference leg. */
export const legsAt = ({ kind }: Pick<PairTerms, 'kind'>, reference: Price, difference: Price): LegPrices =>
  kind === 'split'
    ? { plus: asPrice(reference + difference), minus: reference }
    : { plus: reference, minus: asPrice(reference - difference) };

/** `tick`: of the pair, for rounding the price of the reference leg. */
export function legPrices(
  state: PriceView,
  pair: PairTerms,
  { difference, tick }: { readonly difference: Price; readonly tick: Price },
): LegPrices {
  return legsAt(pair, referencePrice(state, referenceLeg(pair), tick), difference);
}

/** Returns null if both legs may deal at these prices today. */
export function legsRejection(
  { limits }: Pick<LimitsState, 'limits'>,
  { plus, minus }: PairTerms,
  prices: LegPrices,
): Rejection | null {
  return legRejection(limits, minus, prices.minus) ?? legRejection(limits, plus, prices.plus);
}

function legRejection(limits: LimitsState['limits'], leg: Contract, price: Price): Rejection | null {
  const legLimits = limits.of(leg);
  const low = legLimits?.low ?? 1;
  const high = legLimits?.high ?? Number.POSITIVE_INFINITY;
  if (price >= low && price <= high) return valueRejection(leg, price);
  const contract = leg.name;
  if (legLimits === null) return reject('legNotPositive', { contract, price: amountText(price) });
  return reject('legOutsideLimits', {
    contract,
    price: amountText(price),
    low: amountText(low),
    high: amountText(high),
  });
}

/** The MTM of a pair is the difference of its legs' MTMs. */
export const pairMtm = ({ prices }: Pick<ValuedAt, 'prices'>, { plus, minus }: PairTerms): Price =>
  asPrice(prices.of(plus).mtm - prices.of(minus).mtm);
