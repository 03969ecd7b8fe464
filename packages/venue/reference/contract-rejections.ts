// What the market says no to in options, deltas, splits, spreads and strikes (domain §2.5, §3.2, §3.4, §5.4): part of the one
// catalogue in rejections.ts.

type Details = Readonly<Record<string, string | number>>;

const d = (details: Details, name: string) => String(details[name] ?? '?');

export const contractRejections = {
  contractExpired: {
    status: 422,
    sentence: (v: Details) =>
      `${d(v, 'contract')} no longer trades: its last day was ${d(v, 'lastDay')}. Pick a later month.`,
  },
  volatilityNotForContract: {
    status: 422,
    sentence: (v: Details) =>
      `${d(v, 'contract')} is not dealt in volatility and has no reference price: only options and deltas are. Give a price instead.`,
  },
  volatilityOutsideLimits: {
    status: 422,
    sentence: (v: Details) =>
      `A volatility of ${d(v, 'volatility')} % is not between ${d(v, 'low')} and ${d(v, 'high')} %. Check it for a slip.`,
  },
  premiumBelowTick: {
    status: 422,
    sentence: (v: Details) =>
      `At a volatility of ${d(v, 'volatility')} % the premium is less than one tick of ${d(v, 'tick')}. Raise the volatility, or give the premium itself.`,
  },
  premiumWithoutVolatility: {
    status: 422,
    sentence: (v: Details) =>
      `No volatility gives a premium of ${d(v, 'premium')} with the future at ${d(v, 'reference')}. Change the premium or the reference price.`,
  },
  referenceNotAllowed: {
    status: 422,
    sentence: (v: Details) =>
      `The reference price ${d(v, 'reference')} of ${d(v, 'contract')} must be a multiple of ${d(v, 'tick')} from ${d(v, 'low')} to ${d(v, 'high')}, where the future itself may deal.`,
  },
  legOutsideLimits: {
    status: 422,
    sentence: (v: Details) =>
      `The order would deal ${d(v, 'contract')} at ${d(v, 'price')}, outside its daily limits (${d(v, 'low')}-${d(v, 'high')}). Change the difference.`,
  },
  legNotPositive: {
    status: 422,
    sentence: (v: Details) =>
      `The order would deal ${d(v, 'contract')} at ${d(v, 'price')}, which is no price. Change the difference.`,
  },
  optionsNotListed: {
    status: 422,
    sentence: (v: Details) =>
      `There are no options on ${d(v, 'contractDate')} ${d(v, 'instrument')}. Pick a month that has some.`,
  },
  strikeListed: {
    status: 422,
    sentence: (v: Details) =>
      `The strike ${d(v, 'strike')} of ${d(v, 'contract')} is listed already. You may deal in it.`,
  },
  strikeOffGrid: {
    status: 422,
    sentence: (v: Details) =>
      `The strike ${d(v, 'strike')} is not a multiple of ${d(v, 'step')}, as strikes at this distance from the future are. The nearest are ${d(v, 'below')} and ${d(v, 'above')}.`,
  },
  strikeTooFar: {
    status: 422,
    sentence: (v: Details) =>
      `The strike ${d(v, 'strike')} is too far from ${d(v, 'contract')}: strikes are listed from ${d(v, 'low')} to ${d(v, 'high')}.`,
  },
} as const;
