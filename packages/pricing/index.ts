// Prices of options on futures: Black-76 and its greeks, implied volatility, American values, strategies,
// the scenario grid and the scan behind initial margin. Pure, and equal to the last bit on every machine:
// it uses only + − × ÷ and √.

export { american, americanPrice } from './american/american.ts';
export { americanImpliedVolatility } from './american/american-implied-volatility.ts';
export { baroneAdesiWhaleyPrice, bjerksundStenslandPrice } from './american/approximations.ts';
export {
  BadInput,
  black76Price,
  intrinsicValue,
  type OptionInputs,
  type OptionType,
} from './black/black76.ts';
export { black76, type Valuation } from './black/greeks.ts';
export { daysToExpiry, yearsFromDays } from './conventions/day-count.ts';
export { nacaFromNacc, naccFromNaca } from './conventions/rate-conventions.ts';
export { type ScreenGreeks, scaleGreeks, screenGreeks } from './conventions/screen-units.ts';
export { roundToTick } from './conventions/tick-rounding.ts';
export { type DeltaTrade, deltaTrade, hedgeLots, roundedDelta } from './delta-trade.ts';
export { exp, expMinus1 } from './elementary/exponential.ts';
export { ln, lnOf1Plus } from './elementary/logarithm.ts';
export {
  type ImpliedVolatility,
  impliedVolatility,
  type QuotedOption,
} from './implied-volatility/implied-volatility.ts';
export {
  type ExpiryPositions,
  type MarginScan,
  type MarginScenario,
  type ScannedOption,
  scanMargin,
} from './margin/margin-scan.ts';
export { normalDensity } from './normal/density.ts';
export { normalDistribution } from './normal/distribution.ts';
export { normalQuantile } from './normal/quantile.ts';
export {
  type BreakEven,
  breakEvens,
  firstExpiryYears,
  type PayoffPoint,
  type ProfitRange,
  payoffCurve,
  profitAtExpiry,
  profitRange,
} from './strategy/payoff.ts';
export { evenlyAround, type ScenarioGrid, scenarioGrid } from './strategy/scenario-grid.ts';
export {
  type FutureLeg,
  type OptionLeg,
  type Standpoint,
  type Strategy,
  type StrategyLeg,
  type StrategyValuation,
  valueStrategy,
} from './strategy/strategy.ts';
export { type ExerciseStyle, impliedVolatilityOf, valueOption } from './style.ts';
