// The revaluation behind initial margin: what an account's futures and options on one expiry would lose if the future moved
// by up to its initial margin and volatility by its scanning range. 21 scenarios: price −1, −2/3, −1/3, 0, 1/3, 2/3, 1 of
// the margin × volatility down, still, up. Options are margined like futures: undiscounted Black-76.
import { type OptionType, refuse, undiscountedPrice } from '../black/black76.ts';
import { black76 } from '../black/greeks.ts';

export interface ScannedOption {
  readonly type: OptionType;
  readonly strike: number;
  readonly years: number;
  readonly volatility: number;
  /** Net: long above 0, short below. */
  readonly lots: number;
}

export interface ExpiryPositions {
  /** The price of the future at which all is valued, per ton. */
  readonly forward: number;
  /** IMR: for one futures contract, in money. */
  readonly initialMargin: number;
  /** VSR per 1.00 of volatility: 0.04 is four points. */
  readonly volatilityRange: number;
  readonly tons: number;
  /** Net lots of the future. */
  readonly futures: number;
  readonly options: readonly ScannedOption[];
}

export interface MarginScenario {
  /** In thirds of the initial margin: −3 … 3. */
  readonly priceThirds: number;
  /** In scanning ranges: −1, 0 or 1. */
  readonly volatilityMove: number;
  /** What is lost in it, in money; below 0 a gain. */
  readonly loss: number;
}

export interface MarginScan {
  /** The most that any scenario loses, 0 or more, in money. */
  readonly loss: number;
  /** The first of those that lose it. */
  readonly worst: MarginScenario;
  /** All 21, price by price, and volatility within it. */
  readonly scenarios: readonly MarginScenario[];
  /** The futures that move like the account: what is left to set off against other expiries. */
  readonly deltaLots: number;
  /** Short options out of the money, for which there is a minimum. */
  readonly shortLotsOutOfTheMoney: number;
}

const thirds = [-3, -2, -1, 0, 1, 2, 3];
const volatilityMoves = [-1, 0, 1];

/**
 * @returns the scan; a future's price stays at 0 or more in it, and so does a volatility
 * @throws RangeError with a path such as `options[2].strike`
 */
export function scanMargin(positions: ExpiryPositions): MarginScan {
  checkPositions(positions);
  const now = valueAt(positions, { priceMove: 0, volatilityMove: 0 });
  const scenarios = thirds.flatMap((priceThirds) =>
    volatilityMoves.map((volatilityMove): MarginScenario => {
      const priceMove = (priceThirds * positions.initialMargin) / (3 * positions.tons);
      return { priceThirds, volatilityMove, loss: now - valueAt(positions, { priceMove, volatilityMove }) };
    }),
  );
  const worst = scenarios.reduce((found, one) => (one.loss > found.loss ? one : found));
  return {
    loss: Math.max(0, worst.loss),
    worst,
    scenarios,
    deltaLots: deltaLotsOf(positions),
    shortLotsOutOfTheMoney: shortLotsOutOfTheMoney(positions),
  };
}

function valueAt(
  { forward, volatilityRange, tons, futures, options }: ExpiryPositions,
  { priceMove, volatilityMove }: { readonly priceMove: number; readonly volatilityMove: number },
): number {
  const move = Math.max(priceMove, -forward);
  const perTon = options.reduce((sum, { type, strike, years, volatility, lots }) => {
    const deviation = Math.max(0, volatility + volatilityMove * volatilityRange) * Math.sqrt(years);
    return sum + lots * undiscountedPrice(type, forward + move, strike, deviation);
  }, futures * move);
  return perTon * tons;
}

function deltaLotsOf({ forward, futures, options }: ExpiryPositions): number {
  return options.reduce((sum, option) => sum + option.lots * black76({ ...option, forward }).delta, futures);
}

function shortLotsOutOfTheMoney({ forward, options }: ExpiryPositions): number {
  return options.reduce((sum, { type, strike, lots }) => {
    const isOut = type === 'call' ? strike > forward : strike < forward;
    return isOut && lots < 0 ? sum - lots : sum;
  }, 0);
}

function checkPositions(positions: ExpiryPositions): void {
  const { tons, futures, options } = positions;
  for (const field of ['forward', 'initialMargin', 'volatilityRange'] as const) {
    const found = positions[field];
    if (!(found >= 0 && found < Number.POSITIVE_INFINITY)) refuse(field, 'a number from 0', found);
  }
  if (!(tons > 0 && tons < Number.POSITIVE_INFINITY)) refuse('tons', 'a number above 0', tons);
  if (!Number.isFinite(futures)) refuse('futures', 'a number', futures);
  options.forEach((option, index) => {
    const path = `options[${index}]`;
    if (option.type !== 'call' && option.type !== 'put') refuse(`${path}.type`, 'call or put', option.type);
    for (const field of ['strike', 'years', 'volatility'] as const) {
      const found = option[field];
      if (!(found >= 0 && found < Number.POSITIVE_INFINITY))
        refuse(`${path}.${field}`, 'a number from 0', found);
    }
    if (!Number.isFinite(option.lots)) refuse(`${path}.lots`, 'a number', option.lots);
  });
}
