// The scan behind initial margin (market/money.md, Initial margin): the loss of an account's futures and options
// on one expiry if the future moves by up to its initial margin and volatility by its scanning range. 21
// scenarios: price moves of −1, −2/3, −1/3, 0, 1/3, 2/3 and 1 of the margin × volatility down, unchanged
// and up. Options are margined like futures: undiscounted Black-76.
import { type OptionType, throwBadInput, undiscountedPrice } from '../black/black76.ts';
import { black76 } from '../black/greeks.ts';

export interface ScannedOption {
  readonly type: OptionType;
  readonly strike: number;
  readonly years: number;
  readonly volatility: number;
  /** Net: long above 0, short below. */
  readonly lots: number;
  /**
   * The current value of the option, per ton: its MTM, which is on the tick. A long option can then lose no more than it is worth.
   * Without it, the undiscounted value at `forward`.
   */
  readonly price?: number;
}

export interface ExpiryPositions {
  /** The current price of the future, per ton. */
  readonly forward: number;
  /** IMR, the initial margin of one futures contract, in money. */
  readonly initialMargin: number;
  /** VSR, the scanning range of volatility: 0.04 is four points. */
  readonly volatilityRange: number;
  readonly tons: number;
  /** Net lots of the future. */
  readonly futures: number;
  readonly options: readonly ScannedOption[];
}

interface MarginScenario {
  /** In thirds of the initial margin: −3 … 3. */
  readonly priceThirds: number;
  /** In scanning ranges: −1, 0 or 1. */
  readonly volatilityMove: number;
  /** The loss in this scenario, in money; below 0 a gain. */
  readonly loss: number;
}

export interface MarginScan {
  /** The largest loss of all scenarios, 0 or more, in money. */
  readonly loss: number;
  /** The first scenario with the largest loss. */
  readonly worst: MarginScenario;
  /** All 21, ordered by price, then by volatility. */
  readonly scenarios: readonly MarginScenario[];
  /** The delta of the account in lots of the future, which can be offset against other expiries. */
  readonly deltaLots: number;
  /** Lots of short options out of the money, which have a minimum margin. */
  readonly shortLotsOutOfTheMoney: number;
}

const thirds = [-3, -2, -1, 0, 1, 2, 3];
const volatilityMoves = [-1, 0, 1];

/**
 * @returns the scan; no price and no volatility falls below 0
 * @throws RangeError with a path such as `options[2].strike`
 */
export function scanMargin(positions: ExpiryPositions): MarginScan {
  checkPositions(positions);
  const now = valueNow(positions);
  const scenarios = thirds.flatMap((priceThirds) =>
    volatilityMoves.map((volatilityMove): MarginScenario => {
      const priceMove = (priceThirds * positions.initialMargin) / (3 * positions.tons);
      return { priceThirds, volatilityMove, loss: now - valueAt(positions, { priceMove, volatilityMove }) };
    }),
  );
  const worst = scenarios.reduce((largest, scenario) => (scenario.loss > largest.loss ? scenario : largest));
  return {
    loss: Math.max(0, worst.loss),
    worst,
    scenarios,
    deltaLots: deltaLotsOf(positions),
    shortLotsOutOfTheMoney: shortLotsOutOfTheMoney(positions),
  };
}

const valueNow = (positions: ExpiryPositions): number =>
  positions.options.reduce(
    (sum, { price, lots, ...option }) =>
      sum +
      lots *
        (price ?? undiscountedPrice(option.type, positions.forward, option.strike, deviationOf(option, 0))),
    0,
  ) * positions.tons;

const deviationOf = (
  { volatility, years }: Pick<ScannedOption, 'volatility' | 'years'>,
  move: number,
): number => Math.max(0, volatility + move) * Math.sqrt(years);

function valueAt(
  { forward, volatilityRange, tons, futures, options }: ExpiryPositions,
  { priceMove, volatilityMove }: { readonly priceMove: number; readonly volatilityMove: number },
): number {
  const move = Math.max(priceMove, -forward);
  const perTon = options.reduce((sum, { type, strike, years, volatility, lots }) => {
    const deviation = deviationOf({ volatility, years }, volatilityMove * volatilityRange);
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
    const value = positions[field];
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) throwBadInput(field, 'a number from 0', value);
  }
  if (!(tons > 0 && tons < Number.POSITIVE_INFINITY)) throwBadInput('tons', 'a number above 0', tons);
  if (!Number.isFinite(futures)) throwBadInput('futures', 'a number', futures);
  options.forEach((option, index) => {
    const path = `options[${index}]`;
    if (option.type !== 'call' && option.type !== 'put')
      throwBadInput(`${path}.type`, 'call or put', option.type);
    for (const field of ['strike', 'years', 'volatility'] as const) {
      const value = option[field];
      if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
        throwBadInput(`${path}.${field}`, 'a number from 0', value);
    }
    if (!Number.isFinite(option.lots)) throwBadInput(`${path}.lots`, 'a number', option.lots);
    if (option.price !== undefined && !(option.price >= 0 && option.price < Number.POSITIVE_INFINITY))
      throwBadInput(`${path}.price`, 'a number from 0', option.price);
  });
}
