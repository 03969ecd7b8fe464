// The price of an order on an option or a delta (market/options.md, Options, Deltas). An option is entered by premium or by
// volatility and rests at its premium. A delta is entered likewise and rests at its volatility, because premiums at
// different reference prices cannot be compared.
import type { Contract, OptionTerms } from '../contracts/contract.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { amountText, asPrice, type Price, type Volatility } from '../kernel/units.ts';
import type { MarketContext } from '../reference/market.ts';
import type { PricingState } from './curves.ts';
import { daysLeft, type OptionPricing, type PricingAt, pricingAt, volatilityOf } from './option-pricing.ts';
import { tickRejection, valueRejection, volatilityRejection } from './price-check.ts';
import { reject } from './pricing-rejections.ts';
import { referencePrice } from './reference-price.ts';

/** The dealer's request: a price (the premium of an option or delta), or a volatility instead. */
interface RequestedPrice {
  readonly price: Price;
  readonly volatility?: Volatility | null;
  /** Price of the future; its current price if null or omitted. */
  readonly reference?: Price | null;
}

export interface OrderPrice {
  /** The price that sorts the book. */
  readonly price: Price;
  /** `null` if nothing was computed: for other contracts, and for an option entered by premium. */
  readonly pricing: OptionPricing | null;
}

export function orderPrice(
  { state, market }: Pick<MarketContext<PricingState, never>, 'state' | 'market'>,
  contract: Contract,
  requested: RequestedPrice,
): OrderPrice | Rejection {
  const sigma = requested.volatility ?? null;
  const terms = contract.option;
  if (terms === null) {
    if (sigma !== null || (requested.reference ?? null) !== null)
      return reject('volatilityNotForContract', { contract: contract.name });
    return { price: requested.price, pricing: null };
  }
  const isDelta = contract.kind === 'delta';
  if (sigma === null && !isDelta) return { price: requested.price, pricing: null };
  const { underlying, expiry } = terms;
  const reference = requested.reference ?? referencePrice(state, underlying, underlying.tick);
  const rejected = referenceRejection(state, underlying, reference);
  if (rejected !== null) return rejected;
  const at = { reference, days: daysLeft(expiry, market.businessDay) };
  const pricing = sigma === null ? byPremium(terms, requested.price, at) : byVolatility(terms, sigma, at);
  if (isRejection(pricing)) return pricing;
  return { price: isDelta ? asPrice(pricing.volatility) : pricing.premium, pricing };
}

function byVolatility(terms: OptionTerms, sigma: Volatility, at: PricingAt): OptionPricing | Rejection {
  const rejected = volatilityRejection(sigma);
  if (rejected !== null) return rejected;
  const pricing = pricingAt(terms, sigma, at);
  if (pricing.premium > 0) return pricing;
  const { tick } = terms.underlying.instrument;
  return reject('premiumBelowTick', { volatility: amountText(sigma), tick: amountText(tick) });
}

function byPremium(terms: OptionTerms, premium: Price, at: PricingAt): OptionPricing | Rejection {
  if (premium <= 0) return reject('priceNotPositive');
  const offTick = tickRejection(premium, terms.underlying.instrument.tick);
  if (offTick !== null) return offTick;
  const sigma = volatilityOf(terms, premium, at);
  if (sigma === null)
    return reject('premiumWithoutVolatility', {
      premium: amountText(premium),
      reference: amountText(at.reference),
    });
  return volatilityRejection(sigma) ?? { ...pricingAt(terms, sigma, at), premium };
}

/**
 * The pricing of an order on a delta at its volatility and reference price today, and of any other order unchanged. A premium that the
 * dealer gave stays as long as it implies the volatility.
 */
export function pricingToday(
  { market }: Pick<MarketContext<PricingState, never>, 'market'>,
  { kind, option: terms }: Contract,
  pricing: OptionPricing | null,
): OptionPricing | Rejection | null {
  if (kind !== 'delta' || terms === null || pricing === null) return pricing;
  const at = { reference: pricing.reference, days: daysLeft(terms.expiry, market.businessDay) };
  const today = byVolatility(terms, pricing.volatility, at);
  if (isRejection(today)) return today;
  const isStill =
    today.delta === pricing.delta &&
    (today.premium === pricing.premium || volatilityOf(terms, pricing.premium, at) === pricing.volatility);
  return isStill ? pricing : today;
}

/** Rejects an order on a delta if its hedge could not deal today at the reference price that it agreed to. */
export function agreedReferenceRejection(
  state: PricingState,
  { kind, option }: Contract,
  pricing: OptionPricing | null,
): Rejection | null {
  if (kind !== 'delta' || option === null || pricing === null) return null;
  return referenceRejection(state, option.underlying, pricing.reference);
}

/** Returns null if the future can deal at the reference price. */
function referenceRejection(
  { prices, limits }: PricingState,
  future: Contract,
  reference: Price,
): Rejection | null {
  const { tick, name } = future;
  const { mtm } = prices.of(future);
  const futureLimits = limits.of(future);
  const low = futureLimits?.low ?? Math.ceil(mtm / 4 / tick) * tick;
  const high = futureLimits?.high ?? mtm * 4;
  if (reference >= low && reference <= high && reference % tick === 0)
    return valueRejection(future, reference);
  return reject('referenceNotAllowed', {
    reference: amountText(reference),
    contract: name,
    tick: amountText(tick),
    low: amountText(low),
    high: amountText(high),
  });
}
