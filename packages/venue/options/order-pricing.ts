// What an order on an option or a delta asks for, and what price that is. An option is entered by premium or by volatility
// and rests at its premium; a delta likewise, and rests at its volatility, because premiums at different reference prices
// cannot be compared (domain §3.4 step 5, §5.4).
import { type Cents, cents, type Volatility } from '../kernel/units.ts';
import { rand } from '../orders/rand.ts';
import { type Rejection, rejection } from '../rejections.ts';
import type { Contract, Market } from '../state.ts';
import {
  daysLeft,
  type OptionPricing,
  type OptionTerms,
  type PricingAt,
  pricingAt,
  volatilityOf,
} from './option-terms.ts';
import { referencePrice } from './reference-price.ts';
import { volatilityRejection } from './volatility-check.ts';

/** What the dealer said: a price (of an option or delta the premium), or a volatility in its place. */
export interface AskedPrice {
  readonly price: Cents;
  readonly volatility?: Volatility | null;
  /** Price of the future; null or left out: where it stands. */
  readonly reference?: Cents | null;
}

export interface OrderPrice {
  /** By which the book is sorted. */
  readonly price: Cents;
  /** Null where nothing was computed: any other contract, and an option entered by premium. */
  readonly pricing: OptionPricing | null;
}

export function orderPrice(market: Market, contract: Contract, asked: AskedPrice): OrderPrice | Rejection {
  const sigma = asked.volatility ?? null;
  const terms = contract.option;
  if (terms === null) {
    if (sigma !== null || (asked.reference ?? null) !== null)
      return rejection('volatilityNotForContract', { contract: contract.listing.contract });
    return { price: asked.price, pricing: null };
  }
  if (sigma === null && terms.outright === null) return { price: asked.price, pricing: null };
  const reference = asked.reference ?? referencePrice(terms.underlying, terms.underlying.tick);
  const failed = referenceRejection(terms.underlying, reference);
  if (failed !== null) return failed;
  const at = { reference, days: daysLeft(terms.expiry, market.businessDay) };
  const priced = sigma === null ? byPremium(terms, asked.price, at) : byVolatility(terms, sigma, at);
  if ('code' in priced) return priced;
  return { price: terms.outright === null ? priced.premium : cents(priced.volatility), pricing: priced };
}

function byVolatility(terms: OptionTerms, sigma: Volatility, at: PricingAt): OptionPricing | Rejection {
  const failed = volatilityRejection(sigma);
  if (failed !== null) return failed;
  const priced = pricingAt(terms, sigma, at);
  if (priced.premium > 0) return priced;
  return rejection('premiumBelowTick', {
    volatility: rand(sigma),
    tick: rand(terms.underlying.instrument.tick),
  });
}

function byPremium(terms: OptionTerms, premium: Cents, at: PricingAt): OptionPricing | Rejection {
  const { tick } = terms.underlying.instrument;
  if (premium <= 0) return rejection('priceNotPositive');
  const over = premium % tick;
  if (over !== 0)
    return rejection('priceOffTick', {
      price: rand(premium),
      tick: rand(tick),
      below: rand(premium - over),
      above: rand(premium - over + tick),
    });
  const sigma = volatilityOf(terms, premium, at);
  if (sigma === null)
    return rejection('premiumWithoutVolatility', { premium: rand(premium), reference: rand(at.reference) });
  const failed = volatilityRejection(sigma);
  return failed ?? { ...pricingAt(terms, sigma, at), premium };
}

/** A reference price is one at which the future could deal. */
function referenceRejection({ listing, limits, tick, mtm }: Contract, reference: Cents): Rejection | null {
  const low = limits?.low ?? Math.ceil(mtm / 4 / tick) * tick;
  const high = limits?.high ?? mtm * 4;
  if (reference >= low && reference <= high && reference % tick === 0) return null;
  const { contract } = listing;
  return rejection('referenceNotAllowed', {
    reference: rand(reference),
    contract,
    tick: rand(tick),
    low: rand(low),
    high: rand(high),
  });
}
