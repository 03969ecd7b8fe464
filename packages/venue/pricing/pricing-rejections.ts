// Why the market turns down prices, volatilities and reference prices.
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';

export const pricingRejections = {
  priceNotPositive: fixed('The price must be above zero.'),
  priceOffTick: detailed({ price: '4035.25', tick: '0.20', below: '4035.20', above: '4035.40' })(
    (v) =>
      `The price ${v.price} is not a multiple of the tick of ${v.tick}. The nearest are ${v.below} and ${v.above}.`,
  ),
  priceOutsideLimits: detailed({ low: '3835.00', high: '4235.00' })(
    (v) => `Price outside daily limits (${v.low}-${v.high}).`,
  ),
  priceImplausible: detailed({ price: '40350.00', mtm: '4035.00', low: '1008.75', high: '16140.00' })(
    (v) =>
      `The price ${v.price} is out of all proportion to the last MTM of ${v.mtm}: the market takes prices from ${v.low} to ${v.high}. Check it for a slip.`,
  ),
  volatilityNotForContract: detailed({ contract: 'DEC26 WMAZ' })(
    (v) =>
      `${v.contract} is not dealt in volatility and has no reference price: only options and deltas are. Give a price instead.`,
  ),
  volatilityOutsideLimits: detailed({ volatility: '0.50', low: '1.00', high: '200.00' })(
    (v) => `A volatility of ${v.volatility} % is not between ${v.low} and ${v.high} %. Check it for a slip.`,
  ),
  premiumBelowTick: detailed({ volatility: '5.00', tick: '0.20' })(
    (v) =>
      `At a volatility of ${v.volatility} % the premium is less than one tick of ${v.tick}. Raise the volatility, or give the premium itself.`,
  ),
  premiumWithoutVolatility: detailed({ premium: '900.00', reference: '4060.00' })(
    (v) =>
      `No volatility gives a premium of ${v.premium} with the future at ${v.reference}. Change the premium or the reference price.`,
  ),
  referenceNotAllowed: detailed({
    reference: '4500.00',
    contract: 'MAR27 WMAZ',
    tick: '0.20',
    low: '3860.00',
    high: '4260.00',
  })(
    (v) =>
      `The reference price ${v.reference} of ${v.contract} must be a multiple of ${v.tick} from ${v.low} to ${v.high}, where the future itself may deal.`,
  ),
  legOutsideLimits: detailed({
    contract: 'MAR27 WMAZ',
    price: '4300.00',
    low: '3860.00',
    high: '4260.00',
  })(
    (v) =>
      `The order would deal ${v.contract} at ${v.price}, outside its daily limits (${v.low}-${v.high}). Change the difference.`,
  ),
  legNotPositive: detailed({ contract: 'MAR27 WMAZ', price: '-12.00' })(
    (v) => `The order would deal ${v.contract} at ${v.price}, which is not a price. Change the difference.`,
  ),
};

export const reject = rejectionsFrom(pricingRejections);
