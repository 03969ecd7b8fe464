// The reasons why the market rejects prices, volatilities and reference prices.
import { detailed, fixed, rejectionsFrom } from '../kernel/rejection.ts';

export const pricingRejections = {
  priceNotPositive: fixed({
    when: 'any contract except splits and spreads',
    sentence: 'The price must be above zero.',
  }),
  priceOffTick: detailed({
    when: 'the price is not a multiple of the tick',
    examples: [{ price: '4035.10', tick: '0.20', below: '4035.00', above: '4035.20' }],
    sentence: (v) =>
      `The price ${v.price} is not a multiple of the tick of ${v.tick}. The nearest are ${v.below} and ${v.above}.`,
  }),
  priceOutsideLimits: detailed({
    when: 'outside the day’s limits',
    examples: [{ low: '3835.00', high: '4235.00' }],
    sentence: (v) => `Price outside daily limits (${v.low}-${v.high}).`,
  }),
  priceImplausible: detailed({
    when: 'no daily limits apply, and the price is far from the MTM',
    examples: [{ price: '403500.00', mtm: '4035.00', low: '1008.75', high: '16140.00' }],
    sentence: (v) =>
      `The price ${v.price} is too far from the last MTM of ${v.mtm}: the market accepts prices from ${v.low} to ${v.high}. Check it for a typing error.`,
  }),
  priceTooHigh: detailed({
    when: 'a price, a strike or a reference price at which a lot is worth more than the market can clear, or with too many ticks for a book',
    examples: [{ price: '600000.00', contract: 'DEC26 WMAZ', max: '500000.00' }],
    sentence: (v) =>
      `The price ${v.price} of ${v.contract} is above ${v.max}, the highest that the market accepts for its size and tick. Check it for a typing error.`,
  }),
  volatilityNotForContract: detailed({
    when: 'a future, a split or a spread with a volatility or a reference price, also besides a price',
    examples: [{ contract: 'DEC26 WMAZ' }],
    sentence: (v) =>
      `${v.contract} is neither an option nor a delta, so it accepts neither a volatility nor a reference price. Omit both, and give a price.`,
  }),
  volatilityOutsideLimits: detailed({
    when: 'an option or a delta; also a delta whose premium implies such a volatility',
    examples: [{ volatility: '250.00', low: '1.00', high: '200.00' }],
    sentence: (v) =>
      `A volatility of ${v.volatility} % is not between ${v.low} and ${v.high} %. Check it for a typing error.`,
  }),
  premiumBelowTick: detailed({
    when: 'an option or a delta by volatility',
    examples: [{ volatility: '5.00', tick: '0.20' }],
    sentence: (v) =>
      `At a volatility of ${v.volatility} % the premium is less than one tick of ${v.tick}. Raise the volatility, or give the premium itself.`,
  }),
  premiumWithoutVolatility: detailed({
    when: 'a delta by premium',
    examples: [{ premium: '100.00', reference: '4060.00' }],
    sentence: (v) =>
      `No volatility gives a premium of ${v.premium} with the future at ${v.reference}. Change the premium or the reference price.`,
  }),
  referenceNotAllowed: detailed({
    when: 'an option or a delta',
    examples: [
      { reference: '5000.00', contract: 'MAR27 WMAZ', tick: '0.20', low: '3860.00', high: '4260.00' },
    ],
    sentence: (v) =>
      `The reference price ${v.reference} of ${v.contract} must be a multiple of ${v.tick} from ${v.low} to ${v.high}, the prices at which the future itself may deal.`,
  }),
  legOutsideLimits: detailed({
    when: 'a split or a spread; nothing is dealt',
    examples: [{ contract: 'MAR27 WMAZ', price: '3845.00', low: '3860.00', high: '4260.00' }],
    sentence: (v) =>
      `The order would deal ${v.contract} at ${v.price}, outside its daily limits (${v.low}-${v.high}). Change the difference.`,
  }),
  legNotPositive: detailed({
    when: 'a split or a spread whose leg has no daily limits',
    examples: [{ contract: 'MAR27 CORN', price: '0.00' }],
    sentence: (v) =>
      `The order would deal ${v.contract} at ${v.price}, which is not above zero. Change the difference.`,
  }),
};

export const reject = rejectionsFrom(pricingRejections);
