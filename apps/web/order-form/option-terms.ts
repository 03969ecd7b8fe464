// Converts the premium and the volatility of an option into each other, and computes the hedge of a delta (market.md, Deltas), by
// the venue's own formulas. Volatilities are percent per year, prices rand per ton.
import {
  black76,
  deltaTrade,
  impliedVolatility,
  type OptionType,
  roundToTick,
  yearsFromDays,
} from '@openpit/pricing';
import type { MarketRow, Side } from '@openpit/wire';

export interface PricedOption {
  readonly type: OptionType;
  readonly strike: number;
  /** The price of the future. */
  readonly reference: number;
  readonly days: number;
  /** Of the premium. */
  readonly tick: number;
}

/** Null while the market has no price of the future. */
export function pricedOption(
  { contractDisplay, daysToExpiry }: Pick<MarketRow, 'contractDisplay' | 'daysToExpiry'>,
  { reference, tick }: { readonly reference: number | undefined; readonly tick: number },
): PricedOption | null {
  if (reference === undefined || reference <= 0 || daysToExpiry === undefined) return null;
  const { flag, strike } = contractDisplay;
  return { type: flag === 'C' ? 'call' : 'put', strike, reference, days: daysToExpiry, tick };
}

const inputsOf = ({ type, strike, reference, days }: PricedOption) => ({
  type,
  strike,
  forward: reference,
  years: yearsFromDays(days),
});

/** The premium on its tick. */
export function premiumAt(option: PricedOption, volatility: number): number {
  const { price } = black76({ ...inputsOf(option), volatility: volatility / 100 });
  return roundToTick(price, option.tick);
}

/** To a hundredth of a percent; null where no volatility gives this premium. */
export function volatilityAt(option: PricedOption, premium: number): number | null {
  const found = impliedVolatility({ ...inputsOf(option), price: premium });
  return found.kind === 'found' ? Math.round(found.volatility * 10_000) / 100 : null;
}

export interface Hedge {
  readonly premium: number;
  /** −1 to 1. */
  readonly delta: number;
  /** Lots of the future. */
  readonly lots: number;
  readonly side: Side;
}

/** The deal in the future that comes with `side` in the option. */
export function hedgeOf(
  option: PricedOption,
  { side, lots, volatility }: { readonly side: Side; readonly lots: number; readonly volatility: number },
): Hedge {
  const inputs = { ...inputsOf(option), volatility: volatility / 100 };
  const { premium, delta, hedgeLots, buyersHedge } = deltaTrade({ option: inputs, lots, tick: option.tick });
  const buys = (buyersHedge === 'buy') === (side === 'B');
  return { premium, delta, lots: hedgeLots, side: buys ? 'B' : 'S' };
}

export function deltaAt(option: PricedOption, volatility: number): number {
  return black76({ ...inputsOf(option), volatility: volatility / 100 }).delta;
}
