// Prices of options on futures: Black-76 and its greeks, implied volatility, American values, strategies,
// the scenario grid and the scan behind initial margin. Pure, and equal to the last bit on every machine:
// it uses only + − × ÷ and √.

export { american, americanPrice } from './american/american.ts';
export { americanImpliedVolatility } from './american/american-implied-volatility.ts';
export { BadInput, black76Price, type OptionInputs, type OptionType } from './black/black76.ts';
export { black76, type Valuation } from './black/greeks.ts';
export {
  daysToExpiry,
  exactHedge,
  hedgeLots,
  naccFromNaca,
  roundedDelta,
  roundToTick,
  type ScreenGreeks,
  scaleGreeks,
  screenGreeks,
  wholeLots,
  yearsFromDays,
} from './conventions.ts';
export { exp, expMinus1 } from './elementary/exponential.ts';
export { ln, lnOf1Plus } from './elementary/logarithm.ts';
export { impliedVolatility } from './implied-volatility/implied-volatility.ts';
export {
  type ExpiryPositions,
  type MarginScan,
  type ScannedOption,
  scanMargin,
} from './margin/margin-scan.ts';
export { normalDensity, normalDistribution } from './normal/distribution.ts';
export { normalQuantile } from './normal/quantile.ts';
export { breakEvens, payoffCurve, profitRange } from './strategy/payoff.ts';
export { evenlyAround, type ScenarioGrid, scenarioGrid } from './strategy/scenario-grid.ts';
export { type Strategy, type StrategyValuation, valueStrategy } from './strategy/strategy.ts';
