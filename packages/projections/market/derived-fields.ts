// The fields of options, deltas, splits and spreads that do not come from their own book and deals (PANEL-2
// to 5): volatilities and hedge ratio at the future's current price, and the prices that the legs' books
// imply. Inputs are cents and hundredths of a percent; the fields are rand and percent.

import { black76, impliedVolatility, type OptionType, roundToTick, yearsFromDays } from '@openpit/pricing';
import { type ContractListing, parseIsoDate } from '@openpit/venue';
import { type MarketRow, roundHalfAway, toPercent, toRand } from '@openpit/wire';
import type { ContractBook } from '../books/contract-book.ts';

interface PresentPrice {
  readonly last: number | null;
  readonly mtm: number;
  /** Null during a halt: the orders of a halted book do not deal, so no price is computed from them. */
  readonly book: ContractBook | null;
  readonly tick: number;
}

/**
 * The current price of a future in cents: its last deal, otherwise the middle of bid and offer rounded to the tick, otherwise its
 * MTM.
 */
export function presentPrice({ last, mtm, book, tick }: PresentPrice): number {
  if (last !== null) return last;
  const [bid, offer] = [book?.best('B') ?? null, book?.best('S') ?? null];
  return bid === null || offer === null ? mtm : roundToTick((bid.price + offer.price) / 2, tick);
}

/** Calendar days to expiry: the running day counts while the option trades; 0 after that. */
export function calendarDaysToExpiry(optionExpiry: string, businessDay: string): number {
  const [expiry, today] = [parseIsoDate(optionExpiry), parseIsoDate(businessDay)];
  if (expiry === null || today === null || today > expiry) return 0;
  return Math.max(1, expiry - today);
}

export type DerivedFields = Partial<MarketRow>;

/**
 * The inputs of an option or a delta: `reference` is the future's current price, `mtmVolatility`
 * the volatility of its MTM.
 */
export function optionFields(
  listing: ContractListing,
  now: {
    readonly book: ContractBook;
    readonly reference: number;
    readonly mtmVolatility: number;
    readonly days: number;
    readonly tick: number;
  },
): DerivedFields {
  const { book, reference, mtmVolatility, days, tick } = now;
  const type: OptionType = listing.flag === 'C' ? 'call' : 'put';
  const option = { type, forward: reference, strike: listing.strike, years: yearsFromDays(days) };
  const { delta } = black76({ ...option, volatility: mtmVolatility / 10_000 });
  const common = {
    reference: toRand(reference),
    daysToExpiry: days,
    mtmVol: toPercent(mtmVolatility),
    delta: roundHalfAway(delta * 10_000) / 10_000,
  };
  const [bid, offer] = [book.best('B')?.price ?? null, book.best('S')?.price ?? null];
  if (listing.kind === 'option') {
    const volOf = (premium: number | null) =>
      premium === null ? null : percentOf({ ...option, price: premium });
    return { ...common, bidVol: volOf(bid), offerVol: volOf(offer) };
  }
  const premiumOf = (sigma: number | null) =>
    sigma === null
      ? null
      : toRand(roundToTick(black76({ ...option, volatility: sigma / 10_000 }).price, tick));
  return {
    ...common,
    bidVol: toRand(bid),
    offerVol: toRand(offer),
    bidPremium: premiumOf(bid),
    offerPremium: premiumOf(offer),
  };
}

function percentOf(quoted: Parameters<typeof impliedVolatility>[0]): number | null {
  const implied = impliedVolatility(quoted);
  return implied.kind === 'found' ? toPercent(Math.round(implied.volatility * 10_000)) : null;
}

/** The fields of a split or a spread, from the books of its legs. `dealingBook`: null during a halt, when a book implies no price. */
export function pairFields(
  legs: NonNullable<ContractListing['legs']>,
  {
    bookOf,
    dealingBook,
  }: {
    readonly bookOf: (contract: string) => ContractBook;
    readonly dealingBook: (contract: string) => ContractBook | null;
  },
): DerivedFields {
  const best = (book: ContractBook | null) => ({
    bid: book?.best('B')?.price ?? null,
    offer: book?.best('S')?.price ?? null,
  });
  const [plus, minus] = [best(dealingBook(legs.plus)), best(dealingBook(legs.minus))];
  const isNearPlus = legs.near === legs.plus;
  const [near, far] = [
    best(bookOf(isNearPlus ? legs.plus : legs.minus)),
    best(bookOf(isNearPlus ? legs.minus : legs.plus)),
  ];
  return {
    nearBid: toRand(near.bid),
    nearOffer: toRand(near.offer),
    farBid: toRand(far.bid),
    farOffer: toRand(far.offer),
    // The seller of the pair sells one leg at the bid and buys the other at the offer.
    impliedBid: difference(plus.bid, minus.offer),
    impliedOffer: difference(plus.offer, minus.bid),
  };
}

const difference = (plus: number | null, minus: number | null): number | null =>
  plus === null || minus === null ? null : toRand(plus - minus);

/** The fields that never change while the contract is listed. */
export function fixedFields({ underlying, optionExpiry, legs }: ContractListing): DerivedFields {
  if (underlying !== undefined) return { underlying, optionExpiry };
  if (legs === undefined) return {};
  const { near, far, plusLots, minusLots } = legs;
  const nearIsPlus = near === legs.plus;
  return {
    near,
    far,
    nearLots: nearIsPlus ? plusLots : minusLots,
    farLots: nearIsPlus ? minusLots : plusLots,
  };
}
