// What the rows of options, deltas, splits and spreads say besides their own book and deals (domain §4.2 to §4.4): volatilities
// and hedge ratio from where the future stands, and the prices that the legs' books imply. Prices come in cents and volatilities
// in hundredths of a percent; rand and percent go out.
import { black76, impliedVolatility, type OptionType, roundToTick, yearsFromDays } from '@openpit/pricing';
import { type ContractListing, parseIsoDate } from '@openpit/venue';
import type { MarketRow } from '@openpit/wire';
import type { ContractBook } from './contract-book.ts';

export interface Standing {
  readonly last: number | null;
  readonly mtm: number;
  readonly book: ContractBook;
  readonly tick: number;
}

/** Where a future stands: its last deal, else the middle of bid and offer on the tick, else its MTM; in cents. */
export function standsAt({ last, mtm, book, tick }: Standing): number {
  if (last !== null) return last;
  const [bid, offer] = [book.best('B'), book.best('S')];
  return bid === null || offer === null ? mtm : roundToTick((bid.price + offer.price) / 2, tick);
}

/** Calendar days to expiry: the begun one counts while the option trades; 0 after that. */
export function daysToExpiry(optionExpiry: string, businessDay: string): number {
  const [expiry, today] = [parseIsoDate(optionExpiry), parseIsoDate(businessDay)];
  if (expiry === null || today === null || today > expiry) return 0;
  return Math.max(1, expiry - today);
}

export type DerivedFields = Partial<MarketRow>;

/** Of an option or a delta; `reference` and `mtmVolatility` as above. */
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
    reference: reference / 100,
    daysToExpiry: days,
    mtmVol: mtmVolatility / 100,
    delta: Math.round(delta * 10_000) / 10_000,
  };
  const [bid, offer] = [book.best('B')?.price ?? null, book.best('S')?.price ?? null];
  if (listing.kind === 'option') {
    const volOf = (premium: number | null) =>
      premium === null ? null : percentOf({ ...option, price: premium });
    return { ...common, bidVol: volOf(bid), offerVol: volOf(offer) };
  }
  const premiumOf = (sigma: number | null) =>
    sigma === null ? null : roundToTick(black76({ ...option, volatility: sigma / 10_000 }).price, tick) / 100;
  return {
    ...common,
    bidVol: bid === null ? null : bid / 100,
    offerVol: offer === null ? null : offer / 100,
    bidPremium: premiumOf(bid),
    offerPremium: premiumOf(offer),
  };
}

function percentOf(quoted: Parameters<typeof impliedVolatility>[0]): number | null {
  const found = impliedVolatility(quoted);
  return found.kind === 'found' ? Math.round(found.volatility * 10_000) / 100 : null;
}

/** Of a split or a spread, from the books of its legs. */
export function pairFields(
  legs: NonNullable<ContractListing['legs']>,
  bookOf: (contract: string) => ContractBook,
): DerivedFields {
  const best = (contract: string) => {
    const book = bookOf(contract);
    return { bid: book.best('B')?.price ?? null, offer: book.best('S')?.price ?? null };
  };
  const [plus, minus] = [best(legs.plus), best(legs.minus)];
  const [near, far] = legs.near === legs.plus ? [plus, minus] : [minus, plus];
  return {
    nearBid: randOf(near.bid),
    nearOffer: randOf(near.offer),
    farBid: randOf(far.bid),
    farOffer: randOf(far.offer),
    // Who sells the pair sells its one leg at the bid and buys the other at the offer.
    impliedBid: difference(plus.bid, minus.offer),
    impliedOffer: difference(plus.offer, minus.bid),
  };
}

const randOf = (amount: number | null): number | null => (amount === null ? null : amount / 100);
const difference = (plus: number | null, minus: number | null): number | null =>
  plus === null || minus === null ? null : (plus - minus) / 100;

/** What never changes while the contract is listed. */
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
