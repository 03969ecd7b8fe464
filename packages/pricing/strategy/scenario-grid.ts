// The scenario grid of the option calculator: value, profit and greeks of a strategy for prices of the
// future (rows) and shifts of volatility (columns).
import { type Strategy, type StrategyValuation, valueStrategy } from './strategy.ts';

export interface ScenarioGrid {
  readonly forwards: readonly number[];
  readonly volatilityShifts: readonly number[];
  /** One row per price, one cell per shift, in the order given. */
  readonly rows: readonly (readonly StrategyValuation[])[];
}

/**
 * @param volatilityShifts 0.05 is five points; no volatility falls below 0
 * @param elapsedYears from now; 0 if omitted
 * @throws RangeError with a path such as `legs[1].lots`
 */
export function scenarioGrid(
  strategy: Strategy,
  {
    forwards,
    volatilityShifts,
    elapsedYears = 0,
  }: {
    readonly forwards: readonly number[];
    readonly volatilityShifts: readonly number[];
    readonly elapsedYears?: number;
  },
): ScenarioGrid {
  const rows = forwards.map((forward) =>
    volatilityShifts.map((volatilityShift) =>
      valueStrategy(strategy, { forward, volatilityShift, elapsedYears }),
    ),
  );
  return { forwards, volatilityShifts, rows };
}

/**
 * @param steps to each side, an integer
 * @returns 2 · steps + 1 evenly spaced numbers from centre − reach to centre + reach
 */
export function evenlyAround({
  centre,
  reach,
  steps,
}: {
  readonly centre: number;
  readonly reach: number;
  readonly steps: number;
}): readonly number[] {
  return Array.from({ length: 2 * steps + 1 }, (_, index) => centre + (reach * (index - steps)) / steps);
}
